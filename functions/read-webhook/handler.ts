import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { readWebhookUseCase } from '../../shared/webhooks/registration/read-webhooks.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhook-reader.ts';
import { webhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const readWebhook = readWebhookUseCase(
  createDynamoDbWebhookReader({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
);

/** GET /v1/webhooks/{webhook_id}. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: webhookAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readWebhook(path.webhook_id ?? '', caller),
});
