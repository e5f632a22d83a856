import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import type { Delivery } from './delivery.ts';
import { deliveryItem, deliveryKey, readPayload } from './dynamodb-delivery-items.ts';

/** A payload must be kept as long as the attempts of a new delivery can take: five waits of at most a day. */
const ATTEMPTS_MS = 6 * DAY_MS;

/**
 * Makes a pending delivery of the same event to the same webhook, and links the two in one transaction. A test stays a test.
 * @param onlyOnce refuses a delivery that was repeated before (`made-before`).
 */
export async function redeliver(
  table: DynamoDbTable,
  old: Delivery,
  deliveryId: string,
  at: Date,
  onlyOnce: boolean,
): Promise<Delivery | 'made-before' | 'payload-gone' | 'gone'> {
  const { client, TableName } = table;
  const payload = await readPayload(table, old, old.eventId);
  if (payload === undefined || payload.keptUntil.getTime() < at.getTime() + ATTEMPTS_MS)
    return 'payload-gone';
  const { orgId, mode, webhookId, eventId, event, maxAttempts, test } = old;
  const now = at.toISOString();
  const delivery: Delivery = {
    ...{ orgId, mode, webhookId, eventId, event, maxAttempts, test, deliveryId },
    ...{ status: 'pending', attempts: 0, createdAt: now, dueAt: now, redeliveryOf: old.deliveryId },
  };
  const unmet = await transactWrite(client, [
    { Put: { TableName, Item: deliveryItem(delivery) } },
    {
      Update: {
        TableName,
        Key: deliveryKey(old.deliveryId),
        UpdateExpression: 'SET redeliveredBy = :new',
        ConditionExpression: `attribute_exists(pk)${onlyOnce ? ' AND attribute_not_exists(redeliveredBy)' : ''}`,
        ExpressionAttributeValues: { ':new': deliveryId },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ]);
  if (unmet.length === 0) return delivery;
  return unmet.some(({ item }) => item !== undefined) ? 'made-before' : 'gone';
}
