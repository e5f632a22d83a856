import type { Coordinates } from '../places/place.ts';
import type { LaneEnds, RoutableDistance } from '../roads/road-distance.ts';

/** Miles on one highway, in the order of the route. */
export interface HighwayPart {
  /** "I-95", "US-101". */
  readonly name: string;
  readonly miles: number;
}

/** The path of a lane on a map. */
export interface RoadRoute {
  /** Method of the path; the distance of the lane can come from another one. */
  readonly source: string;
  /** Length of the path. */
  readonly miles: number;
  /** From the origin to the destination, 2 to `MAX_ROUTE_POINTS`. */
  readonly points: readonly Coordinates[];
  readonly highways: readonly HighwayPart[];
  /** How the path differs from the distance, as full sentences; [] if the path is the source of the distance. */
  readonly notes: readonly string[];
}

export const MAX_ROUTE_POINTS = 200;

/** Port: paths of lanes. */
export interface RoadRoutes {
  /** The path of a lane with a known distance; undefined if no road connects its ends. */
  route(lane: LaneEnds, distance: Pick<RoutableDistance, 'miles' | 'source'>): RoadRoute | undefined;
}
