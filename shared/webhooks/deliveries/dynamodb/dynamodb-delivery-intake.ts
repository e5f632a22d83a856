import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../../platform/account/account.ts';
import { gatherCalls } from '../../../platform/concurrency/gather-calls.ts';
import { transactGroup } from '../../../platform/dynamodb/transact-group.ts';
import { type TransactItem, transactWrite } from '../../../platform/dynamodb/transact-write.ts';
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

/** An event item and the items of its deliveries. */
interface NewEvent {
  readonly pk: string;
  readonly writes: readonly TransactItem[];
  readonly bytes: number;
}

/** A transaction has at most 100 writes and 4 MB. */
const MAX_WRITES = 100;
const MAX_PAYLOAD_BYTES = 2 * 1024 * 1024;

/** Splits events into groups that fit one transaction. An event has at most 51 writes: 50 webhooks. */
function transactionsOf(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const groups: NewEvent[][] = [];
  let [writes, bytes] = [0, 0];
  for (const event of events) {
    const group = groups.at(-1);
    if (
      group === undefined ||
      writes + event.writes.length > MAX_WRITES ||
      bytes + event.bytes > MAX_PAYLOAD_BYTES
    ) {
      groups.push([event]);
      [writes, bytes] = [event.writes.length, event.bytes];
    } else {
      group.push(event);
      writes += event.writes.length;
      bytes += event.bytes;
    }
  }
  return groups;
}

const eventItem = v.object({ deliveries: v.array(v.string()) });

/** The bytes that all receivers of an event get, and that are signed. */
const payloadOf = ({ id, event, created, object, livemode }: EventEnvelope): Uint8Array =>
  Buffer.from(JSON.stringify({ id, event, created, object, livemode }));

/**
 * Stores an event with all its deliveries in one transaction, so that a replay finds all of them or none. Concurrent calls
 * for different events share a transaction.
 */
export function createDynamoDbDeliveryIntake(parts: DeliveryIntakeParts): DeliveryIntake {
  const { client, TableName, newDeliveryId } = parts;
  const payloads = createPayloadStore(parts);

  /** Whether each event was new. A transaction with a known event writes nothing: it is repeated without that event. */
  const writeTogether = async (events: readonly NewEvent[]): Promise<readonly boolean[]> => {
    const known = new Set<NewEvent>();
    let left = events;
    while (left.length > 0) {
      // The event item is the only write of an event that has a condition.
      const owners = left.flatMap((event) => event.writes.map(() => event));
      const unmet = await transactWrite(
        client,
        left.flatMap(({ writes }) => writes),
      );
      if (unmet.length === 0) break;
      for (const { position } of unmet) known.add(owners[position] as NewEvent);
      left = left.filter((event) => !known.has(event));
    }
    return events.map((event) => !known.has(event));
  };

  const isNew = gatherCalls<NewEvent, boolean>({
    most: MAX_WRITES,
    // DynamoDB rejects a transaction with two writes of one item.
    keyOf: ({ pk }) => pk,
    run: async (events) =>
      transactionsOf(events).flatMap((group) => {
        const written = transactGroup(group, writeTogether);
        return group.map(async (_, position) => (await written)[position] as boolean | Promise<boolean>);
      }),
  });

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
      const key = eventKey(account, event.id);
      const writes = [
        {
          Put: {
            TableName,
            Item: {
              ...key,
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
      ];
      const bytes = stored.payload?.length ?? 0;
      if (await isNew({ pk: key.pk, writes, bytes })) return { known: false, pending: deliveries };
      return { known: true, pending: await pendingOf(account, event.id) };
    },
  };
}
