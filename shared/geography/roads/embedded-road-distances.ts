import { readFileSync } from 'node:fs';
import type { Coordinates } from '../places/place.ts';
import type { CanadianRoad } from './canadian-roads.ts';
import { buildHighwayGraph } from './highway-graph.ts';
import { createHighwayMiles } from './highway-miles.ts';
import { type HighwayColumns, unpackHighways } from './highways-file.ts';
import type { RoadDistances } from './road-distance.ts';
import { createRoadMiles, HIGHWAY_GRAPH_SOURCE, type RoadMiles } from './road-miles.ts';
import { roadLink } from './road-networks.ts';
import { readWaterLines } from './water-lines.ts';

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
