import * as v from 'valibot';
import { percent, usd } from '../../costs/accessorials/charge-overrides.ts';
import { FREQUENCIES, OCCASIONS } from '../../costs/accessorials/tariff.ts';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { decimal, listOf, objectOf, optionalField } from '../../platform/http/body-fields.ts';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { boundedText, NO_CONTROL } from '../../platform/text/bounded-text.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { strategyNote } from '../strategy/strategy-document.ts';

/** Entries of a tariff, so that a version fits in one item of the table. */
export const MAX_OWN_ENTRIES = 100;
/** Entries of a body: those of the base tariff can be sent back. */
const MAX_BODY_ENTRIES = 200;
const MAX_NAME_LENGTH = 60;
const MAX_TITLE_LENGTH = 100;
const MAX_PLACE_LENGTH = 200;
const MAX_QUANTITY = 1_000;
const MAX_DAY = 365;

export const UNITS = [...FREQUENCIES, 'percent'] as const;
const SOURCES = ['default', 'custom'] as const;

const oneOf = (names: readonly string[]) => `must be one of ${names.map((name) => `"${name}"`).join(', ')}`;

/** Keys that JSON schemas of maps drop; quotes have a map by name. */
const RESERVED = ['constructor', 'prototype'];
const NAME = `must be lower_snake_case with at most ${MAX_NAME_LENGTH} characters`;
const name = v.pipe(
  boundedText(MAX_NAME_LENGTH, NAME, () => NAME),
  v.check((text) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(text) && !RESERVED.includes(text), NAME),
);

const text = (longest: number) =>
  boundedText(longest, 'must be a text', (fault) =>
    fault === 'control' ? NO_CONTROL : `must have at most ${longest} characters`,
  );
const title = v.pipe(
  text(MAX_TITLE_LENGTH),
  v.check((value) => !/[<>]/.test(value), 'must not have "<" or ">"'),
  v.check((value) => value.trim() !== '', 'must not be empty'),
  v.check((value) => value.isWellFormed(), 'must be well-formed Unicode'),
);
const DAY = 'must be a calendar date in the format YYYY-MM-DD';
const day = v.pipe(
  boundedText(10, DAY, () => DAY),
  v.check((value) => readDay(value) !== undefined, DAY),
);
const place = text(MAX_PLACE_LENGTH);

const tier = objectOf(
  { from_day: decimal(1, MAX_DAY, 0), amount: usd },
  'must be an object with from_day and amount',
);

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(optionalField(schema));

const requestedEntry = objectOf(
  {
    name,
    title: optional(title),
    amount: optional(usd),
    percent: optional(percent),
    tiers: optional(listOf(tier, 0, 'tiers')),
    unit: optional(v.picklist(UNITS, oneOf(UNITS))),
    quantity: optional(decimal(1, MAX_QUANTITY, 0)),
    free_time: optional(decimal(0, MAX_QUANTITY, 0)),
    occasion: optional(v.picklist(OCCASIONS, oneOf(OCCASIONS))),
    equipment_types: optional(
      listOf(v.picklist(EQUIPMENT_TYPES, oneOf(EQUIPMENT_TYPES)), 0, 'equipment types'),
    ),
    ports: optional(listOf(place, 0, 'ports')),
    terminals: optional(listOf(place, 0, 'terminals')),
    effective_from: optional(day),
    effective_to: optional(day),
    enabled: optional(v.boolean('must be true or false')),
    source: optional(v.picklist(SOURCES, oneOf(SOURCES))),
  },
  'must be an object with name and amount',
);
export type RequestedEntry = v.InferOutput<typeof requestedEntry>;

/**
 * The body of a replacement. Entries with the source "default" keep the base tariff. `accessorials` is required, so that a
 * misspelled member does not remove the own tariff.
 */
export const tariffReplacement = objectOf(
  {
    accessorials: listOf(requestedEntry, 0, 'accessorials', MAX_BODY_ENTRIES),
    note: optional(strategyNote),
  },
  'must be a JSON object with accessorials',
);

