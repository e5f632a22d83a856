import { WEBHOOK_SCHEMAS, webhookListAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'list-webhooks',
  method: 'GET',
  path: '/v1/webhooks',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description: 'Lists all webhooks of the organization and mode of the key, oldest first.',
  response: {
    schema: webhookListAnswer,
    description: 'All webhooks.',
    fields: { data: 'Oldest first.' },
  },
  errors: [],
  schemas: WEBHOOK_SCHEMAS,
  tables: { webhooks: ['Query'] },
  impact: 'Callers cannot list their webhooks; deliveries continue.',
} satisfies Operation;
