import * as v from 'valibot';
import { ANYWHERE } from '../../contracts/rate/contract-rate.ts';
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
import { callerText, NO_CONTROL, textFault } from '../../platform/text/bounded-text.ts';
import { WEEKDAYS } from './pricing-strategy.ts';

const MAX_MILES = 10_000;

const discountPercent = decimal(0, 100, 2);
const containers = decimal(1, 10_000, 0);
const validityDays = decimal(1, 90, 0);
const rounding = objectOf(
  {
    to: decimal(0.01, 1_000, 2),
    mode: v.picklist(['nearest', 'up', 'down'], 'must be "nearest", "up" or "down"'),
  },
  'must be an object with to and mode',
);
const fuel = v.picklist(['separate', 'included'], 'must be "separate" or "included"');
/** Quotes of a preview: one batch of reads. */
export const MAX_PREVIEWED_QUOTES = 100;
const previewedQuotes = decimal(1, MAX_PREVIEWED_QUOTES, 0);
const routeMiles = decimal(0, MAX_MILES, 1);

const MAX_NOTE_LENGTH = 500;

/** A note of a person about a change; line feeds and tabs are allowed. Its value has no spaces at the ends. */
export const strategyNote = v.pipe(
  v.string('must be a text'),
  v.metadata({
    maxLength: MAX_NOTE_LENGTH,
    pattern: '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
  }),
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const note = value.replaceAll('\r\n', '\n');
    const fault = textFault(note.replaceAll(/[\n\t]/g, ' '), MAX_NOTE_LENGTH);
    if (fault === undefined) return note.trim();
    const message = fault === 'control' ? NO_CONTROL : `must have at most ${MAX_NOTE_LENGTH} characters`;
    addIssue({ message });
    return NEVER;
  }),
);

export const MAX_SHEET_TERMS_LENGTH = 4_000;

/** A text that sheets of quotes show. Every kind of line break is read as a line feed; no other control characters. */
const sheetTerms = v.pipe(
  v.string('must be a text'),
  v.metadata({
    maxLength: MAX_SHEET_TERMS_LENGTH,
    pattern: '^[^\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
  }),
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const terms = value.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n');
    // A character has at most two UTF-16 units.
    const fault = textFault(terms.replaceAll('\n', ' '), 2 * MAX_SHEET_TERMS_LENGTH);
    if (fault === 'control') addIssue({ message: 'must not have control characters other than line breaks' });
    else if (fault === 'too-long' || [...terms].length > MAX_SHEET_TERMS_LENGTH) {
      addIssue({ message: `must have at most ${MAX_SHEET_TERMS_LENGTH} characters` });
    } else if (!terms.isWellFormed()) addIssue({ message: 'must be well-formed Unicode' });
    else return terms.trim();
    return NEVER;
  }),
);

const band = objectOf(
  { from_miles: routeMiles, percent, floor: usd },
  'must be an object with from_miles, percent and floor',
);

/** Margin bands: the first starts at 0 miles, the next ones at increasing miles. */
const bands = v.pipe(
  listOf(band, 1, 'bands'),
  v.rawCheck(({ dataset: { value }, addIssue }) => {
    const input: readonly unknown[] = Array.isArray(value) ? value : [];
    const starts = input.map((entry) => Object(entry).from_miles as unknown);
    starts.forEach((start, index) => {
      const before = starts[index - 1];
      if (typeof start !== 'number') return;
      const message = index === 0 ? firstBandError(start) : nextBandError(start, before);
      if (message === undefined) return;
      addIssue({ message, path: [pathItem(input, index), pathItem(Object(input[index]), 'from_miles')] });
    });
  }),
);

const firstBandError = (start: number) => (start === 0 ? undefined : 'must be 0 in the first band');

const nextBandError = (start: number, before: unknown) =>
  typeof before !== 'number' || start > before ? undefined : 'must be greater than in the previous band';

export const MAX_RULES = 100;
const MAX_NAME_LENGTH = 100;
/** Quotes are for at most this many days ahead. */
const MAX_LEAD_DAYS = 365;

const filled = (longest: number) =>
  v.pipe(
    callerText(longest),
    v.check((text) => text.trim() !== '', 'must not be empty'),
  );

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
  rules: v.exactOptional(rulesDocument),
  sheet_terms: v.exactOptional(sheetTerms),
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

export const strategyDocument = v.object({
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ...TERMS,
  updated_at: v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]),
});
export type StrategyDocument = v.InferOutput<typeof strategyDocument>;

export const replacedStrategy = v.object({ ...strategyDocument.entries, warnings: v.array(v.string()) });
export type ReplacedStrategy = v.InferOutput<typeof replacedStrategy>;
