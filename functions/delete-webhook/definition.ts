import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { WEBHOOK_NOT_FOUND } from '../../shared/webhooks/store/webhook-description.ts';
import { deletedWebhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';

export const description: OperationDescription = {
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Deletes a webhook with its signing secrets, and fails its pending deliveries.',
  response: {
    schema: deletedWebhookAnswer,
    description: 'The webhook was deleted.',
    fields: {
      status: 'Always success.',
      data: 'The deleted webhook.',
      'data.id': 'Id of the deleted webhook.',
      'data.deleted': 'Always true.',
    },
  },
  errors: [WEBHOOK_NOT_FOUND],
};
