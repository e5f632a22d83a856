import * as v from 'valibot';
import { usd } from '../../costs/model/cents.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { LANE_ERROR_CODES } from '../lanes/lane-result.ts';
import {
  CONFIDENCE_RANGES,
  OUTCOMES,
  type Outcome,
  type RfpCounters,
  spendOf,
} from '../record/rfp-counters.ts';
import type { EarlierVersion, StoredRfp } from '../record/rfp-store.ts';
import { describeRfp, rfpDocument } from './rfp-document.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const spend = v.pipe(v.number(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());

const MAX_CONFIDENCE = 100;

const sums = { weekly_spend: spend, annual_spend: spend };
const ofOutcome = v.object(sums);

/** Sums of the priced lanes that are not excluded, in USD. */
const totals = v.object({ ...sums, won: ofOutcome, lost: ofOutcome, open: ofOutcome });
const errors = v.array(v.object({ code: v.picklist(LANE_ERROR_CODES), lanes: whole }));

/** A version that a later one replaced. */
export const rfpVersion = v.object({
  version: v.pipe(whole, v.minValue(1)),
  priced_as_of: moment,
  pricing_strategy_version: whole,
  lanes: v.object({ priced: whole, failed: whole, excluded: whole }),
  totals,
  calls: whole,
});

/** An RFP in the answer of a read. */
export const rfpDetail = v.object({
  ...rfpDocument.entries,
  pricing_strategy_version: whole,
  totals,
  confidence: v.array(v.object({ from: whole, to: whole, lanes: whole })),
  errors,
  versions: v.array(rfpVersion),
  columns: v.nullable(columnReportFields),
  notes: v.array(v.string()),
});

type RfpDetail = v.InferOutput<typeof rfpDetail>;

/** The answer of a read. */
export const readRfpAnswer = v.object({ rfp: rfpDetail });

function sumsOf(counters: RfpCounters, of: readonly Outcome[]) {
  const { weeklyCents, annualCents } = spendOf(counters, of);
  return { weekly_spend: usd(weeklyCents), annual_spend: usd(annualCents) };
}

const totalsOf = (counters: RfpCounters) => ({
  ...sumsOf(counters, OUTCOMES),
  won: sumsOf(counters, ['won']),
  lost: sumsOf(counters, ['lost']),
  open: sumsOf(counters, ['open']),
});

const describeVersion = ({ version, pricing, counters, calls }: EarlierVersion) => ({
  version,
  priced_as_of: pricing.asOf,
  pricing_strategy_version: pricing.strategyVersion,
  lanes: { priced: counters.priced, failed: counters.failed, excluded: counters.excluded },
  totals: totalsOf(counters),
  calls,
});

/** An RFP with the sums of its lanes. @param earlier newest first. */
export const describeRfpDetail = (rfp: StoredRfp, earlier: readonly EarlierVersion[]): RfpDetail => ({
  ...describeRfp(rfp),
  pricing_strategy_version: rfp.pricing.strategyVersion,
  totals: totalsOf(rfp.counters),
  confidence: CONFIDENCE_RANGES.map((from, at) => ({
    from,
    to: (CONFIDENCE_RANGES[at + 1] ?? MAX_CONFIDENCE + 1) - 1,
    lanes: rfp.counters[`confidence${from}`],
  })),
  errors: LANE_ERROR_CODES.map((code) => ({ code, lanes: rfp.counters[`error${code}`] })).filter(
    ({ lanes }) => lanes > 0,
  ),
  versions: earlier.map(describeVersion),
  columns: rfp.columnReport ?? null,
  notes: [...(rfp.notes ?? [])],
});
