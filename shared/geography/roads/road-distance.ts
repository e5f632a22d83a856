import type { LocatedInState } from '../places/place.ts';

export interface RoutableDistance {
  readonly routable: true;
  /** One way, not rounded. */
  readonly miles: number;
  readonly source: string;
  /** Full sentences for the API caller. */
  readonly warnings: readonly string[];
}

export type RoadDistance = RoutableDistance | { readonly routable: false };

/** Port: one-way truck miles between two points. */
export interface RoadDistances {
  between(origin: LocatedInState, destination: LocatedInState): Promise<RoadDistance>;
}

/** The ends of a lane. */
export interface LaneEnds {
  readonly origin: LocatedInState;
  readonly destination: LocatedInState;
}

/** Port: one-way truck miles of several lanes, from a map service that charges for each route. */
export interface MapRoutes {
  /** In the order of the lanes; undefined if one lane has no usable route, so that sources are never mixed. */
  betweenAll(lanes: readonly LaneEnds[]): Promise<readonly RoutableDistance[] | undefined>;
}
