import * as v from 'valibot';
import { TARIFF } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { optionalField } from '../../platform/http/optional-field.ts';
import {
  bands,
  containers,
  discountPercent,
  listOf,
  mapOf,
  objectOf,
  percent,
  previewedQuotes,
  roundingStep,
  strategyNote,
  usd,
  validityDays,
} from './strategy-fields.ts';

const afterTheMove = TARIFF.filter(({ occasion }) => occasion === 'after the move').map(({ name }) => name);

/** Tariff names that can be part of a quote, each once, in the order of the tariff. */
export const OVERRIDABLE = [...new Set(TARIFF.map(({ name }) => name))].filter(
  (name) => !afterTheMove.includes(name),
);

const unknownAccessorial = (name: string) =>
  afterTheMove.includes(name)
    ? 'is charged after the move and cannot be part of a quote'
    : `is not a known accessorial; use one of ${OVERRIDABLE.join(', ')}`;

const unknownEquipment = () => `is not a known equipment type; use one of ${EQUIPMENT_TYPES.join(', ')}`;

const CHARGE = 'must have either rate (USD) or percent_of_base';

const charge = v.pipe(
  objectOf({ rate: v.exactOptional(usd), percent_of_base: v.exactOptional(percent) }, CHARGE),
  v.check((given) => Object.keys(given).length === 1, CHARGE),
);

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

/** The terms of a strategy as JSON, in USD and percent. All fields are required; others are ignored. */
const TERMS = {
  margins: bands,
  margins_by_equipment: mapOf(EQUIPMENT_TYPES, unknownEquipment, bands),
  fuel: v.picklist(['separate', 'included'], 'must be "separate" or "included"'),
  accessorial_overrides: mapOf(OVERRIDABLE, unknownAccessorial, charge),
  port_fees: v.boolean('must be true or false'),
  volume_discounts: volumeDiscounts,
  rounding: objectOf(
    {
      to: roundingStep,
      mode: v.picklist(['nearest', 'up', 'down'], 'must be "nearest", "up" or "down"'),
    },
    'must be an object with to and mode',
  ),
  validity_days: validityDays,
  guaranteed_percent: percent,
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
