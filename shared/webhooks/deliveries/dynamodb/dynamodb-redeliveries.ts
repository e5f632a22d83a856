import { transactWrite } from '../../../platform/dynamodb/transact-write.ts';
import type { Delivery } from '../delivery.ts';
import type { Redeliveries } from '../delivery-ports.ts';
import { type DeliveriesTable, newStateItem, stateKey } from './dynamodb-delivery-items.ts';
import { createPayloadStore } from './dynamodb-payload-store.ts';

export interface RedeliveryParts extends DeliveriesTable {
  readonly newDeliveryId: (now: Date) => string;
}

/** Extends the retention of the payload, then makes and links the new delivery in one transaction. */
export function createDynamoDbRedeliveries({
  client,
  TableName,
  newDeliveryId,
}: RedeliveryParts): Redeliveries {
  const payloads = createPayloadStore({ client, TableName });
  return {
    async redeliver(old, at, onlyOnce) {
      const { orgId, mode, webhookId, eventId, event, maxAttempts, test } = old;
      if (!(await payloads.extendRetention({ orgId, mode }, eventId, at))) return { outcome: 'payload-gone' };
      const delivery: Delivery = {
        orgId,
        mode,
        webhookId,
        eventId,
        event,
        deliveryId: newDeliveryId(at),
        status: 'pending',
        attempts: 0,
        maxAttempts,
        createdAt: at.toISOString(),
        dueAt: at.toISOString(),
        test,
        redeliveryOf: old.deliveryId,
      };
      const unmet = await transactWrite(client, [
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
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ]);
      if (unmet.length === 0) return { outcome: 'made', delivery };
      return { outcome: unmet.some(({ item }) => item !== undefined) ? 'made-before' : 'gone' };
    },
  };
}
