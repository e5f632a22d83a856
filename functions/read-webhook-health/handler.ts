import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbAttemptCounts } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-attempt-counts.ts';
import { readHealthUseCase } from '../../shared/webhooks/deliveries/health/read-health.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhook-reader.ts';
import { definition } from './definition.ts';

const env = readApiEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
});
const client = createDocumentClient();
const readHealth = readHealthUseCase({
  webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
  counts: createDynamoDbAttemptCounts({ client, TableName: env.DELIVERIES_TABLE }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, query, caller }) => readHealth(path.webhook_id ?? '', query, caller),
});