const amount = v.pipe(v.number(), v.minValue(0));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An accessorial that can apply. Members that do not apply are null, "" or empty. */
const accessorialDocument = v.object({
  name: v.string(),
  title: v.string(),
  amount: v.nullable(amount),
  percent: v.nullable(amount),
  tiers: v.array(v.object({ from_day: count, amount })),
  unit: v.picklist(UNITS),
  quantity: count,
  free_time: count,
  occasion: v.picklist(OCCASIONS),
  equipment_types: v.array(v.picklist(EQUIPMENT_TYPES)),
  ports: v.array(v.string()),
  terminals: v.array(v.string()),
  effective_from: v.string(),
  effective_to: v.string(),
  enabled: v.boolean(),
  source: v.picklist(SOURCES),
  source_text: v.string(),
});
export type AccessorialDocument = v.InferOutput<typeof accessorialDocument>;

export const tariffDocument = v.object({
  version: count,
  updated_at: v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]),
  accessorials: v.array(accessorialDocument),
});
export type TariffDocument = v.InferOutput<typeof tariffDocument>;

const ENTRY: FieldTexts = {
  name: 'Name in requests: lower_snake_case.',
  title: 'Name for people. Default: the title in the base tariff.',
  amount: 'USD for each unit. Give one of `amount`, `percent` and `tiers`.',
  percent: 'Percent of the base rate; of base rate and fuel surcharge for `drop_and_pick`.',
  tiers: 'Amounts by day, in place of one amount per day. Days before the first tier are free.',
  'tiers[].from_day': 'First day of the tier, counted from 1; greater than in the previous tier.',
  'tiers[].amount': 'USD for each day of the tier.',
  unit: 'What the amount is charged for. Default: the unit in the base tariff.',
  quantity: 'Units that a quote charges: days, hours or stops. `per mile` charges the miles of the move.',
  free_time: 'Days or hours of the quantity that are not charged.',
  occasion:
    '`on request`: if a request names it. `by equipment`: always with its equipment. `port fee`: if a request names it, or if the pricing strategy has `port_fees`. `after the move`: never in a quote.',
  equipment_types: 'Equipment to which it applies. Default: that of the base tariff, or all.',
  ports:
    'UN/LOCODEs of the ports where it applies. Without ports and terminals: those of the base tariff, or everywhere.',
  terminals: 'Exact names of the terminals where it applies, in addition to the ports.',
  effective_from: 'First day of pickup, YYYY-MM-DD; empty for no limit.',
  effective_to: 'Last day of pickup, YYYY-MM-DD; empty for no limit.',
  enabled: 'false: the accessorial does not exist for this equipment, these places and days.',
  source:
    '`default`: of the base tariff. `custom`: of the own tariff. A replacement ignores entries with `default`.',
};

const entriesIn = (path: string): FieldTexts =>
  Object.fromEntries(Object.entries(ENTRY).map(([field, text]) => [`${path}.${field}`, text]));

export const TARIFF_SCHEMAS: NamedSchemas = {
  Accessorial: {
    schema: accessorialDocument,
    description: 'An accessorial that can apply. Members that do not apply are null, 0 or empty.',
    fields: { ...ENTRY, source_text: 'Published source of the amount; empty for the own tariff.' },
  },
  AccessorialTariff: {
    schema: tariffDocument,
    description: 'The accessorials of an organization.',
    fields: {
      version: '0: no own tariff was set; each replacement adds 1. The header `ETag` contains it.',
      updated_at: 'Time of the replacement, UTC; empty for version 0.',
      accessorials: 'Accessorials by name, own ones before those of the base tariff.',
    },
  },
  AccessorialTariffReplacement: {
    schema: tariffReplacement,
    description: "The organization's own tariff, and a note. Unknown fields are ignored.",
    fields: {
      accessorials: 'Entries of the own tariff, at most 100; entries with the source `default` do not count.',
      ...entriesIn('accessorials[]'),
      note: 'Reason for the change, for the history of the pricing strategy.',
    },
  },
};
