import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../../platform/account/account.ts';
import { batchGet } from '../../../platform/dynamodb/batch-get.ts';
import { updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import { type DeliveriesTable, eventKey, ttlOf } from './dynamodb-delivery-items.ts';

/** An item holds at most 400 KB; longer payloads are stored in parts. */
const PART_BYTES = 300 * 1024;

/** One day longer than deliveries: no payload expires first, and redeliveries within a day need no write. */
export const PAYLOAD_KEPT_DAYS = 31;

/** Fast; halves the size of a quote event. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const storedPayload = v.object({
  payload: v.optional(v.instance(Uint8Array)),
  sha256: v.optional(v.string()),
  parts: v.optional(v.number()),
});

const eventItemKey = v.object({ pk: v.string() });

/** The event whose payload is read. */
export interface PayloadOf {
  readonly account: Account;
  readonly eventId: string;
}

/** Attributes of an event item with its payload, or with the hash and number of the payload's parts. */
export type StoredPayload = v.InferOutput<typeof storedPayload>;

/** Named by the hash of the payload: two writers of one event cannot mix their parts. */
const partKey = (account: Account, eventId: string, sha256: string, index: number) => ({
  pk: eventKey(account, eventId).pk,
  sk: `part#${sha256}#${index}`,
});

/** Stores the bodies of webhook requests, once for each event. */
export function createPayloadStore({ client, TableName }: DeliveriesTable) {
  /** The event items of these keys, by partition key, with strong consistency. */
  const readItems = async (
    Keys: readonly { readonly pk: string; readonly sk: string }[],
  ): Promise<ReadonlyMap<string, unknown>> => {
    const [Key] = Keys;
    if (Key !== undefined && Keys.length === 1) {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return new Map(Item === undefined ? [] : [[Key.pk, Item]]);
    }
    const found = await batchGet(client, { [TableName]: { Keys: [...Keys], ConsistentRead: true } });
    return new Map((found.get(TableName) ?? []).map((item) => [v.parse(eventItemKey, item).pk, item]));
  };

  /** The bytes of an event item, with those of its parts; undefined if a part has expired. */
  const bytesOf = async (
    account: Account,
    eventId: string,
    item: unknown,
  ): Promise<Uint8Array | undefined> => {
    const { payload, sha256 = '', parts = 0 } = v.parse(storedPayload, item);
    if (payload !== undefined) return brotliDecompressSync(payload);
    const indexes = Array.from({ length: parts }, (_, index) => index);
    const read = await Promise.all(
      indexes.map(async (index) => {
        const Key = partKey(account, eventId, sha256, index);
        const found = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        return found.Item?.part as Uint8Array | undefined;
      }),
    );
    if (read.some((part) => part === undefined)) return undefined;
    return brotliDecompressSync(Buffer.concat(read as Uint8Array[]));
  };

  /** One result for each event, which rejects on its own if its item cannot be read. */
  const readEach = async (
    events: readonly PayloadOf[],
  ): Promise<readonly Promise<Uint8Array | undefined>[]> => {
    const keys = events.map(({ account, eventId }) => eventKey(account, eventId));
    const items = await readItems([...new Map(keys.map((key) => [key.pk, key])).values()]);
    return events.map(async ({ account, eventId }) => {
      const item = items.get(eventKey(account, eventId).pk);
      return item === undefined ? undefined : bytesOf(account, eventId, item);
    });
  };

  return {
    /** Compresses a payload and writes the parts of a long one. Returns attributes for the event item. */
    async store(account: Account, eventId: string, bytes: Uint8Array, at: Date): Promise<StoredPayload> {
      const payload = brotliCompressSync(bytes, QUALITY);
      if (payload.length <= PART_BYTES) return { payload };
      const sha256 = createHash('sha256').update(payload).digest('hex');
      const parts = Math.ceil(payload.length / PART_BYTES);
      const indexes = Array.from({ length: parts }, (_, index) => index);
      await Promise.all(
        indexes.map((index) => {
          const part = payload.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
          const Item = {
            ...partKey(account, eventId, sha256, index),
            part,
            ttl: ttlOf(at, PAYLOAD_KEPT_DAYS),
          };
          return client.send(new PutCommand({ TableName, Item }));
        }),
      );
      return { sha256, parts };
    },

    /**
     * Extends the retention of a payload to that of a delivery made now, if it is shorter.
     * False if the payload or a part of it has expired.
     */
    async extendRetention(account: Account, eventId: string, at: Date): Promise<boolean> {
      const Key = eventKey(account, eventId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (Item === undefined) return false;
      if (Number(Item.ttl) >= ttlOf(at)) return true;
      const { sha256 = '', parts = 0 } = v.parse(storedPayload, Item);
      const extend = async (part: { pk: string; sk: string }): Promise<boolean> => {
        const update = await updateIf(client, {
          TableName,
          Key: part,
          UpdateExpression: 'SET #ttl = :ttl',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':ttl': ttlOf(at, PAYLOAD_KEPT_DAYS) },
        });
        return update.applied;
      };
      const partKeys = Array.from({ length: parts }, (_, index) => partKey(account, eventId, sha256, index));
      // The event item last: its expiry must not be later than that of its parts.
      return (await Promise.all(partKeys.map(extend))).every(Boolean) && extend(Key);
    },

    /** The stored bytes; undefined if they have expired. */
    async read(account: Account, eventId: string): Promise<Uint8Array | undefined> {
      const [bytes] = await readEach([{ account, eventId }]);
      return bytes;
    },

    /** The stored bytes of several events, as `read`, in one request. At most 100 events. */
    readEach,
  };
}
