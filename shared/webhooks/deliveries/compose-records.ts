import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../platform/env/read-env.ts';
import { createDynamoDbWebhookReader } from '../store/dynamodb-webhooks.ts';

export function composeRecords() {
  const env = readEnv({ WEBHOOKS_TABLE: text(), DELIVERIES_TABLE: text() });
  const client = createDocumentClient();
  const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
  return { table: { client, TableName: env.DELIVERIES_TABLE }, webhooks };
}
