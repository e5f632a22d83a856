import { overrideTexts } from '../../costs/accessorials/charge-overrides.ts';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import {
  MAX_PREVIEWED_QUOTES,
  previewDocument,
  replacedStrategy,
  replacementDocument,
  ruleDocument,
  strategyDocument,
  termsDocument,
} from './strategy-document.ts';

const bandTexts = (path: string): FieldTexts => ({
  [`${path}[].from_miles`]:
    'One-way miles from which the band applies: 0 in the first band, then increasing.',
  [`${path}[].percent`]: 'Markup in percent of the cost.',
  [`${path}[].floor`]: 'Minimum markup in USD.',
});

const TERMS: FieldTexts = {
  margins: 'Margin bands by distance, for equipment without bands of its own.',
  ...bandTexts('margins'),
  margins_by_equipment: 'Margin bands by equipment type, in place of the general bands; {} for none.',
  'margins_by_equipment.*': 'Margin bands of the equipment type.',
  ...bandTexts('margins_by_equipment.*'),
  fuel: '`separate`: the margin is on linehaul, and fuel is charged at cost. `included`: the margin is on both together.',
  accessorial_overrides: 'Charges that replace those of the tariff, by tariff name; {} for none.',
  ...overrideTexts('accessorial_overrides'),
  port_fees: 'Whether fees of the terminal are charged without a request.',
  volume_discounts:
    'Discounts that events contain; they are not deducted from a quote. Each number of containers at most once.',
  'volume_discounts[].percent': 'Discount in percent.',
  'volume_discounts[].containers': 'Number of containers from which the discount applies.',
  rounding: 'Rounding of the base rate.',
  'rounding.to': 'Step in USD.',
  'rounding.mode': 'Direction of rounding.',
  validity_days: 'Days after the day of creation on which a quote is valid.',
  guaranteed_percent:
    'Price of the accessorial `guaranteed` in percent of the base rate, unless it is overridden.',
  rules: 'Other terms for some customers, lanes, equipment and days. Absent: no rules.',
  sheet_terms:
    'Terms that sheets of quotes show to customers, as plain text with line breaks. Absent or empty: none; answers then have no such field.',
  converted_quotes_as_loads:
    'Whether each converted quote of a container with a terminal becomes a load in the market data of the organization, in the mode of the key. Absent: false; answers have the field only if it is true.',
};

const RULE: FieldTexts = {
  name: 'Name of the rule, once in a strategy. Quotes state it.',
  when: { description: 'Conditions that a move must all meet. At least one.', minProperties: 1 },
  'when.customer':
    'Name of the customer of the quote or RFP; case, accents and spaces at the ends do not matter. Absent: all customers.',
  'when.origin':
    'Terminal name, ZIP code, city with state, 3-digit ZIP, UN/LOCODE of a port, or state code. Absent: anywhere.',
  'when.destination': 'As `origin`.',
  'when.equipment_types': 'Equipment types. Absent: all.',
  'when.equipment_types[]': 'Equipment type.',
  'when.min_miles': 'Least one-way road miles.',
  'when.max_miles': 'Most one-way road miles.',
  'when.weekdays': 'Weekdays of the day of pickup. Absent: all.',
  'when.weekdays[]': 'Weekday.',
  'when.min_lead_days': 'Least days from the day of the quote, at the origin, to the day of pickup.',
  'when.max_lead_days': 'Most days from the day of the quote, at the origin, to the day of pickup.',
  terms: {
    description: 'Terms that replace those of the strategy. At least one; others stay as in the strategy.',
    minProperties: 1,
  },
  'terms.margin': 'Margin in place of all margin bands. Not for contract rates.',
  'terms.margin.percent': 'Markup in percent of the cost.',
  'terms.margin.floor': 'Minimum markup in USD.',
  'terms.rounding': 'Rounding of the base rate. Not for contract rates.',
  'terms.rounding.to': 'Step in USD.',
  'terms.rounding.mode': 'Direction of rounding.',
  'terms.validity_days': 'Days after the day of creation on which a quote is valid.',
  'terms.fuel': 'As `fuel` of the strategy. Not for contract rates.',
  'terms.accessorial_overrides':
    'Charges that replace those of the strategy and the tariff, by tariff name. Those of a contract rate come first.',
  ...overrideTexts('terms.accessorial_overrides'),
};

export const STRATEGY_SCHEMAS: NamedSchemas = {
  PricingRule: {
    schema: ruleDocument,
    description:
      'Other terms for some moves. Among the rules that match a move, one of the customer comes first, then the narrower origin, the narrower destination, and the place in the list. Unknown members are rejected.',
    fields: RULE,
  },
  PricingStrategyTerms: {
    schema: termsDocument,
    description:
      'The terms of a pricing strategy. All fields except `rules`, `sheet_terms` and `converted_quotes_as_loads` are required; `warnings` of the answer names unknown fields, which are ignored.',
    fields: TERMS,
  },
  PricingStrategyReplacement: {
    schema: replacementDocument,
    description:
      'The terms of a pricing strategy, and a note. `warnings` of the answer names unknown fields, which are ignored.',
    fields: { ...TERMS, note: 'Reason for the change, for the history. Line feeds and tabs are allowed.' },
  },
  PricingStrategyPreview: {
    schema: previewDocument,
    description: 'The terms of a pricing strategy, and the number of quotes to price.',
    fields: { ...TERMS, quotes: `Number of quotes. Default: ${MAX_PREVIEWED_QUOTES}.` },
  },
  PricingStrategy: {
    schema: strategyDocument,
    description: 'A version of the pricing strategy.',
    fields: {
      ...TERMS,
      version: '0 is the initial strategy; each replacement adds 1. The header `ETag` contains it.',
      updated_at: 'Time of the replacement, UTC; empty for version 0.',
    },
  },
  ReplacedPricingStrategy: {
    schema: replacedStrategy,
    description: 'The new version of the pricing strategy.',
    fields: {
      ...TERMS,
      version: 'Number of the version. The header `ETag` contains it.',
      updated_at: 'Time of the replacement, UTC.',
      warnings: 'How places of rules with namesakes were read.',
    },
  },
};
