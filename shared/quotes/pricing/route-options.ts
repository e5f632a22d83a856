import type { MapRoutes } from '../../geography/roads/road-distance.ts';
import { aroundMedian, type PricedOption, type RoutedOption } from './price-lane-option.ts';

/** Paid routes of one quote, at most. An odd number has its lower median in the middle. */
const MOST_PAID_ROUTES = 3;

/**
 * Routes the options whose totals are around the lower median by a map service, which charges for each route.
 * @param options with the free distances by which `priced` was priced, in the same order.
 * @returns undefined if the service has no usable answer for one of them: then no option may have its distance.
 */
export async function routeByMap(
  mapRoutes: MapRoutes,
  options: readonly RoutedOption[],
  priced: readonly PricedOption[],
): Promise<readonly RoutedOption[] | undefined> {
  const chosen = new Set(aroundMedian(priced, MOST_PAID_ROUTES).map(({ lane }) => lane));
  const routed = options.filter(({ lane }) => chosen.has(lane));
  const distances = await mapRoutes.betweenAll(routed.map(({ lane }) => lane));
  return (
    distances && routed.map((option, index) => ({ ...option, distance: distances[index] ?? option.distance }))
  );
}
