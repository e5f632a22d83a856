import type { Coordinates } from '../places/place.ts';
import type { HighwayGraph } from './highway-graph.ts';
import { type Departure, departFrom, findHighwayPath, type PathPart } from './highway-path.ts';
import { NO_TOLL } from './highways-file.ts';
import type { TollUse } from './road-distance.ts';
import type { WaterLine } from './water-lines.ts';

/** Road miles from one point to another over the highways, and the tolls on the way; undefined if there is no path. */
export type HighwayMiles = (
  origin: Coordinates,
  destination: Coordinates,
) => { readonly miles: number; readonly tolls: readonly TollUse[] } | undefined;

/** Cached origins: all terminals of the catalogue, about 9 kB each. */
const MAX_ORIGINS = 256;

/** Searches the graph, with local roads at both ends. Shortest paths from an origin are cached for more destinations. */
export function createHighwayMiles(graph: HighwayGraph, lines: readonly WaterLine[]): HighwayMiles {
  const departures = new Map<string, Departure>();
  const tollsOf = tollReader(graph);

  const departureFrom = (origin: Coordinates): Departure => {
    const key = `${origin.latitude} ${origin.longitude}`;
    const cached = departures.get(key);
    if (cached) return cached;
    const departure = departFrom(graph, lines, origin);
    if (departures.size >= MAX_ORIGINS) departures.delete(departures.keys().next().value ?? '');
    departures.set(key, departure);
    return departure;
  };

  return (origin, destination) => {
    const path = findHighwayPath(graph, lines, departureFrom(origin), destination);
    return path && { miles: path.miles, tolls: tollsOf(path.parts) };
  };
}

/** Returns how to find the tolls of a path, in its order. */
function tollReader({ nameTexts, tollsForward, tollsBackward }: HighwayGraph) {
  const names = String.fromCharCode(...nameTexts).split('\n');
  return (parts: readonly PathPart[]): readonly TollUse[] => {
    const uses = new Map<string, TollUse>();
    for (const { highway, miles, enters, leaves } of parts) {
      const ways = [tollsForward[highway] ?? NO_TOLL, tollsBackward[highway] ?? NO_TOLL];
      const facility = names[Math.max(...ways)];
      if (facility === undefined || miles === 0) continue;
      const [outward, back] = leaves > enters ? ways : ways.toReversed();
      const known = uses.get(facility);
      // A plaza stands in the middle, so that a path along a part of the highway does not pay twice.
      const crosses = (enters - 0.5) * (leaves - 0.5) <= 0;
      uses.set(facility, {
        facility,
        miles: (known?.miles ?? 0) + miles,
        crossings: (known?.crossings ?? 0) + (crosses ? 1 : 0),
        outward: known?.outward || outward !== NO_TOLL,
        back: known?.back || back !== NO_TOLL,
      });
    }
    return [...uses.values()];
  };
}
