import { STRATEGY_SCHEMAS } from '../../shared/quotes/strategy/strategy-description.ts';
import {
  historyEntry,
  historyParameters,
  historyResponse,
} from '../../shared/quotes/strategy/strategy-history.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-pricing-strategy-history',
  method: 'GET',
  path: '/api/v1/pricing-strategy/history',
  tag: 'Pricing strategy',
  summary: 'List versions of the pricing strategy',
  description:
    'Lists the versions of the pricing strategy of the organization and mode of the key, newest first. Each has all of its terms, so that a client can compare two versions. The last one is version 0, the initial strategy. Versions never change.',
  query: {
    schema: historyParameters,
    fields: { cursor: '`next_cursor` of the previous page.', limit: 'Maximum versions of the page.' },
  },
  response: {
    schema: historyResponse,
    description: 'A page of versions.',
    fields: {
      versions: 'Newest first.',
    },
  },
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: {
    ...STRATEGY_SCHEMAS,
    PricingStrategyVersion: {
      schema: historyEntry,
      description: 'A version with the author and the reason of its change.',
      fields: {
        version: '0 is the initial strategy; each replacement adds 1.',
        updated_at: 'Time of the replacement, UTC; empty for version 0.',
        updated_by:
          'Id of the API key that replaced the strategy, `operator` for the operator of the service, empty for version 0.',
        note: 'Note of the replacement; empty if it had none.',
        terms: 'The terms. A replacement with them restores the version.',
      },
    },
  },
  tables: { strategies: ['Query'] },
  impact: 'Callers cannot see earlier versions of their pricing strategy; prices are not affected.',
} satisfies Operation;
