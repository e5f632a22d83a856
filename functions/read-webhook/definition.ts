import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { WEBHOOK_NOT_FOUND, WEBHOOK_SCHEMAS } from '../../shared/webhooks/store/webhook-description.ts';
import { webhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';

export const description: OperationDescription = {
  tag: 'Webhooks',
  summary: 'Read a webhook',
  description: 'Returns one webhook, without its signing secret.',
  response: {
    schema: webhookAnswer,
    description: 'The webhook.',
    fields: { status: 'Always success.', data: 'The webhook.' },
  },
  errors: [WEBHOOK_NOT_FOUND],
  schemas: WEBHOOK_SCHEMAS,
};
