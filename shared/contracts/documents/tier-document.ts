import * as v from 'valibot';
import type { ContractTerms, VolumeTier } from '../rate/contract-rate.ts';
import { AMOUNTS } from '../rate/rate-amounts.ts';

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
