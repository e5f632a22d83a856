import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { DAY_MS } from '../../platform/time/utc-calendar.ts';
import type { EventEnvelope } from '../events/event-message.ts';
import type { Webhook } from '../store/webhook.ts';
import {
  type Attempt,
  attemptSchema,
  type Delivery,
  type DeliveryStatus,
  DUE_INDEX,
  deliverySchema,
  firstDeliveryIdAt,
  isDeliveryId,
  KEPT_DAYS,
  MAX_ATTEMPTS,
  newDeliveryId,
  type StoredDelivery,
  WEBHOOK_INDEX,
  type WholeDelivery,
} from './delivery.ts';

export const deliveryKey = (deliveryId: string) => ({ pk: `D#${deliveryId}`, sk: 'state' });

export const eventKey = ({ orgId, mode }: Account, eventId: string) => ({
  pk: `E#${orgId}#${mode}#${eventId}`,
  sk: 'event',
});

/** Expiry time for DynamoDB, in seconds since 1970. */
export const ttlOf = (at: Date, days = KEPT_DAYS): number => Math.floor(at.getTime() / 1000) + days * 86_400;

/** Fast; halves the size of most payloads, and of a log that repeats a response more. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const pack = (value: unknown) => brotliCompressSync(JSON.stringify(value), QUALITY);

const logSchema = v.array(attemptSchema);

/** The `log` attribute of a delivery: attempts, oldest first. */
export const readLog = (log: unknown): readonly Attempt[] =>
  log instanceof Uint8Array ? v.parse(logSchema, JSON.parse(brotliDecompressSync(log).toString())) : [];

export const logWith = ({ log }: StoredDelivery, attempt: Attempt) => pack([...readLog(log), attempt]);

export const readDelivery = (item: unknown): Delivery => v.parse(deliverySchema, item);

/** Twice as long as deliveries: also a delivery of the last day can be sent again. */
const PAYLOAD_KEPT_DAYS = 60;

/** The stored bytes of an event, and until when they are kept; undefined if they have expired. */
export async function readPayload({ client, TableName }: DynamoDbTable, account: Account, eventId: string) {
  const Key = eventKey(account, eventId);
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && { bytes: brotliDecompressSync(Item.payload), keptUntil: new Date(Number(Item.ttl) * 1000) };
}

const storedDeliveries = v.object({ deliveries: v.array(v.object({ deliveryId: v.string() })) });

export const deliveryIdsIn = (eventItem: unknown): readonly string[] =>
  v.parse(storedDeliveries, eventItem).deliveries.map(({ deliveryId }) => deliveryId);

type Origin = Pick<Delivery, 'orgId' | 'mode' | 'webhookId' | 'eventId' | 'event' | 'test' | 'maxAttempts'>;

const newDelivery = (of: Origin, at: Date, due = at): Delivery => ({
  ...{ ...of, deliveryId: newDeliveryId(at), status: 'pending', attempts: 0 },
  ...{ createdAt: at.toISOString(), nextAttemptAt: due.toISOString() },
});

const putOf = (TableName: string, delivery: Delivery) => {
  const ttl = ttlOf(new Date(delivery.createdAt));
  return { Put: { TableName, Item: { ...deliveryKey(delivery.deliveryId), ...delivery, ttl } } };
};

/**
 * Stores an event with a delivery for each webhook, in one transaction: at most 50 deliveries.
 * @param testDue only for a test: its call makes its one attempt before, unless it is interrupted.
 * @returns the deliveries; none if the event was stored before.
 */
export async function storeEvent(
  { client, TableName }: DynamoDbTable,
  { orgId, mode }: Account,
  { id: eventId, event, created, object, livemode }: EventEnvelope,
  webhookIds: readonly string[],
  at: Date,
  testDue?: Date,
): Promise<readonly Delivery[]> {
  const test = testDue !== undefined;
  const of = { orgId, mode, eventId, event, test, maxAttempts: test ? 1 : MAX_ATTEMPTS };
  const deliveries = webhookIds.map((webhookId) => newDelivery({ ...of, webhookId }, at, testDue));
  const eventItem = {
    ...eventKey({ orgId, mode }, eventId),
    ...{ orgId, mode, event, eventId, receivedAt: at.toISOString(), kind: test ? 'test' : 'event' },
    deliveries: deliveries.map(({ deliveryId, webhookId }) => ({ deliveryId, webhookId })),
    // The bytes that all receivers get, and that are signed.
    payload: pack({ id: eventId, event, created, object, livemode }),
    ttl: ttlOf(at, PAYLOAD_KEPT_DAYS),
  };
  const unmet = await transactWrite(client, [
    { Put: { TableName, Item: eventItem, ConditionExpression: 'attribute_not_exists(pk)' } },
    ...deliveries.map((delivery) => putOf(TableName, delivery)),
  ]);
  return unmet.length === 0 ? deliveries : [];
}

/** A payload must be kept as long as the attempts of a new delivery can take: five waits of at most a day. */
const ATTEMPTS_MS = 6 * DAY_MS;

