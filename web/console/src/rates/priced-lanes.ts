import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Lane, QuoteRoute, RateResult, RoadRoute } from '../api/client.ts';

/** The path of the rate with the same terminal, the same destination and the same miles. */
const pricedRoute = (
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

interface PricedLanes {
  readonly lanes: readonly Lane[];
  readonly rates: readonly RateResult[];
}

const NAME = 'rates';

export const usePricedLanes = () => useKeptState<PricedLanes | undefined>(NAME, () => undefined);

/**
 * The path of a quote, if this tab priced the same lane; undefined otherwise. A rate call counts toward the monthly limit,
 * so a quote does not make one only for its map.
 */
export function usePricedRoute(
  route: Pick<QuoteRoute, 'origin' | 'destination' | 'distance'>,
): RoadRoute | undefined {
  const priced = useQueryClient().getQueryData<PricedLanes>([KEPT, NAME]);
  return pricedRoute(priced?.rates ?? [], route);
}

const KEPT = 'kept';

/** A state that stays while the person visits other pages, until the sign-out. */
export function useKeptState<Value>(name: string, initial: () => Value) {
  const queries = useQueryClient();
  const [value, setValue] = useState<Value>(
    () => (queries.getQueryData([KEPT, name]) as Value | undefined) ?? initial(),
  );
  const set = useCallback(
    (next: Value) => {
      queries.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY });
      queries.setQueryData([KEPT, name], next);
      setValue(next);
    },
    [queries, name],
  );
  return [value, set] as const;
}
