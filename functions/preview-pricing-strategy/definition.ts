import {
  changeRange,
  previewAnswer,
  previewedQuote,
  previewPrice,
  previewSummary,
} from '../../shared/quotes/preview/preview-strategy.ts';
import { STRATEGY_SCHEMAS } from '../../shared/quotes/strategy/strategy-description.ts';
import { previewDocument } from '../../shared/quotes/strategy/strategy-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'preview-pricing-strategy',
  method: 'POST',
  path: '/api/v1/pricing-strategy/preview',
  tag: 'Pricing strategy',
  summary: 'Preview a pricing strategy',
  description:
    'Prices the newest quotes with the current strategy and with the terms of the body, and changes nothing. Terminal, miles, market cost and accessorials stay those of each quote, so only the strategy differs. Quotes in any status count. To save the terms only if the strategy is still the one of the preview, send the `ETag` in `If-Match`.',
  body: { schema: previewDocument, fields: {}, ignored: ['version', 'updated_at', 'warnings'] },
  response: {
    schema: previewAnswer,
    description: 'The totals before and after, and a summary.',
    fields: {
      current_version: 'Version of the strategy of `before`.',
      summary: 'All quotes together.',
      quotes: 'Newest first.',
      warnings: 'How places of rules with namesakes were read.',
    },
  },
  responseHeaders: ['ETag'],
  errors: [{ status: 400, when: '`details.errors` names each invalid field.' }],
  schemas: {
    ...STRATEGY_SCHEMAS,
    PreviewSummary: {
      schema: previewSummary,
      description: 'Effect of the terms on all quotes of the preview. Amounts are in USD.',
      fields: {
        quotes: 'Quotes of the preview.',
        skipped:
          'Further quotes that a contract rate priced, or that were stored without the input of their price.',
        changed: 'Quotes whose total changes.',
        increased: 'Quotes whose total increases.',
        decreased: 'Quotes whose total decreases.',
        total_before: 'Sum of the totals with the current strategy.',
        total_after: 'Sum of the totals with the terms of the body.',
        total_change: '`total_after` minus `total_before`.',
        median_change: 'Median of the changes of all quotes, rounded to the cent; 0 without quotes.',
        median_change_percent: 'Median of `change_percent` of all quotes.',
        distribution: 'Quotes by the size of the change: decreases, no change, increases.',
      },
    },
    PreviewChangeRange: {
      schema: changeRange,
      description:
        'Quotes with a change in a range. The bound farther from 0 belongs to the range, the other one does not. The range from 0 to 0 has the quotes without a change.',
      fields: {
        from_percent: 'Percent of the total before; null if there is no lower bound.',
        to_percent: 'Percent of the total before; null if there is no upper bound.',
        quotes: 'Number of quotes.',
      },
    },
    PreviewPrice: {
      schema: previewPrice,
      description: 'A price in USD.',
      fields: {
        base_rate: 'Linehaul with the margin.',
        fuel_surcharge: 'Fuel surcharge; 0 if the strategy includes fuel in the base rate.',
        accessorials: 'Sum of the accessorial charges.',
        total_rate: 'Sum of the three.',
      },
    },
    PreviewedQuote: {
      schema: previewedQuote,
      description: 'A quote with its price before and after.',
      fields: {
        quote_id: 'Id of the quote.',
        status: 'Status at the time of the call.',
        created_at: 'Time of creation, UTC.',
        route: 'Texts of the request.',
        'route.origin': 'Origin.',
        'route.destination': 'Destination.',
        customer_reference: 'The reference of the request; empty if it had none.',
        equipment_type: 'Canonical name of the equipment.',
        distance: 'One-way road miles.',
        quoted_total: 'Total of the quote as it was created, by the strategy of that time.',
        before: 'Price with the current strategy.',
        after: 'Price with the terms of the body.',
        change: 'Total after minus total before.',
        change_percent: '`change` in percent of the total before, with 2 decimals.',
      },
    },
  },
  tables: { quotes: ['Query', 'BatchGetItem'], strategies: ['Query'], terminals: ['GetItem'] },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  impact: 'Callers cannot preview a change of their pricing strategy; changes themselves are not affected.',
} satisfies Operation;
