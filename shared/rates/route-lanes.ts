import type { Place } from '../geography/places/place.ts';
import type { RoadDistances } from '../geography/roads/road-distance.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { CheckedLane, RoutedLane } from './lane.ts';
import { distanceUnknown, notGeocoded } from './rate-rejections.ts';

type PlacedLane = Omit<RoutedLane, 'distance'> & Pick<CheckedLane, 'destination'>;

/**
 * Finds the road distances of all lanes in parallel. Rejects the batch for the first unknown destination, or else for the
 * first destination without a road.
 */
export async function routeLanes(
  lanes: readonly CheckedLane[],
  roadDistances: RoadDistances,
): Promise<Outcome<readonly RoutedLane[]>> {
  const placed: PlacedLane[] = [];
  for (const { located, ...lane } of lanes) {
    if (!located.found) return reject(notGeocoded(lane.destination));
    const { place, warnings } = located;
    placed.push({ ...lane, place, placeWarnings: warnings });
  }

  const distances = await Promise.all(
    placed.map(({ terminal, place }) => roadDistances.between(terminal, pointOf(place))),
  );
  const routed: RoutedLane[] = [];
  for (const [index, { destination, ...lane }] of placed.entries()) {
    const distance = distances[index];
    if (!distance?.routable) return reject(distanceUnknown(lane.terminal.name, destination));
    routed.push({ ...lane, placeWarnings: [...lane.placeWarnings, ...distance.warnings], distance });
  }
  return succeed(routed);
}

const pointOf = ({ latitude, longitude, state }: Place) => ({ latitude, longitude, state });
