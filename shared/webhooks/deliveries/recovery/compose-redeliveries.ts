import { createDocumentClient } from '../../../platform/dynamodb/document-client.ts';
import { composeQueue } from '../../../platform/sqs/compose-queue.ts';
import { createDynamoDbWebhookReader } from '../../store/dynamodb-webhook-reader.ts';
import { combineDeliveryMessages } from '../combine-delivery-messages.ts';
import type { RedeliveryEnvironment } from '../delivery-env.ts';
import { createDeliveryIds } from '../delivery-id.ts';
import { createDynamoDbDeliveryRecords } from '../dynamodb/dynamodb-delivery-records.ts';
import { createDynamoDbRedeliveries } from '../dynamodb/dynamodb-redeliveries.ts';

/** Composes the ports of redeliveries, with the adapters of every stage. */
export function composeRedeliveries(env: RedeliveryEnvironment) {
  const client = createDocumentClient();
  const table = { client, TableName: env.DELIVERIES_TABLE };
  return {
    table,
    webhooks: createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE }),
    records: createDynamoDbDeliveryRecords(table),
    redeliveries: createDynamoDbRedeliveries({ ...table, newDeliveryId: createDeliveryIds() }),
    deliveries: combineDeliveryMessages(composeQueue(env.DELIVERIES_URL)),
    now: () => new Date(),
  };
}
