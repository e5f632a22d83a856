import * as v from 'valibot';
import { TARIFF } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import {
  bands,
  containers,
  discountPercent,
  listOf,
  mapOf,
  objectOf,
  percent,
  roundingStep,
  usd,
  validityDays,
} from './strategy-fields.ts';

const afterTheMove = TARIFF.filter(({ occasion }) => occasion === 'after the move').map(({ name }) => name);

/** Names of the tariff that may be part of a quote, each once, in its order. */
export const OVERRIDABLE = [...new Set(TARIFF.map(({ name }) => name))].filter(
  (name) => !afterTheMove.includes(name),
);

const noAccessorial = (name: string) =>
  afterTheMove.includes(name)
    ? 'is charged after the move, so that no quote has it'
    : `is no accessorial; there are ${OVERRIDABLE.join(', ')}`;

const noEquipment = () => `is no equipment; there are ${EQUIPMENT_TYPES.join(', ')}`;

const CHARGE = 'must have either rate, in USD, or percent_of_base';

const charge = v.pipe(
  objectOf({ rate: v.exactOptional(usd), percent_of_base: v.exactOptional(percent) }, CHARGE),
  v.check((given) => Object.keys(given).length === 1, CHARGE),
);

const volumeDiscounts = v.pipe(
  listOf(
    objectOf({ percent: discountPercent, containers }, 'must be an object of percent and containers'),
    0,
    'discounts',
  ),
  v.check(
    (discounts) => new Set(discounts.map((discount) => discount.containers)).size === discounts.length,
    'must not have the same containers twice',
  ),
);

/** What an owner decides, as JSON: USD and percent, each field required, others ignored. */
const TERMS = {
  margins: bands,
  margins_by_equipment: mapOf(EQUIPMENT_TYPES, noEquipment, bands),
  fuel: v.picklist(['separate', 'included'], 'must be "separate" or "included"'),
  accessorial_overrides: mapOf(OVERRIDABLE, noAccessorial, charge),
  port_fees: v.boolean('must be true or false'),
  volume_discounts: volumeDiscounts,
  rounding: objectOf(
    {
      to: roundingStep,
      mode: v.picklist(['nearest', 'up', 'down'], 'must be "nearest", "up" or "down"'),
    },
    'must be an object of to and mode',
  ),
  validity_days: validityDays,
  guaranteed_percent: percent,
};

export const termsDocument = objectOf(TERMS, 'must be a JSON object: a whole pricing strategy');
export type TermsDocument = v.InferOutput<typeof termsDocument>;

/** A version as callers and operators read it. */
export const strategyDocument = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ...TERMS,
  updated_at: v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]),
});
export type StrategyDocument = v.InferOutput<typeof strategyDocument>;
