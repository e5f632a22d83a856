import {
  quoteReportParameters,
  quoteReportResponse,
  reportAverage,
} from '../../shared/quotes/reports/read-quote-report.ts';
import type { Operation } from '../definition-types.ts';

const FIGURES = {
  quotes: 'Quotes created in the months, without deleted and superseded ones.',
  won: 'Converted quotes of these.',
  lost: 'Declined quotes of these.',
  superseded: 'Quotes that were revised. The quote that revises them stands for them in all other figures.',
  win_rate: 'Won quotes in percent of won and lost quotes; null if there are none.',
  average_margin:
    'Average margin of a quote that the service priced; `percent` is of the costs that the margins cover. Null without such quotes.',
  average_margin_won: 'As `average_margin`, of won quotes.',
  spread_to_market:
    'Average of base rate and fuel surcharge over the market rate; `percent` is of the market rates. Null without quotes.',
  spread_to_market_won: 'As `spread_to_market`, of won quotes.',
};

const figuresOf = (path: string) =>
  Object.fromEntries(Object.entries(FIGURES).map(([name, text]) => [`${path}.${name}`, text]));

export const definition = {
  function: 'read-quote-report',
  method: 'GET',
  path: '/api/v1/reports/quotes',
  tag: 'Quotes',
  summary: 'Report on quotes',
  description:
    'Returns win rate, margin and spread to the market of the quotes of the organization and mode of the key, by month, customer, lane or equipment. A quote counts in the month of its creation (UTC), an imported quote in that of its date, and a lane of an RFP in that of the RFP. Every figure has the changes of all calls that were answered before.',
  query: {
    schema: quoteReportParameters,
    fields: {
      from: {
        description: 'First month, YYYY-MM. Default: 11 months before `to`. At most 35 months before `to`.',
        examples: ['2026-01'],
      },
      to: { description: 'Last month, YYYY-MM. Default: the current month.', examples: ['2026-11'] },
      source:
        'What counts: quotes of the service, priced lanes of RFPs that are not excluded, imported past quotes, or all. Lanes of RFPs and imported quotes count in the numbers of quotes and the win rate, not in averages.',
      group_by: 'What a row stands for.',
      limit: 'Maximum rows. `total` is over all rows.',
    },
  },
  response: {
    schema: quoteReportResponse,
    description: 'The report.',
    fields: {
      from: { description: 'First month.', examples: ['2026-01'] },
      to: { description: 'Last month.', examples: ['2026-11'] },
      source: 'What counts.',
      group_by: 'What a row stands for.',
      rows: 'Months, the last first; or groups by the number of quotes, the largest first. Groups without quotes have no row.',
      'rows[].key':
        'Month (YYYY-MM), customer ("" for quotes without one), lane (cities; a terminal counts to the city of its port) or equipment. Names and aliases of a customer record are one customer, with the name of the record.',
      'rows[].customer_id': 'Id of the customer record. Absent for other rows.',
      ...figuresOf('rows[]'),
      total_rows: 'Number of groups.',
      total: 'Figures over all groups.',
      ...figuresOf('total'),
    },
  },
  errors: [
    {
      status: 400,
      when: '`details.errors` names each invalid parameter. By lane or equipment, the RFPs of the months have at most 20,000 lanes.',
    },
  ],
  schemas: {
    QuoteReportAverage: {
      schema: reportAverage,
      description: 'An average over quotes.',
      fields: {
        amount: 'USD for each quote, rounded to cents; can be less than 0.',
        percent: 'All amounts in percent of what they are based on, with 2 decimals.',
      },
    },
  },
  tables: { quotes: ['Query'], contracts: ['Query'], rfps: ['GetItem', 'BatchGetItem', 'Query'] },
  // The lanes of a large account are up to 100,000 items.
  memoryMb: 1024,
  impact: 'Callers cannot read reports on quotes; the sums are still counted.',
} satisfies Operation;
