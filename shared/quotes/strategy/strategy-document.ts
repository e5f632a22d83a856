import * as v from 'valibot';
import { chargeOverrides, percent } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { listOf, mapOf, objectOf } from '../../platform/http/body-fields.ts';
import { optionalField } from '../../platform/http/optional-field.ts';
import { rulesDocument } from './rule-document.ts';
import {
  bands,
  containers,
  discountPercent,
  fuel,
  previewedQuotes,
  rounding,
  sheetTerms,
  strategyNote,
  validityDays,
} from './strategy-fields.ts';

const unknownEquipment = () => `is not a known equipment type; use one of ${EQUIPMENT_TYPES.join(', ')}`;

const volumeDiscounts = v.pipe(
  listOf(
    objectOf({ percent: discountPercent, containers }, 'must be an object with percent and containers'),
    0,
    'discounts',
  ),
  v.check(
    (discounts) => new Set(discounts.map((discount) => discount.containers)).size === discounts.length,
    'must not have the same number of containers twice',
  ),
);

/**
 * The terms of a strategy as JSON, in USD and percent. All except `rules`, `sheet_terms` and `converted_quotes_as_loads`
 * are required; others are ignored.
 */
const TERMS = {
  margins: bands,
  margins_by_equipment: mapOf(EQUIPMENT_TYPES, unknownEquipment, bands),
  fuel,
  accessorial_overrides: chargeOverrides,
  port_fees: v.boolean('must be true or false'),
  volume_discounts: volumeDiscounts,
  rounding,
  validity_days: validityDays,
  guaranteed_percent: percent,
  /** Absent in answers if there are none. */
  rules: v.exactOptional(rulesDocument),
  /** Absent in answers if there are none. */
  sheet_terms: v.exactOptional(sheetTerms),
  /** Absent in answers if it is false. */
  converted_quotes_as_loads: v.exactOptional(v.boolean('must be true or false')),
};

const NOT_A_STRATEGY = 'must be a JSON object with all fields of a pricing strategy';

export const termsDocument = objectOf(TERMS, NOT_A_STRATEGY);
export type TermsDocument = v.InferOutput<typeof termsDocument>;

/** Terms with an optional note, as callers send them to replace the strategy. */
export const replacementDocument = objectOf(
  { ...TERMS, note: v.exactOptional(optionalField(strategyNote)) },
  NOT_A_STRATEGY,
);

/** Terms and a number of quotes, as callers send them for a preview. */
export const previewDocument = objectOf(
  { ...TERMS, quotes: v.exactOptional(optionalField(previewedQuotes)) },
  NOT_A_STRATEGY,
);

/** A version as a document for callers and operators. */
export const strategyDocument = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ...TERMS,
  updated_at: v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]),
});
export type StrategyDocument = v.InferOutput<typeof strategyDocument>;

/** The answer of a replacement. */
export const replacedStrategy = v.object({ ...strategyDocument.entries, warnings: v.array(v.string()) });
export type ReplacedStrategy = v.InferOutput<typeof replacedStrategy>;
