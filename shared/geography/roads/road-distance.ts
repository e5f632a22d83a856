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

/** A lane that visits stops between its ends, in order. */
export interface Way<Point extends LocatedInState = LocatedInState> {
  readonly origin: Point;
  readonly via: readonly Point[];
  readonly destination: Point;
}

/** The drives from each point of a way to the next one. */
export const legsOf = <Point extends LocatedInState>({ origin, via, destination }: Way<Point>) =>
  [...via, destination].map((to, index) => ({ origin: via[index - 1] ?? origin, destination: to }));

/** The distance of a way from those of its legs, in order. Without a road, `leg` is the index of the first such leg. */
export function joinLegs(legs: readonly RoadDistance[]): RoadDistance {
  const routable = legs.filter((leg) => leg.routable);
  const [only] = legs;
  if (only !== undefined && legs.length === 1) return only;
  if (routable.length < legs.length) return { routable: false, leg: legs.findIndex((leg) => !leg.routable) };
  return {
    routable: true,
    miles: routable.reduce((sum, { miles }) => sum + miles, 0),
    source: [...new Set(routable.map(({ source }) => source))].join(', '),
    warnings: [...new Set(routable.flatMap(({ warnings }) => warnings))],
    tolls: routable.flatMap(({ tolls = [] }) => tolls),
  };
}

/** The distances of ways, in their order; a leg that several ways have is measured once. */
export async function distancesOfWays(
  roads: RoadDistances,
  ways: readonly Way[],
): Promise<readonly RoadDistance[]> {
  const known = new Map<string, Promise<RoadDistance>>();
  const measure = ({ origin, destination }: LaneEnds): Promise<RoadDistance> => {
    const key = JSON.stringify([origin, destination].map(({ latitude, longitude }) => [latitude, longitude]));
    const distance = known.get(key) ?? roads.between(origin, destination);
    known.set(key, distance);
    return distance;
  };
  return Promise.all(ways.map(async (way) => joinLegs(await Promise.all(legsOf(way).map(measure)))));
}
