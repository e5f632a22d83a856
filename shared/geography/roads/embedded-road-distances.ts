import { readFileSync } from 'node:fs';
import type { Coordinates } from '../places/place.ts';
import { type Departure, departFrom, findHighwayPath, type PathPart } from './highway-path.ts';
import {
  buildHighwayGraph,
  type HighwayColumns,
  type HighwayGraph,
  NO_TOLL,
  unpackHighways,
} from './highways-file.ts';
import type { RoadDistances, TollUse } from './road-distance.ts';
import {
  createRoadMiles,
  HIGHWAY_GRAPH_SOURCE,
  type HighwayMiles,
  type RoadMiles,
  readWaterLines,
  type WaterLine,
} from './road-miles.ts';
import { type CanadianRoad, roadLink } from './road-networks.ts';

const HIGHWAYS_FILE = new URL('./data/highways.bin', import.meta.url);

/**
 * Road distances over the highway graph of the bundle. The first call reads the file once.
 * Distances are equal in both directions, 0 for the same point, and never less than the great circle. If an end moves by
 * one mile, the distance changes by a few miles (130,000 random moves: 99% under 4, maximum 20.3).
 * @throws Error from `between` if the file is missing (the build step creates it) or has another layout.
 */
export function createEmbeddedRoadDistances(): RoadDistances {
  let roadMiles: RoadMiles | undefined;
  return {
    between: async (origin, destination) => {
      const link = roadLink(origin, destination);
      if (link.kind === 'none') return { routable: false };
      roadMiles ??= load();
      return link.kind === 'domestic'
        ? { routable: true, ...roadMiles(origin, destination), warnings: [] }
        : {
            routable: true,
            ...milesThroughCanada(roadMiles, link.roads, origin, destination),
            warnings: [THROUGH_CANADA],
          };
    },
  };
}

/** Opens the highways file of the bundle. @throws Error if the file is missing or has another layout. */
export const readHighwaysFile = (): HighwayColumns => unpackHighways(readFileSync(HIGHWAYS_FILE));

function load(): RoadMiles {
  const columns = readHighwaysFile();
  const lines = readWaterLines(columns);
  return createRoadMiles(createHighwayMiles(buildHighwayGraph(columns), lines), lines);
}

/** Warning for the API caller. */
const THROUGH_CANADA =
  'The route runs through Canada. The price does not include customs, permits and border charges.';

/**
 * Road miles over the shortest of several roads through Canada: to one crossing, through Canada, from the other crossing.
 * Rounded to 1/1000, so that the miles are equal in both directions.
 * @param roads at least one.
 */
function milesThroughCanada(
  roadMiles: RoadMiles,
  roads: readonly CanadianRoad[],
  origin: Coordinates,
  destination: Coordinates,
): ReturnType<RoadMiles> {
  const ways = roads.map((road) => {
    const [before, after] = [roadMiles(origin, road.from), roadMiles(road.to, destination)];
    return { miles: before.miles + road.miles + after.miles, tolls: [...before.tolls, ...after.tolls] };
  });
  const miles = Math.min(...ways.map((way) => way.miles));
  const { tolls = [] } = ways.find((way) => way.miles === miles) ?? {};
  return { miles: Math.round(miles * 1000) / 1000, source: HIGHWAY_GRAPH_SOURCE, tolls };
}

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
