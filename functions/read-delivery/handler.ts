import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbDeliveryRecords } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-records.ts';
import { readDeliveryUseCase } from '../../shared/webhooks/deliveries/listing/read-delivery.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhook-reader.ts';
import { definition } from './definition.ts';

const env = readApiEnv({
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
});
const client = createDocumentClient();
const readDelivery = readDeliveryUseCase({
  webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
  records: createDynamoDbDeliveryRecords({ client, TableName: env.DELIVERIES_TABLE }),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readDelivery(path.webhook_id ?? '', path.delivery_id ?? '', caller),
});
