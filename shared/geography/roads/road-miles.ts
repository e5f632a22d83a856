import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import type { HighwayMiles } from './highway-miles.ts';
import type { TollUse } from './road-distance.ts';
import { typicalRoadMiles } from './road-factors.ts';
import { milesAround, type WaterLine } from './water-lines.ts';

/** Name and version of a method. The version changes with its constants or data file. */
export const HIGHWAY_GRAPH_SOURCE = 'highway-graph-v5';
export const ROAD_FACTOR_SOURCE = 'road-factor-v1';

export type RoadMiles = (
  origin: Coordinates,
  destination: Coordinates,
) => { readonly miles: number; readonly source: string; readonly tolls: readonly TollUse[] };

/**
 * Great-circle miles. Up to LOCAL_MILES, the shorter of local and highway path counts. From HIGHWAY_MILES, only the
 * highway path counts. Between them, the weight changes linearly: local roads are an alternative to a detour over the few
 * highways of the graph, but over a long lane a truck keeps to the highways.
 */
const LOCAL_MILES = 5;
const HIGHWAY_MILES = 120;

/** Upper bound of a highway path: this many times the local path, plus these miles. */
const MAX_LOCAL_RATIO = 2;
const MAX_EXTRA_MILES = 10;

/** Local roads that are shorter than the highways by this factor are the way, so that the highways' tolls do not count. */
const CLEARLY_SHORTER = 0.9;

/**
 * Road miles between two points in one road network: over the highways, or over local roads for short distances. If water
 * separates the points, local roads count only if there is no highway path, because bridges are parts of highways.
 */
export function createRoadMiles(highwayMiles: HighwayMiles, lines: readonly WaterLine[]): RoadMiles {
  return (origin, destination) => {
    const straight = greatCircleMiles(origin, destination);
    const around = milesAround(lines, origin, destination);
    const local = typicalRoadMiles(around);
    const highways = highwayMiles(origin, destination);
    if (highways === undefined) {
      return {
        miles: Number.isFinite(local) ? local : typicalRoadMiles(straight),
        source: ROAD_FACTOR_SOURCE,
        tolls: [],
      };
    }
    const believed = Math.min(highways.miles, MAX_LOCAL_RATIO * local + MAX_EXTRA_MILES);
    const short = around > straight ? 0 : shareOfLocal(straight);
    const miles = short * Math.min(local, believed) + (1 - short) * believed;
    const isLocal = miles === local || (short > 0 && local < CLEARLY_SHORTER * believed);
    return {
      miles: Math.max(straight, miles),
      source: miles === local ? ROAD_FACTOR_SOURCE : HIGHWAY_GRAPH_SOURCE,
      tolls: isLocal ? [] : highways.tolls,
    };
  };
}

function shareOfLocal(straight: number): number {
  return Math.min(1, Math.max(0, (HIGHWAY_MILES - straight) / (HIGHWAY_MILES - LOCAL_MILES)));
}
