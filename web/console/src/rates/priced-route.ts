import type { QuoteRoute, RateResult, RoadRoute } from '../api/client.ts';

/** The path of the rate with the same terminal, the same destination and the same miles. */
export const pricedRoute = (
  rates: readonly RateResult[],
  { origin, destination, distance }: Pick<QuoteRoute, 'origin' | 'destination' | 'distance'>,
): RoadRoute | undefined =>
  rates.find(
    (rate) =>
      rate.origin.terminal === origin.name &&
      rate.origin.type === origin.type &&
      rate.analysis.distance === distance &&
      rate.destination.coordinates.join() === destination.coordinates.join(),
  )?.route;
