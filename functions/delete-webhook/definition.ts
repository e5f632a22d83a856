import { deletedWebhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'delete-webhook',
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook with its signing secrets, and fails its pending deliveries.',
  response: {
    schema: deletedWebhookAnswer,
    description: 'The webhook was deleted.',
    fields: {
      data: 'The deleted webhook.',
      'data.id': 'Id of the deleted webhook.',
    },
  },
  errors: [WEBHOOK_NOT_FOUND_ERROR],
  tables: { webhooks: ['DeleteItem', 'UpdateItem'], audit: ['PutItem'] },
  queues: ['retries'],
  impact: 'Callers cannot delete webhooks, and deliveries to them continue.',
} satisfies Operation;
