import type { Coordinates } from '../places/place.ts';
import type { CanadianRoad } from './canadian-roads.ts';
import { HIGHWAY_GRAPH_SOURCE, type RoadMiles } from './road-miles.ts';

/** What a caller should know of a road through Canada. */
export const THROUGH_CANADA =
  'The road runs through Canada: customs, permits and charges at the border are not part of the price.';

/**
 * Road miles by the shortest of some roads through Canada: to the crossing, through Canada, and on from the other crossing.
 * Rounded to 1/1000, so that the miles are the same both ways.
 * @param roads at least one.
 */
export function milesThroughCanada(
  roadMiles: RoadMiles,
  roads: readonly CanadianRoad[],
  origin: Coordinates,
  destination: Coordinates,
): ReturnType<RoadMiles> {
  const miles = roads.map(
    (road) => roadMiles(origin, road.from).miles + road.miles + roadMiles(road.to, destination).miles,
  );
  return { miles: Math.round(Math.min(...miles) * 1000) / 1000, source: HIGHWAY_GRAPH_SOURCE };
}
