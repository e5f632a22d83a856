import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { deleteWebhookUseCase } from '../../shared/webhooks/registration/delete-webhook.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { deletedWebhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const deleteWebhook = deleteWebhookUseCase({
  webhooks: createDynamoDbWebhookStore({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
  retries: composeQueue(env.RETRIES_URL),
});

/** DELETE /v1/webhooks/{webhook_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: deletedWebhookAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteWebhook(path.webhook_id ?? '', caller),
});
