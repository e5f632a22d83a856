import { writeTogether } from '../dynamodb/write-together.ts';
import { type Delivery, MOST_ATTEMPTS } from './delivery.ts';
import type { Redeliveries } from './delivery-ports.ts';
import { type DeliveriesTable, eventKey, newStateItem, stateKey, ttlOf } from './dynamodb-delivery-items.ts';
import { PAYLOAD_KEPT_DAYS } from './dynamodb-frozen-payloads.ts';

export interface RedeliveryParts extends DeliveriesTable {
  readonly newDeliveryId: (now: Date) => string;
}

/** One transaction makes the new delivery, links it, and keeps the payload as long as it is needed. */
export function createDynamoDbRedeliveries({
  client,
  TableName,
  newDeliveryId,
}: RedeliveryParts): Redeliveries {
  return {
    async redeliver(old, at, onlyOnce) {
      const { orgId, mode, webhookId, eventId, event } = old;
      const delivery: Delivery = {
        orgId,
        mode,
        webhookId,
        eventId,
        event,
        deliveryId: newDeliveryId(at),
        status: 'pending',
        attempts: 0,
        maxAttempts: MOST_ATTEMPTS,
        createdAt: at.toISOString(),
        dueAt: at.toISOString(),
        test: false,
        redeliveryOf: old.deliveryId,
      };
      const unmet = await writeTogether(client, [
        { Put: { TableName, Item: newStateItem(delivery, at) } },
        {
          Update: {
            TableName,
            Key: stateKey(old.deliveryId),
            UpdateExpression: 'SET redeliveredBy = :new',
            ConditionExpression: onlyOnce
              ? 'attribute_exists(pk) AND attribute_not_exists(redeliveredBy)'
              : 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':new': delivery.deliveryId },
          },
        },
        {
          Update: {
            TableName,
            Key: eventKey({ orgId, mode }, eventId),
            UpdateExpression: 'SET #ttl = :ttl',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':ttl': ttlOf(at, PAYLOAD_KEPT_DAYS) },
          },
        },
      ]);
      if (unmet.length === 0) return { outcome: 'made', delivery };
      return { outcome: unmet.some(({ position }) => position === 1) ? 'made-before' : 'payload-gone' };
    },
  };
}
