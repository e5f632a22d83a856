import * as v from 'valibot';
import { ANYWHERE } from '../../contracts/rate/contract-geography.ts';
import { chargeOverrides, percent, usd } from '../../costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { equipmentField } from '../../costs/equipment/read-equipment-type.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../../geography/places/read-place-text.ts';
import {
  decimal,
  listOf,
  mapOf,
  objectOf,
  optionalField,
  pathItem,
} from '../../platform/http/body-fields.ts';
import { isRequestObject } from '../../platform/http/request-fields.ts';
import { callerText } from '../../platform/text/bounded-text.ts';
import { WEEKDAYS } from './pricing-strategy.ts';
import {
  bands,
  containers,
  discountPercent,
  fuel,
  previewedQuotes,
  rounding,
  routeMiles,
  sheetTerms,
  strategyNote,
  validityDays,
} from './strategy-fields.ts';

export const MAX_RULES = 100;
const MAX_NAME_LENGTH = 100;
/** Quotes are for at most this many days ahead. */
const MAX_LEAD_DAYS = 365;

const filled = (longest: number) =>
  v.pipe(
    callerText(longest),
    v.check((text) => text.trim() !== '', 'must not be empty'),
  );

/** The text of an origin or destination. */
export const rulePlace = filled(MAX_PLACE_TEXT_LENGTH);
const leadDays = decimal(0, MAX_LEAD_DAYS, 0);

const conditions = {
  customer: v.exactOptional(filled(MAX_CUSTOMER_LENGTH)),
  origin: v.exactOptional(rulePlace),
  destination: v.exactOptional(rulePlace),
  equipment_types: v.exactOptional(listOf(equipmentField, 1, 'equipment types', EQUIPMENT_TYPES.length)),
  min_miles: v.exactOptional(routeMiles),
  max_miles: v.exactOptional(routeMiles),
  weekdays: v.exactOptional(
    listOf(
      v.picklist(WEEKDAYS, `must be one of ${WEEKDAYS.join(', ')}`),
      1,
      'weekdays, each once',
      WEEKDAYS.length,
    ),
  ),
  min_lead_days: v.exactOptional(leadDays),
  max_lead_days: v.exactOptional(leadDays),
};

const termFields = {
  margin: v.exactOptional(objectOf({ percent, floor: usd }, 'must be an object with percent and floor')),
  rounding: v.exactOptional(rounding),
  validity_days: v.exactOptional(validityDays),
  fuel: v.exactOptional(fuel),
  accessorial_overrides: v.exactOptional(chargeOverrides),
};

/** An object with only members of `entries`: a rule without a mistyped condition would match more moves. */
const onlyOf = <const Entries extends v.ObjectEntries>(entries: Entries, message: string) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isRequestObject, message),
    v.strictObject(entries, ({ expected }) =>
      expected === 'never' ? 'is not a member of a rule' : 'is required',
    ),
  );

const NO_CONDITION = `must have at least one of ${Object.keys(conditions).join(', ')}`;
const NO_TERM = `must have at least one of ${Object.keys(termFields).join(', ')}`;

const when = v.pipe(
  onlyOf(conditions, NO_CONDITION),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const isAnywhere = (name: string) =>
      (name === 'origin' || name === 'destination') && value[name]?.trim() === ANYWHERE.text;
    if (Object.keys(value).every(isAnywhere)) addIssue({ message: NO_CONDITION });
    const { min_miles, max_miles, min_lead_days, max_lead_days } = value;
    const checkOrder = (name: 'max_miles' | 'max_lead_days', least = 0, most = least) => {
      if (most >= least) return;
      addIssue({
        message: `must not be less than ${name.replace('max', 'min')}`,
        path: [pathItem(value, name)],
      });
    };
    checkOrder('max_miles', min_miles, max_miles);
    checkOrder('max_lead_days', min_lead_days, max_lead_days);
  }),
);

const terms = v.pipe(
  onlyOf(termFields, NO_TERM),
  v.check(
    (given) =>
      Object.values(given).some((term) => Object.keys(Object(term)).length > 0 || typeof term !== 'object'),
    NO_TERM,
  ),
);

/** A rule as JSON, in USD and percent. */
export const ruleDocument = onlyOf(
  { name: filled(MAX_NAME_LENGTH), when, terms },
  'must be an object with name, when and terms',
);
export type RuleDocument = v.InferOutput<typeof ruleDocument>;

/** The rules of a strategy, each name once. */
const rulesDocument = v.pipe(
  listOf(ruleDocument, 0, 'rules', MAX_RULES),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const names = dataset.value.map(({ name }) => name.trim());
    names.forEach((name, index) => {
      if (names.indexOf(name) === index) return;
      const path: [v.IssuePathItem, v.IssuePathItem] = [
        pathItem(dataset.value, index),
        pathItem(dataset.value[index], 'name'),
      ];
      addIssue({ message: `must differ from rules[${names.indexOf(name)}].name`, path });
    });
  }),
);

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
