import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import type { StoredItem } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import {
  type Attempt,
  attemptSchema,
  type Delivery,
  DUE_INDEX,
  deliverySchema,
  KEPT_DAYS,
} from './delivery.ts';

export const deliveryKey = (deliveryId: string) => ({ pk: `D#${deliveryId}`, sk: 'state' });

export const eventKey = ({ orgId, mode }: Account, eventId: string) => ({
  pk: `E#${orgId}#${mode}#${eventId}`,
  sk: 'event',
});

/** Expiry time for DynamoDB, in seconds since 1970. */
export const ttlOf = (at: Date, days = KEPT_DAYS): number => Math.floor(at.getTime() / 1000) + days * 86_400;

/** @throws ValiError if the item is invalid. */
export const readDelivery = (item: unknown): Delivery => v.parse(deliverySchema, item);

export const deliveryItem = (delivery: Delivery) => ({
  ...deliveryKey(delivery.deliveryId),
  ...delivery,
  ttl: ttlOf(new Date(delivery.createdAt)),
});

const entrySchema = v.object({ ...attemptSchema.entries, body: v.exactOptional(v.instance(Uint8Array)) });

/** Fast; halves the size of most bodies. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = (bytes: Uint8Array): Uint8Array => brotliCompressSync(bytes, QUALITY);
const decompress = (bytes: Uint8Array): Uint8Array => brotliDecompressSync(bytes);

/** An attempt as stored in the `log` attribute of its delivery. */
export const toEntry = ({ responseBody, ...attempt }: Attempt) => ({
  ...attempt,
  ...(responseBody === undefined ? {} : { body: compress(responseBody) }),
});

/** Reads the `log` attribute of a delivery: attempts, oldest first. */
export const readLog = (log: unknown): readonly Attempt[] =>
  v.parse(v.optional(v.array(entrySchema), []), log).map(({ body, ...attempt }) => ({
    ...attempt,
    ...(body === undefined ? {} : { responseBody: decompress(body) }),
  }));

/** Twice as long as deliveries: also a delivery of the last day can be sent again. */
const PAYLOAD_KEPT_DAYS = 60;

/** The attributes of an event item with the bytes that its receivers get. */
export const payloadOf = (bytes: Uint8Array, at: Date) => ({
  payload: compress(bytes),
  ttl: ttlOf(at, PAYLOAD_KEPT_DAYS),
});

/** The stored bytes of an event, and until when they are kept; undefined if they have expired. */
export async function readPayload({ client, TableName }: DynamoDbTable, account: Account, eventId: string) {
  const Key = eventKey(account, eventId);
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && { bytes: decompress(Item.payload), keptUntil: new Date(Number(Item.ttl) * 1000) };
}

/** The items of deliveries. Those that have expired are left out; the order is not kept. */
export async function readDeliveryItems(
  { client, TableName }: DynamoDbTable,
  deliveryIds: readonly string[],
): Promise<readonly StoredItem[]> {
  if (deliveryIds.length === 0) return [];
  const Keys = deliveryIds.map(deliveryKey);
  const found = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
  return (found.get(TableName) ?? []) as readonly StoredItem[];
}

/** Ids of pending deliveries of a webhook that are due by then, oldest first; eventually consistent. */
export async function findDue(
  { client, TableName }: DynamoDbTable,
  webhookId: string,
  by: Date | undefined,
  most: number,
  seen: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const found: string[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName,
      IndexName: DUE_INDEX,
      KeyConditionExpression: `webhookId = :webhook${by === undefined ? '' : ' AND dueAt <= :by'}`,
      ExpressionAttributeValues: { ':webhook': webhookId, ...(by && { ':by': by.toISOString() }) },
      Limit: most + seen.size,
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { deliveryId } of Items) if (!seen.has(String(deliveryId))) found.push(String(deliveryId));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}
