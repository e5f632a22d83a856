import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { QUOTE_STATUSES } from '../record/quote-outcome.ts';
import { MAX_PREVIEWED_QUOTES } from '../strategy/strategy-document.ts';

const cents = v.check<number, string>((value) => Number(value.toFixed(2)) === value, 'at most 2 decimals');
const amount = v.pipe(v.number(), v.minValue(0), cents);
const change = v.pipe(v.number(), cents);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PREVIEWED_QUOTES));

/** A range of changes in percent of the total before; null is an open end. 0 to 0 are the quotes without a change. */
export const changeRange = v.object({
  from_percent: v.nullable(v.number()),
  to_percent: v.nullable(v.number()),
  quotes: count,
});

export const previewSummary = v.object({
  quotes: count,
  skipped: count,
  changed: count,
  increased: count,
  decreased: count,
  total_before: amount,
  total_after: amount,
  total_change: change,
  median_change: change,
  median_change_percent: change,
  distribution: v.array(changeRange),
});

export const previewPrice = v.object({
  base_rate: amount,
  fuel_surcharge: amount,
  accessorials: amount,
  total_rate: amount,
});

export const previewedQuote = v.object({
  quote_id: v.string(),
  status: v.picklist(QUOTE_STATUSES),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  route: v.object({ origin: v.string(), destination: v.string() }),
  customer_reference: v.string(),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  distance: v.pipe(v.number(), v.gtValue(0)),
  quoted_total: amount,
  before: previewPrice,
  after: previewPrice,
  change,
  change_percent: change,
});

export const previewAnswer = v.object({
  current_version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  summary: previewSummary,
  quotes: v.pipe(v.array(previewedQuote), v.maxLength(MAX_PREVIEWED_QUOTES)),
  warnings: v.array(v.string()),
});
export type PreviewAnswer = v.InferOutput<typeof previewAnswer>;
