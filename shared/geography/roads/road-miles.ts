import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import type { HighwayMiles } from './highway-miles.ts';
import { typicalRoadMiles } from './road-factors.ts';
import { milesAround, type WaterLine } from './water-lines.ts';

/** Each names a method and its figures: another fit or another file, another number. */
export const HIGHWAY_GRAPH_SOURCE = 'highway-graph-v2';
export const ROAD_FACTOR_SOURCE = 'road-factor-v1';

export type RoadMiles = (
  origin: Coordinates,
  destination: Coordinates,
) => { readonly miles: number; readonly source: string };

/** Up to the first of these great-circle miles the local way counts if it is shorter, from the second on not at all. */
const LOCAL_MILES = 15;
const HIGHWAY_MILES = 40;

/** A way over the highways is believed up to so many times the local one, and these miles. */
const MOST_TIMES_LOCAL = 2;
const MOST_MILES_MORE = 10;

/**
 * Road miles between two points that roads connect: over the highways, or for a short distance by local roads, which
 * are the typical road. The change from one to the other is gradual. Where water divides the points the bridge is part
 * of a highway, so that local roads count only where no highway leads.
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
      };
    }
    const believed = Math.min(highways, MOST_TIMES_LOCAL * local + MOST_MILES_MORE);
    const short = around > straight ? 0 : shareOfLocal(straight);
    const miles = short * Math.min(local, believed) + (1 - short) * believed;
    return {
      miles: Math.max(straight, miles),
      source: miles === local ? ROAD_FACTOR_SOURCE : HIGHWAY_GRAPH_SOURCE,
    };
  };
}

function shareOfLocal(straight: number): number {
  return Math.min(1, Math.max(0, (HIGHWAY_MILES - straight) / (HIGHWAY_MILES - LOCAL_MILES)));
}
