import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { Place } from '../places/place.ts';
import type { RoadDistances } from '../places/road-distance.ts';
import type { CheckedLane, RoutedLane } from './lane.ts';
import { distanceUnknown, notGeocoded } from './rate-refusals.ts';

type PlacedLane = Omit<RoutedLane, 'distance'> & Pick<CheckedLane, 'destination'>;

/** Finds the road of every lane. Refuses for the first destination that is unknown, then for the first without a road. */
export function routeLanes(
  lanes: readonly CheckedLane[],
  roadDistances: RoadDistances,
): Outcome<readonly RoutedLane[]> {
  const placed: PlacedLane[] = [];
  for (const { terminal, destination, located } of lanes) {
    if (!located.found) return refuse(notGeocoded(destination));
    placed.push({ terminal, destination, place: located.place, placeWarnings: located.warnings });
  }

  const routed: RoutedLane[] = [];
  for (const { terminal, destination, place, placeWarnings } of placed) {
    const distance = roadDistances.between(terminal, pointOf(place));
    if (!distance.routable) return refuse(distanceUnknown(terminal.name, destination));
    routed.push({ terminal, place, placeWarnings, distance });
  }
  return succeed(routed);
}

const pointOf = ({ latitude, longitude, state }: Place) => ({ latitude, longitude, state });