/**
 * Makes a pending delivery of the same event to the same webhook, and links the two in one transaction. A test stays a test.
 * @param onlyOnce not for a delivery that was repeated before.
 * @returns `not-made` also if the record has expired.
 */
export async function redeliver(
  table: DynamoDbTable,
  { orgId, mode, webhookId, eventId, event, maxAttempts, test, deliveryId: redeliveryOf }: Delivery,
  at: Date,
  onlyOnce: boolean,
): Promise<Delivery | 'payload-gone' | 'not-made'> {
  const { client, TableName } = table;
  const payload = await readPayload(table, { orgId, mode }, eventId);
  if (payload === undefined || payload.keptUntil.getTime() < at.getTime() + ATTEMPTS_MS)
    return 'payload-gone';
  const of = { orgId, mode, webhookId, eventId, event, maxAttempts, test };
  const delivery = { ...newDelivery(of, at), redeliveryOf };
  const unmet = await transactWrite(client, [
    putOf(TableName, delivery),
    {
      Update: {
        TableName,
        Key: deliveryKey(redeliveryOf),
        UpdateExpression: 'SET redeliveredBy = :new',
        ConditionExpression: `attribute_exists(pk)${onlyOnce ? ' AND attribute_not_exists(redeliveredBy)' : ''}`,
        ExpressionAttributeValues: { ':new': delivery.deliveryId },
      },
    },
  ]);
  return unmet.length === 0 ? delivery : 'not-made';
}

/** Deliveries as they are stored. Those that have expired are left out; the order is not kept. */
export const readDeliveries = async (
  { client, TableName }: DynamoDbTable,
  deliveryIds: readonly string[],
): Promise<readonly StoredDelivery[]> =>
  (await batchGetAll(client, TableName, deliveryIds.map(deliveryKey))) as readonly StoredDelivery[];

export async function readWholeDelivery(
  table: DynamoDbTable,
  deliveryId: string,
): Promise<WholeDelivery | undefined> {
  const [stored] = await readDeliveries(table, [deliveryId]);
  if (stored === undefined) return undefined;
  const payload = await readPayload(table, stored, stored.eventId);
  return {
    delivery: readDelivery(stored),
    log: readLog(stored.log),
    ...(payload && { payload: JSON.parse(payload.bytes.toString()) }),
  };
}

/** Reads a delivery of a webhook by an id from a request path; undefined if the webhook has none with this id. */
export async function findDelivery(
  table: DynamoDbTable,
  { id: webhookId, orgId, mode }: Webhook,
  id = '',
): Promise<WholeDelivery | undefined> {
  const found = isDeliveryId(id) ? await readWholeDelivery(table, id) : undefined;
  const { delivery } = found ?? {};
  return delivery?.webhookId === webhookId && delivery.orgId === orgId && delivery.mode === mode
    ? found
    : undefined;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  /** Id of the last delivery of the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Deliveries that one request reads if a filter may leave few of them. */
const FILTERED_ROWS = 500;

/**
 * A page of the deliveries of a webhook, newest first, and the cursor of the next one; eventually consistent. The order is that
 * of their ids.
 */
export async function listDeliveries(
  { client, TableName }: DynamoDbTable,
  webhookId: string,
  { status, event, since, until, cursor, limit }: DeliveryQuery,
) {
  const from = firstDeliveryIdAt(since?.getTime() ?? 0);
  const end = firstDeliveryIdAt(until?.getTime() ?? Number.POSITIVE_INFINITY);
  const to = cursor !== undefined && cursor < end ? cursor : end;
  // DynamoDB rejects a range without keys.
  if (from > to) return { deliveries: [], next: undefined };
  const pages = paginateQuery(
    { client },
    {
      TableName,
      IndexName: WEBHOOK_INDEX,
      KeyConditionExpression: 'webhookId = :webhook AND deliveryId BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':webhook': webhookId, ':from': from, ':to': to },
      ScanIndexForward: false,
      // One more is the previous cursor, and one shows whether a next page exists.
      Limit: status === undefined && event === undefined ? limit + 2 : FILTERED_ROWS,
    },
  );
  const deliveriesOf = async function* () {
    for await (const { Items = [] } of pages) yield* Items.map(readDelivery);
  };
  const { rows, next } = await pageOfMatches(deliveriesOf(), {
    idOf: ({ deliveryId }) => deliveryId,
    matches: (row) =>
      (status === undefined || row.status === status) && (event === undefined || row.event === event),
    ...{ limit, after: cursor },
  });
  return { deliveries: rows, next };
}

/** Ids of pending deliveries of a webhook, oldest first; eventually consistent. @param by only what is due by then. */
export async function findDue(
  { client, TableName }: DynamoDbTable,
  webhookId: string,
  by: Date | undefined,
  most: number,
): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      IndexName: DUE_INDEX,
      KeyConditionExpression: `webhookId = :webhook${by === undefined ? '' : ' AND nextAttemptAt <= :by'}`,
      ExpressionAttributeValues: { ':webhook': webhookId, ...(by && { ':by': by.toISOString() }) },
      Limit: most,
    }),
  );
  return Items.map(({ deliveryId }) => String(deliveryId));
}
