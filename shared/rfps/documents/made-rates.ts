import * as v from 'valibot';
import { createdRatesAnswer } from '../../contracts/documents/created-rates.ts';

const { rates, warnings } = createdRatesAnswer.entries;

/** The answer of a call that makes contract rates from lanes. Indexes are those of the lanes. */
export const madeRatesAnswer = v.object({
  rates,
  skipped: v.array(v.object({ index: v.pipe(v.number(), v.integer()), reason: v.string() })),
  warnings,
});
export type MadeRates = v.InferOutput<typeof madeRatesAnswer>;
