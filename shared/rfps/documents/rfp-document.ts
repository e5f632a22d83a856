import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import { cursorPage } from '../../platform/http/cursor-page.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { LANE_ERROR_CODES } from '../lanes/lane-result.ts';
import {
  CONFIDENCE_RANGES,
  OUTCOMES,
  type Outcome,
  type RfpCounters,
  spendOf,
} from '../record/rfp-counters.ts';
import { RFP_STATUSES, rfpStatus } from '../record/rfp-status.ts';
import {
  type EarlierVersion,
  RFP_FAILURE_CODES,
  rfpCreatedAt,
  type StoredRfp,
} from '../record/stored-rfp.ts';

const text = v.string();
const moment = v.pipe(v.string(), v.isoTimestamp());
const day = v.pipe(
  v.string(),
  v.check((value) => readDay(value) !== undefined, 'a calendar day'),
);
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Why an RFP failed. */
export const rfpError = v.object({ code: v.picklist(RFP_FAILURE_CODES), message: text });

const entries = {
  rfp_id: text,
  name: text,
  status: v.picklist(RFP_STATUSES),
  customer: text,
  customer_id: v.nullable(text),
  customer_reference: text,
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  special_requirements: v.array(text),
  quantities: v.exactOptional(v.record(v.string(), v.number())),
  contract_start: v.nullable(day),
  contract_end: v.nullable(day),
  created_at: moment,
  updated_at: moment,
  version: v.pipe(whole, v.minValue(1)),
  priced_as_of: v.nullable(moment),
  margin_percent: v.nullable(v.number()),
  lanes: v.object({
    ...{ total: whole, priced: whole, failed: whole, excluded: whole },
    ...{ won: whole, lost: whole, open: whole },
  }),
  simulated: v.boolean(),
  calls: whole,
  upload_until: v.nullable(moment),
  error: v.nullable(rfpError),
};

/** An RFP in the answers of operations that create and change it, and in lists. */
export const rfpDocument = v.object(entries);

export type RfpDocument = v.InferOutput<typeof rfpDocument>;

/** The answer `{ rfp }`. */
export const rfpAnswer = v.object({ rfp: rfpDocument });
export type RfpAnswer = v.InferOutput<typeof rfpAnswer>;

/** Where and how to send the file of lanes. */
export const rfpUploadFields = v.object({
  url: v.pipe(v.string(), v.url()),
  method: v.literal('PUT'),
  headers: v.record(v.string(), v.string()),
  expires_at: moment,
});

/** A new RFP. `upload` is absent if the lanes came with the request, and if a stored answer is replayed after the address has expired. */
export const createdRfpDocument = v.object({ ...entries, upload: v.exactOptional(rfpUploadFields) });
export const createdRfpAnswer = v.object({ rfp: createdRfpDocument });
export type CreatedRfpAnswer = v.InferOutput<typeof createdRfpAnswer>;

/** An RFP as callers see it. Its status is derived at each read. */
export const describeRfp = (rfp: StoredRfp): RfpDocument => ({
  rfp_id: rfp.rfpId,
  name: rfp.name,
  status: rfpStatus(rfp),
  customer: rfp.customer,
  customer_id: rfp.customerId ?? null,
  customer_reference: rfp.customerReference,
  equipment_type: rfp.equipment,
  special_requirements: [...rfp.requirements],
  ...(Object.keys(rfp.quantities ?? {}).length > 0 && { quantities: { ...rfp.quantities } }),
  contract_start: rfp.contractStart ?? null,
  contract_end: rfp.contractEnd ?? null,
  created_at: rfpCreatedAt(rfp.rfpId).toISOString(),
  updated_at: rfp.updatedAt,
  version: rfp.version,
  priced_as_of: rfp.run === 0 ? null : rfp.pricing.asOf,
  margin_percent: rfp.marginPercent ?? null,
  lanes: {
    total: rfp.lanes,
    priced: rfp.counters.priced,
    failed: rfp.counters.failed,
    excluded: rfp.counters.excluded,
    won: rfp.counters.won,
    lost: rfp.counters.lost,
    open: rfp.counters.open,
  },
  simulated: rfp.counters.simulated > 0,
  calls: rfp.calls,
  upload_until: rfp.uploadUntil ?? null,
  error: rfp.failure ?? null,
});

/** The answer of a list of RFPs. */
export const listRfpsAnswer = v.object({
  rfps: v.array(rfpDocument),
  pagination: cursorPage,
});

const deletedRfp = v.object({ rfp_id: v.string(), deleted: v.literal(true) });

/** The answer of a deletion. */
export const deleteRfpAnswer = v.object({ rfp: deletedRfp });
export type DeletedRfp = v.InferOutput<typeof deletedRfp>;

const spend = v.pipe(v.number(), v.minValue(0));

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
