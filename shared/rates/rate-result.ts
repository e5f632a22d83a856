import type * as v from 'valibot';
import type { rateResult } from './rates-document.ts';

/** One priced lane (interface specification, 2.6, with additional fields). */
export type RateResult = v.InferOutput<typeof rateResult>;

/** Money in USD, distance in one-way miles. */
export type RateAnalysis = RateResult['analysis'];
export type Trend = RateAnalysis['trend'];
export type TimelineEntry = RateAnalysis['timeline']['entries'][number];

/** A charge for the equipment or the requested terms of the lane, in addition to the rate. */
export type Surcharge = RateAnalysis['surcharges'][number];
/** A usual charge of the move that is neither in the rate nor in its surcharges. */
export type ExcludedFromRate = RateAnalysis['excluded'][number];
