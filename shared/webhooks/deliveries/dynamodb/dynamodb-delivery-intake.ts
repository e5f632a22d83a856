import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../../platform/account/account.ts';
import { transactWrite } from '../../../platform/dynamodb/transact-write.ts';
import type { EventEnvelope } from '../../events/event-message.ts';
import { type Delivery, type DeliveryMessage, MAX_ATTEMPTS } from '../delivery.ts';
import type { DeliveryIntake } from '../delivery-ports.ts';
import {
  type DeliveriesTable,
  eventKey,
  newStateItem,
  readDelivery,
  stateKey,
  ttlOf,
} from './dynamodb-delivery-items.ts';
import { createPayloadStore, PAYLOAD_KEPT_DAYS } from './dynamodb-payload-store.ts';

export interface DeliveryIntakeParts extends DeliveriesTable {
  readonly newDeliveryId: (now: Date) => string;
}

const eventItem = v.object({ deliveries: v.array(v.string()) });

/** The bytes that all receivers of an event get, and that are signed. */
const payloadOf = ({ id, event, created, object, livemode }: EventEnvelope): Uint8Array =>
  Buffer.from(JSON.stringify({ id, event, created, object, livemode }));

/** Stores an event with all its deliveries in one transaction, so that a replay finds all of them or none. */
export function createDynamoDbDeliveryIntake(parts: DeliveryIntakeParts): DeliveryIntake {
  const { client, TableName, newDeliveryId } = parts;
  const payloads = createPayloadStore(parts);

  const pendingOf = async (account: Account, eventId: string): Promise<readonly DeliveryMessage[]> => {
    const { Item } = await client.send(
      new GetCommand({ TableName, Key: eventKey(account, eventId), ConsistentRead: true }),
    );
    const { deliveries } = v.parse(eventItem, Item);
    const states = await Promise.all(
      deliveries.map((id) =>
        client.send(new GetCommand({ TableName, Key: stateKey(id), ConsistentRead: true })),
      ),
    );
    return states
      .flatMap((state) => (state.Item === undefined ? [] : [readDelivery(state.Item)]))
      .filter(({ status, attempts }) => status === 'pending' && attempts === 0);
  };

  return {
    async admit({ orgId, mode }, event, webhookIds, at, kind = 'event') {
      // A caller also has a key and a request, which are not stored.
      const account = { orgId, mode };
      const deliveries = webhookIds.map(
        (webhookId): Delivery => ({
          ...account,
          deliveryId: newDeliveryId(at),
          webhookId,
          eventId: event.id,
          event: event.event,
          status: 'pending',
          attempts: 0,
          maxAttempts: kind === 'test' ? 1 : MAX_ATTEMPTS,
          createdAt: at.toISOString(),
          dueAt: at.toISOString(),
          test: kind === 'test',
        }),
      );
      const stored = await payloads.store(account, event.id, payloadOf(event), at);
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: {
              ...eventKey(account, event.id),
              ...account,
              eventId: event.id,
              event: event.event,
              receivedAt: at.toISOString(),
              ...stored,
              deliveries: deliveries.map(({ deliveryId }) => deliveryId),
              ttl: ttlOf(at, PAYLOAD_KEPT_DAYS),
            },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        ...deliveries.map((delivery) => ({ Put: { TableName, Item: newStateItem(delivery, at) } })),
      ]);
      if (unmet.length === 0) return { known: false, pending: deliveries };
      return { known: true, pending: await pendingOf(account, event.id) };
    },
  };
}
