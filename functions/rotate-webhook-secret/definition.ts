import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { WEBHOOK_NOT_FOUND, WEBHOOK_SCHEMAS } from '../../shared/webhooks/store/webhook-description.ts';
import { rotatedWebhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';

export const description: OperationDescription = {
  tag: 'Webhooks',
  summary: 'Rotate the signing secret',
  description:
    'Replaces the signing secret of a webhook. The previous secret stays valid for 24 hours; until then, requests have a signature of each.',
  response: {
    schema: rotatedWebhookAnswer,
    description: 'The webhook with its new secret.',
    fields: { status: 'Always success.', data: 'The webhook.' },
  },
  errors: [WEBHOOK_NOT_FOUND],
  schemas: WEBHOOK_SCHEMAS,
};
