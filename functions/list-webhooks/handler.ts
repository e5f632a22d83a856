import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { listWebhooksUseCase } from '../../shared/webhooks/registration/read-webhooks.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ WEBHOOKS_TABLE: text() });
const listWebhooks = listWebhooksUseCase(
  createDynamoDbWebhookReader({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
);

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ caller }) => listWebhooks(caller),
});
