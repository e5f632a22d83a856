import type { Place } from '../geography/places/place.ts';
import type { RoadDistances } from '../geography/roads/road-distance.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { CheckedLane, RoutedLane } from './lane.ts';
import {
  distanceUnknown,
  type IndexedDestination,
  notGeocoded,
  type UnknownDestination,
} from './rate-rejections.ts';

type PlacedLane = Omit<RoutedLane, 'distance'> & Pick<CheckedLane, 'destination'>;

/**
 * Finds the road distances of all lanes in parallel. Rejects the batch for its unknown destinations, or else for its
 * destinations without a road.
 */
export async function routeLanes(
  lanes: readonly CheckedLane[],
  roadDistances: RoadDistances,
): Promise<Outcome<readonly RoutedLane[]>> {
  const placed: PlacedLane[] = [];
  const unknown: UnknownDestination[] = [];
  for (const [index, { located, suggestions, ...lane }] of lanes.entries()) {
    if (located.found) placed.push({ ...lane, place: located.place, placeWarnings: located.warnings });
    else unknown.push({ index, destination: lane.destination, suggestions });
  }
  if (unknown.length > 0) return reject(notGeocoded(unknown));

  const distances = await Promise.all(
    placed.map(({ terminal, place }) => roadDistances.between(terminal, pointOf(place))),
  );
  const routed: RoutedLane[] = [];
  const unreachable: (IndexedDestination & { readonly terminal: string })[] = [];
  for (const [index, { destination, ...lane }] of placed.entries()) {
    const distance = distances[index];
    if (!distance?.routable) unreachable.push({ index, destination, terminal: lane.terminal.name });
    else routed.push({ ...lane, placeWarnings: [...lane.placeWarnings, ...distance.warnings], distance });
  }
  return unreachable.length > 0 ? reject(distanceUnknown(unreachable)) : succeed(routed);
}

const pointOf = ({ latitude, longitude, state }: Place) => ({ latitude, longitude, state });
