import type { LocatedInState } from '../places/place.ts';

/** A toll facility on the way. */
export interface TollUse {
  readonly facility: string;
  readonly miles: number;
  /** How many of its crossings the way passes. */
  readonly crossings: number;
  /** Whether a truck pays on the way to the destination, and on the way back. */
  readonly outward: boolean;
  readonly back: boolean;
}

export interface RoutableDistance {
  readonly routable: true;
  /** One way, not rounded. */
  readonly miles: number;
  readonly source: string;
  /** Full sentences for the API caller. */
  readonly warnings: readonly string[];
  /** In the order of the way. Default: none. */
  readonly tolls?: readonly TollUse[];
}

export type RoadDistance =
  | RoutableDistance
  /** `leg`: index of the first leg without a road, of a way with stops. */
  | { readonly routable: false; readonly leg?: number };

/** Port: one-way truck miles between two points. */
export interface RoadDistances {
  between(origin: LocatedInState, destination: LocatedInState): Promise<RoadDistance>;
}

export interface LaneEnds {
  readonly origin: LocatedInState;
  readonly destination: LocatedInState;
}

/** Port: one-way truck miles of several lanes, from a map service that charges for each route. */
export interface MapRoutes {
  /** In the order of the lanes; undefined if one lane has no usable route, so that sources are never mixed. */
  betweenAll(lanes: readonly LaneEnds[]): Promise<readonly RoutableDistance[] | undefined>;
}

/** Greater than 0, because a rate per mile divides by the distance. */
const MIN_MILES = 0.1;

/** Rounds the miles of a move, for responses and prices, to one decimal; at least 0.1. */
export const roundMiles = (miles: number): number => Math.max(MIN_MILES, Math.round(miles * 10) / 10);
