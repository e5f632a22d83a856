import type { Coordinates } from '../places/place.ts';
import type { CanadianRoad } from './canadian-roads.ts';
import { HIGHWAY_GRAPH_SOURCE, type RoadMiles } from './road-miles.ts';

/** Warning for the API caller. */
export const THROUGH_CANADA =
  'The route runs through Canada. The price does not include customs, permits and border charges.';

/**
 * Road miles over the shortest of several roads through Canada: to one crossing, through Canada, from the other crossing.
 * Rounded to 1/1000, so that the miles are equal in both directions.
 * @param roads at least one.
 */
export function milesThroughCanada(
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
