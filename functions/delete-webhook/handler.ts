import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { deleteWebhookUseCase } from '../../shared/webhooks/registration/delete-webhook.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { readEnv } from './env.ts';
import { deleteWebhookResponse } from './schema.ts';

const env = readEnv();
const deleteWebhook = deleteWebhookUseCase({
  webhooks: createDynamoDbWebhookStore({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
  retries: composeQueue(env.RETRIES_URL),
});

/** DELETE /v1/webhooks/{webhook_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: deleteWebhookResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteWebhook(path.webhook_id ?? '', caller),
});
