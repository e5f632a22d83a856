import type { Coordinates } from '../places/place.ts';
import { type Access, accessFrom, startsOf } from './highway-access.ts';
import { type HighwayGraph, LENGTHS_PER_MILE, lengthOf, NO_PATH } from './highway-graph.ts';
import { shortestPaths } from './shortest-paths.ts';
import type { WaterLine } from './water-lines.ts';

/** Road miles from one point to another over the highways; undefined if there is no path. */
export type HighwayMiles = (origin: Coordinates, destination: Coordinates) => number | undefined;

/** Cached origins: all terminals of the catalogue, about 9 kB each. */
const MAX_ORIGINS = 256;

interface Departure {
  readonly accesses: ReadonlyMap<number, Access>;
  readonly ways: Int32Array;
}

/** Searches the graph, with local roads at both ends. Shortest paths from an origin are cached for more destinations. */
export function createHighwayMiles(graph: HighwayGraph, lines: readonly WaterLine[]): HighwayMiles {
  const departures = new Map<string, Departure>();

  const departureFrom = (origin: Coordinates): Departure => {
    const key = `${origin.latitude} ${origin.longitude}`;
    const cached = departures.get(key);
    if (cached) return cached;
    const accesses = accessFrom(graph, lines, origin);
    const departure = {
      accesses: new Map(accesses.map((access) => [access.highway, access])),
      ways: shortestPaths(graph, startsOf(graph, accesses)),
    };
    if (departures.size >= MAX_ORIGINS) departures.delete(departures.keys().next().value ?? '');
    departures.set(key, departure);
    return departure;
  };

  return (origin, destination) => {
    const { accesses, ways } = departureFrom(origin);
    const arrivals = accessFrom(graph, lines, destination);
    let shortest = NO_PATH;
    for (const [junction, length] of startsOf(graph, arrivals)) {
      shortest = Math.min(shortest, length + (ways[junction] ?? NO_PATH));
    }
    for (const arrival of arrivals) {
      const departure = accesses.get(arrival.highway);
      if (departure) shortest = Math.min(shortest, alongOne(graph, departure, arrival));
    }
    return shortest < NO_PATH ? shortest / LENGTHS_PER_MILE : undefined;
  };
}

/** Length of the shortest path that uses only a part of one highway. */
function alongOne(graph: HighwayGraph, departure: Access, arrival: Access): number {
  const whole = lengthOf(graph, arrival.highway);
  const steps = arrival.lengths.length - 1;
  let shortest = NO_PATH;
  for (const [on, length] of departure.lengths.entries()) {
    for (const [off, further] of arrival.lengths.entries()) {
      const along = Math.round((whole * Math.abs(on - off)) / steps);
      shortest = Math.min(shortest, length + along + further);
    }
  }
  return shortest;
}
