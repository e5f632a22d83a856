import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/dynamodb-webhook-reader.ts';
import { createListWebhooks } from '../../shared/webhooks/read-webhooks.ts';
import { readEnv } from './env.ts';
import { listWebhooksResponse } from './schema.ts';

const env = readEnv();
const listWebhooks = createListWebhooks(
  createDynamoDbWebhookReader({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
);

/** GET /v1/webhooks. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: false,
  response: listWebhooksResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ caller }) => listWebhooks(caller),
});
