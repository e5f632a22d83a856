import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import {
  previewDocument,
  replacementDocument,
  strategyDocument,
  termsDocument,
} from './strategy-document.ts';
import { MAX_PREVIEWED_QUOTES } from './strategy-fields.ts';

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
  'accessorial_overrides.*': {
    description: 'Either `rate` or `percent_of_base`.',
    minProperties: 1,
    maxProperties: 1,
  },
  'accessorial_overrides.*.rate': 'USD per unit.',
  'accessorial_overrides.*.percent_of_base': 'Percent of the base rate.',
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
};

/** Schemas of pricing strategies. */
export const STRATEGY_SCHEMAS: NamedSchemas = {
  PricingStrategyTerms: {
    schema: termsDocument,
    description: 'The terms of a pricing strategy. All fields are required; unknown fields are ignored.',
    fields: TERMS,
  },
  PricingStrategyReplacement: {
    schema: replacementDocument,
    description: 'The terms of a pricing strategy, and a note. Unknown fields are ignored.',
    fields: { ...TERMS, note: 'Reason for the change, for the history. Line feeds and tabs are allowed.' },
  },
  PricingStrategyPreview: {
    schema: previewDocument,
    description:
      'The terms of a pricing strategy, and the number of quotes to price. Unknown fields are ignored.',
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
};
