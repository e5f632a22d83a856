import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { compress, decompress, eventKey, ttlOf } from './dynamodb-delivery-items.ts';

/** An item holds at most 400 KB; longer payloads are stored in parts. */
const PART_BYTES = 300 * 1024;

/** Twice as long as deliveries: also a delivery of the last day can be sent again. */
export const PAYLOAD_KEPT_DAYS = 60;

const storedPayload = v.object({
  payload: v.optional(v.instance(Uint8Array)),
  parts: v.optional(v.number(), 0),
  ttl: v.number(),
});

const partKey = (account: Account, eventId: string, index: number) => ({
  pk: eventKey(account, eventId).pk,
  sk: `part#${index}`,
});

/** The attributes of an event item with its payload, and the items of a long payload. */
export function storePayload(account: Account, eventId: string, bytes: Uint8Array, at: Date) {
  const payload = compress(bytes);
  const ttl = ttlOf(at, PAYLOAD_KEPT_DAYS);
  if (payload.length <= PART_BYTES) return { attributes: { payload, ttl }, items: [] };
  const parts = Math.ceil(payload.length / PART_BYTES);
  const items = Array.from({ length: parts }, (_, index) => ({
    ...partKey(account, eventId, index),
    part: payload.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
    ttl,
  }));
  return { attributes: { parts, ttl }, items };
}

/** The bytes of an event item, with those of its parts; undefined if a part has expired. */
export async function payloadOf(
  { client, TableName }: DynamoDbTable,
  account: Account,
  eventId: string,
  item: unknown,
): Promise<Uint8Array | undefined> {
  const { payload, parts } = v.parse(storedPayload, item);
  if (payload !== undefined) return decompress(payload);
  const read = await Promise.all(
    Array.from({ length: parts }, async (_, index) => {
      const Key = partKey(account, eventId, index);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item?.part as Uint8Array | undefined;
    }),
  );
  return read.every((part) => part !== undefined) ? decompress(Buffer.concat(read)) : undefined;
}

/** The stored bytes of an event, and until when they are kept; undefined if they have expired. */
export async function readPayload(table: DynamoDbTable, account: Account, eventId: string) {
  const { client, TableName } = table;
  const Key = eventKey(account, eventId);
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const bytes = Item && (await payloadOf(table, account, eventId, Item));
  return bytes && { bytes, keptUntil: new Date(Number(Item.ttl) * 1000) };
}
