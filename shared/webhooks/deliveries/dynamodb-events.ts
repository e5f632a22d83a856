import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { EventEnvelope } from '../events/event-message.ts';
import { type Delivery, MAX_ATTEMPTS } from './delivery.ts';
import {
  deliveryItem,
  eventKey,
  payloadOf,
  readDelivery,
  readDeliveryItems,
} from './dynamodb-delivery-items.ts';

const storedDeliveries = v.object({ deliveries: v.array(v.object({ deliveryId: v.string() })) });

/** The ids of the deliveries in an event item. */
export const deliveryIdsIn = (eventItem: unknown): readonly string[] =>
  v.parse(storedDeliveries, eventItem).deliveries.map(({ deliveryId }) => deliveryId);

/** The bytes that all receivers of an event get, and that are signed. */
const bodyOf = ({ id, event, created, object, livemode }: EventEnvelope): Uint8Array =>
  Buffer.from(JSON.stringify({ id, event, created, object, livemode }));

/**
 * Stores an event with a delivery for each webhook, in one transaction: at most 50 deliveries.
 * A known event does not change.
 * @returns the deliveries; of a known event those that have had no attempt, since their messages may be lost.
 */
export async function storeEvent(
  table: DynamoDbTable,
  { orgId, mode }: Account,
  event: EventEnvelope,
  webhookIds: readonly string[],
  newDeliveryId: (now: Date) => string,
  at: Date,
  /** A test has one attempt, which its call makes before `dueAt`. */
  test?: { readonly dueAt: Date },
): Promise<{ readonly known: boolean; readonly pending: readonly Delivery[] }> {
  const { TableName } = table;
  const account = { orgId, mode };
  const createdAt = at.toISOString();
  const deliveries = webhookIds.map(
    (webhookId): Delivery => ({
      ...account,
      deliveryId: newDeliveryId(at),
      webhookId,
      eventId: event.id,
      event: event.event,
      status: 'pending',
      attempts: 0,
      maxAttempts: test ? 1 : MAX_ATTEMPTS,
      createdAt,
      dueAt: test?.dueAt.toISOString() ?? createdAt,
      test: test !== undefined,
    }),
  );
  const eventItem = {
    ...eventKey(account, event.id),
    ...account,
    event: event.event,
    eventId: event.id,
    receivedAt: createdAt,
    kind: test ? 'test' : 'event',
    deliveries: deliveries.map(({ deliveryId, webhookId }) => ({ deliveryId, webhookId })),
    ...payloadOf(bodyOf(event), at),
  };
  const unmet = await transactWrite(table.client, [
    {
      Put: {
        TableName,
        Item: eventItem,
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...deliveries.map((delivery) => ({ Put: { TableName, Item: deliveryItem(delivery) } })),
  ]);
  const [known] = unmet;
  if (known === undefined) return { known: false, pending: deliveries };
  const ids = deliveryIdsIn(unmarshall(known.item ?? {}));
  const states = (await readDeliveryItems(table, ids)).map(readDelivery);
  return {
    known: true,
    pending: states.filter(({ status, attempts }) => status === 'pending' && attempts === 0),
  };
}
