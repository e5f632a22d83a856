import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { STRATEGY_SCHEMAS } from '../../shared/quotes/strategy/strategy-description.ts';
import { strategyDocument } from '../../shared/quotes/strategy/strategy-document.ts';

export const description: OperationDescription = {
  tag: 'Pricing strategy',
  summary: 'Read the pricing strategy',
  description: 'Returns the current pricing strategy of the organization and mode of the key.',
  response: { schema: strategyDocument, description: 'The current version.', fields: {} },
  responseHeaders: ['ETag'],
  errors: [],
  schemas: STRATEGY_SCHEMAS,
};
