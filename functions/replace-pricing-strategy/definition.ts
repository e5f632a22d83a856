import { STRATEGY_SCHEMAS } from '../../shared/quotes/strategy/strategy-description.ts';
import { replacedStrategy, replacementDocument } from '../../shared/quotes/strategy/strategy-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-pricing-strategy',
  method: 'PUT',
  path: '/api/v1/pricing-strategy',
  tag: 'Pricing strategy',
  summary: 'Replace the pricing strategy',
  description:
    'Replaces the whole pricing strategy. New quotes use it at once; stored quotes do not change. A call with the current terms creates no version, so its `note` is not stored. The history shows notes. Send the `ETag` of a read in `If-Match`, so that no concurrent change is lost.',
  requestHeaders: ['If-Match'],
  body: { schema: replacementDocument, fields: {}, ignored: ['version', 'updated_at', 'warnings'] },
  response: { schema: replacedStrategy, description: 'The new version.', fields: {} },
  responseHeaders: ['ETag'],
  errors: [
    { status: 400, when: '`details.errors` names each invalid field.' },
    {
      status: 409,
      code: 'STRATEGY_CHANGED',
      when: 'The current version is not that of `If-Match`: `details.current_version`.',
    },
  ],
  schemas: STRATEGY_SCHEMAS,
  tables: { strategies: ['Query', 'PutItem'], audit: ['PutItem'], terminals: ['GetItem'] },
  data: ['terminals', 'places'],
  memoryMb: 1024,
  impact: 'Callers cannot change their pricing strategy; the current strategy stays active.',
} satisfies Operation;
