import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { Place } from '../places/place.ts';
import type { RoadDistances } from '../places/road-distance.ts';
import type { CheckedLane, RoutedLane } from './lane.ts';
import { distanceUnknown, notGeocoded } from './rate-refusals.ts';

type PlacedLane = Omit<RoutedLane, 'distance'> & Pick<CheckedLane, 'destination'>;

/**
 * Finds the road of every lane, all at once. Refuses for the first destination that is unknown, then for the first
 * without a road.
 */
export async function routeLanes(
  lanes: readonly CheckedLane[],
  roadDistances: RoadDistances,
): Promise<Outcome<readonly RoutedLane[]>> {
  const placed: PlacedLane[] = [];
  for (const { terminal, destination, located } of lanes) {
    if (!located.found) return refuse(notGeocoded(destination));
    placed.push({ terminal, destination, place: located.place, placeWarnings: located.warnings });
  }

  const distances = await Promise.all(
    placed.map(({ terminal, place }) => roadDistances.between(terminal, pointOf(place))),
  );
  const routed: RoutedLane[] = [];
  for (const [lane, { terminal, destination, place, placeWarnings }] of placed.entries()) {
    const distance = distances[lane];
    if (!distance?.routable) return refuse(distanceUnknown(terminal.name, destination));
    routed.push({ terminal, place, placeWarnings, distance });
  }
  return succeed(routed);
}

const pointOf = ({ latitude, longitude, state }: Place) => ({ latitude, longitude, state });
