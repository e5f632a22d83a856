import { readFileSync } from 'node:fs';
import { buildHighwayGraph } from './highway-graph.ts';
import { createHighwayMiles } from './highway-miles.ts';
import { type HighwayColumns, unpackHighways } from './highways-file.ts';
import type { RoadDistances } from './road-distance.ts';
import { createRoadMiles, type RoadMiles } from './road-miles.ts';
import { roadLink } from './road-networks.ts';
import { milesThroughCanada, THROUGH_CANADA } from './through-canada.ts';
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
