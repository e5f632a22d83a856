import { STRATEGY_SCHEMAS } from '../../shared/quotes/strategy/strategy-description.ts';
import { strategyDocument } from '../../shared/quotes/strategy/strategy-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-pricing-strategy',
  method: 'GET',
  path: '/api/v1/pricing-strategy',
  tag: 'Pricing strategy',
  summary: 'Read the pricing strategy',
  description: 'Returns the current pricing strategy of the organization and mode of the key.',
  response: { schema: strategyDocument, description: 'The current version.', fields: {} },
  responseHeaders: ['ETag'],
  errors: [],
  schemas: STRATEGY_SCHEMAS,
  tables: { strategies: ['Query'] },
  impact: 'Callers cannot read their pricing strategy; new quotes are not affected.',
} satisfies Operation;
