import type { LocatedInState } from '../places/place.ts';
import type { LaneEnds, RoadDistance, RoadDistances } from './road-distance.ts';

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
