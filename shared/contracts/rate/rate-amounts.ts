import * as v from 'valibot';
import type { ContractTerms, RateType, VolumeTier } from './contract-rate.ts';

/** The amounts of each type: units for one USD or percent, and bounds. */
export const AMOUNTS: Readonly<Record<RateType, { units: number; decimals: number; most: number }>> = {
  flat: { units: 100, decimals: 2, most: 100_000 },
  per_mile: { units: 10_000, decimals: 4, most: 1_000 },
  percent_of_market: { units: 100, decimals: 2, most: 500 },
};

/** The amount from a number of loads a week, in the unit of the rate's amount. */
export const tierDocument = v.object({ from_volume: v.pipe(v.number(), v.integer()), amount: v.number() });

/** A tier of a rate for callers: USD, USD per mile, or percent. */
export const describeTier = (
  { rateType }: Pick<ContractTerms, 'rateType'>,
  { fromVolume, amount }: VolumeTier,
): v.InferOutput<typeof tierDocument> => ({
  from_volume: fromVolume,
  amount: amount / AMOUNTS[rateType].units,
});
