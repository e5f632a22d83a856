import { createDeliveryIds } from '../../shared/deliveries/delivery-id.ts';
import { createDynamoDbDeliveryRecords } from '../../shared/deliveries/dynamodb-delivery-records.ts';
import { createDynamoDbRedeliveries } from '../../shared/deliveries/dynamodb-redeliveries.ts';
import { createRecoverDeliveries } from '../../shared/deliveries/recover-deliveries.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { queueInService } from '../../shared/queues/queue-in-service.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/dynamodb-webhook-reader.ts';
import { readEnv } from './env.ts';
import { recoverDeliveriesResponse } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const table = { client, TableName: env.DELIVERIES_TABLE };
const recoverDeliveries = createRecoverDeliveries({
  webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
  records: createDynamoDbDeliveryRecords(table),
  redeliveries: createDynamoDbRedeliveries({ ...table, newDeliveryId: createDeliveryIds() }),
  deliveries: queueInService(env.DELIVERIES_URL, env),
  now: () => new Date(),
});

/** POST /v1/webhooks/{webhook_id}/recover. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: true,
  response: recoverDeliveriesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => recoverDeliveries(path.webhook_id ?? '', body, caller),
});
