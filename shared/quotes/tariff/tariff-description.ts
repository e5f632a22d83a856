import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { accessorialDocument, tariffDocument, tariffReplacement } from './tariff-document.ts';

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

/** Schemas of accessorial tariffs. */
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
    description:
      "The organization's own tariff, and a note. `warnings` of the answer names unknown fields, which are ignored.",
    fields: {
      accessorials: 'Entries of the own tariff, at most 100; entries with the source `default` do not count.',
      ...entriesIn('accessorials[]'),
      note: 'Reason for the change, for the history of the pricing strategy.',
    },
  },
};
