import { rotatedWebhookAnswer, WEBHOOK_SCHEMAS } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND_ERROR } from '../../shared/webhooks/store/webhook-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'rotate-webhook-secret',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description:
    'Replaces the signing secret of a webhook. The previous secret stays valid for 24 hours; until then, requests have a signature of each.',
  response: {
    schema: rotatedWebhookAnswer,
    description: 'The webhook with its new secret.',
    fields: {},
  },
  errors: [WEBHOOK_NOT_FOUND_ERROR],
  schemas: WEBHOOK_SCHEMAS,
  tables: { webhooks: ['GetItem', 'UpdateItem'], audit: ['PutItem'] },
  webhookSecrets: ['Encrypt'],
  impact: 'Callers cannot rotate a signing secret, not even a leaked one.',
} satisfies Operation;
