import type { RoadRoute } from '../api/client.ts';
import type { Coordinates } from './coordinates.ts';

/** The method of a route that is only a straight line. */
const STRAIGHT_LINE = 'road-factor-v1';

/** Points of the highway path, latitude first; undefined without a highway path. */
export function routeLine(route: RoadRoute | undefined): readonly Coordinates[] | undefined {
  if (route === undefined || route.source === STRAIGHT_LINE) return undefined;
  return route.geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude]);
}
