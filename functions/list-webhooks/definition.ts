import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { WEBHOOK_SCHEMAS } from '../../shared/webhooks/store/webhook-description.ts';
import { webhookListAnswer } from '../../shared/webhooks/store/webhook-document.ts';

export const description: OperationDescription = {
  tag: 'Webhooks',
  summary: 'List webhooks',
  description: 'Lists all webhooks of the organization and mode of the key, oldest first.',
  response: {
    schema: webhookListAnswer,
    description: 'All webhooks.',
    fields: { status: 'Always success.', data: 'Oldest first.' },
  },
  errors: [],
  schemas: WEBHOOK_SCHEMAS,
};
