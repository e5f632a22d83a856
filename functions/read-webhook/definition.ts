import { WEBHOOK_SCHEMAS, webhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-webhook',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Read a webhook',
  description: 'Returns one webhook, without its signing secret.',
  response: {
    schema: webhookAnswer,
    description: 'The webhook.',
    fields: {},
  },
  errors: [WEBHOOK_NOT_FOUND_ERROR],
  schemas: WEBHOOK_SCHEMAS,
  tables: { webhooks: ['GetItem'] },
  impact: 'Callers cannot read a webhook; deliveries continue.',
} satisfies Operation;
