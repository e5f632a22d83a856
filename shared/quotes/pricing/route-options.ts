import type { MapRoutes } from '../../geography/roads/road-distance.ts';
import { aroundMedian, type PricedOption, type RoutedOption } from './price-lane-option.ts';

/** Maximum of paid routes for one quote. It is odd, so that the lower median is in the middle. */
const MAX_PAID_ROUTES = 3;

/**
 * Replaces the distances of the options around the lower median by those of a map service, which charges for each route.
 * @param options with the free distances that `priced` was priced with, in the same order.
 * @returns undefined if the service has no usable route for one of them; then all options keep their free distances.
 */
export async function routeByMap(
  mapRoutes: MapRoutes,
  options: readonly RoutedOption[],
  priced: readonly PricedOption[],
): Promise<readonly RoutedOption[] | undefined> {
  const chosen = new Set(aroundMedian(priced, MAX_PAID_ROUTES).map(({ lane }) => lane));
  const routed = options.filter(({ lane }) => chosen.has(lane));
  const distances = await mapRoutes.betweenAll(routed.map(({ lane }) => lane));
  return (
    distances && routed.map((option, index) => ({ ...option, distance: distances[index] ?? option.distance }))
  );
}
