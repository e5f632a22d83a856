import * as v from 'valibot';
import type { Account } from '../../../platform/account/account.ts';
import { createBatchedInsert, type Insert, putNew } from '../../../platform/dynamodb/batched-insert.ts';
import type { EventEnvelope } from '../../events/event-message.ts';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { type Delivery, type DeliveryMessage, KEPT_DAYS, MAX_ATTEMPTS } from '../delivery.ts';
import type { DeliveryIntake } from '../delivery-ports.ts';
import {
  type DeliveriesTable,
  eventKey,
  newStateItem,
  readDelivery,
  ttlOf,
} from './dynamodb-delivery-items.ts';
import { readStates } from './dynamodb-delivery-states.ts';
import { createPayloadStore, PAYLOAD_KEPT_DAYS } from './dynamodb-payload-store.ts';

export interface DeliveryIntakeParts extends DeliveriesTable {
  readonly newDeliveryId: (now: Date) => string;
}

/** Events with a longer compressed payload do not share a request. */
const MAX_SHARED_BYTES = 64 * 1024;

const DAY_MS = 86_400_000;

/** An event item: `deliveries` are the ids of the deliveries to `webhooks`, in the same order. */
const eventItem = v.object({
  event: v.picklist(EVENT_NAMES),
  eventId: v.string(),
  receivedAt: v.string(),
  deliveries: v.array(v.string()),
  webhooks: v.array(v.string()),
  kind: v.picklist(['event', 'test']),
});
type EventItem = v.InferOutput<typeof eventItem>;

/** The bytes that all receivers of an event get, and that are signed. */
const payloadOf = ({ id, event, created, object, livemode }: EventEnvelope): Uint8Array =>
  Buffer.from(JSON.stringify({ id, event, created, object, livemode }));

/** The new deliveries of an event. */
const deliveriesOf = (account: Account, item: EventItem): readonly Delivery[] =>
  item.webhooks.map((webhookId, position) => ({
    ...account,
    deliveryId: item.deliveries[position] as string,
    webhookId,
    eventId: item.eventId,
    event: item.event,
    status: 'pending',
    attempts: 0,
    maxAttempts: item.kind === 'test' ? 1 : MAX_ATTEMPTS,
    createdAt: item.receivedAt,
    dueAt: item.receivedAt,
    test: item.kind === 'test',
  }));

/**
 * Stores an event with the ids of its deliveries, then each delivery. A replay finds the event and stores the deliveries
 * that are missing after a crash, so that an event has all its deliveries or is replayed. Concurrent calls share requests.
 */
export function createDynamoDbDeliveryIntake(parts: DeliveryIntakeParts): DeliveryIntake {
  const { client, TableName, newDeliveryId } = parts;
  const payloads = createPayloadStore(parts);
  const insertEvent = createBatchedInsert(client);
  const insertDelivery = createBatchedInsert(client);

  const insertAll = async (deliveries: readonly Delivery[]): Promise<void> => {
    await Promise.all(
      deliveries.map((delivery) =>
        insertDelivery({ TableName, Item: newStateItem(delivery, new Date(delivery.createdAt)) }),
      ),
    );
  };

  /** The deliveries of a known event that have had no attempt. Stores those that are missing. */
  const pendingOf = async (
    account: Account,
    item: EventItem,
    at: Date,
  ): Promise<readonly DeliveryMessage[]> => {
    const states = await readStates(parts, item.deliveries, { ConsistentRead: true });
    const stored = new Map(states.map(readDelivery).map((delivery) => [delivery.deliveryId, delivery]));
    // Later, a delivery may be missing because it has expired.
    const isComplete = at.getTime() - Date.parse(item.receivedAt) >= KEPT_DAYS * DAY_MS;
    const missing = deliveriesOf(account, item).filter(
      ({ deliveryId }) => !isComplete && !stored.has(deliveryId),
    );
    await insertAll(missing);
    const untried = [...stored.values()].filter(
      ({ status, attempts }) => status === 'pending' && attempts === 0,
    );
    return [...untried, ...missing];
  };

  return {
    async admit({ orgId, mode }, event, webhooks, at, kind = 'event') {
      // A caller also has a key and a request, which are not stored.
      const account = { orgId, mode };
      const item: EventItem = {
        event: event.event,
        eventId: event.id,
        receivedAt: at.toISOString(),
        deliveries: webhooks.map(() => newDeliveryId(at)),
        webhooks: [...webhooks],
        kind,
      };
      const stored = await payloads.store(account, event.id, payloadOf(event), at);
      const insert: Insert = {
        TableName,
        Item: {
          ...eventKey(account, event.id),
          ...account,
          ...item,
          ...stored,
          ttl: ttlOf(at, PAYLOAD_KEPT_DAYS),
        },
      };
      const isLong = (stored.payload?.length ?? 0) > MAX_SHARED_BYTES;
      const inserted = await (isLong ? putNew(client, insert) : insertEvent(insert));
      const known = inserted.applied ? item : v.parse(eventItem, inserted.found);
      // Equal ids: the insert was applied, but its response was lost.
      if (known.deliveries.join() !== item.deliveries.join()) {
        return { known: true, pending: await pendingOf(account, known, at) };
      }
      const deliveries = deliveriesOf(account, item);
      await insertAll(deliveries);
      return { known: false, pending: deliveries };
    },
  };
}
