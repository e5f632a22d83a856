import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../../platform/account/account.ts';
import { createConditionalChange } from './dynamodb-conditional-change.ts';
import { type DeliveriesTable, eventKey, ttlOf } from './dynamodb-delivery-items.ts';

/** An item holds 400 KB; what is longer is kept in parts. */
const PART_BYTES = 300 * 1024;

/** A day more than deliveries, so that none outlives what it carries, and those made anew within a day rewrite nothing. */
export const PAYLOAD_KEPT_DAYS = 31;

/** Quick, and half the size of a quote's event. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const frozen = v.object({
  payload: v.optional(v.instance(Uint8Array)),
  sha256: v.optional(v.string()),
  parts: v.optional(v.number()),
});

/** Attributes of an event item that hold its payload, or lead to the parts that do. */
export type FrozenPayload = v.InferOutput<typeof frozen>;

/** Named by what is in it: two writers of one event cannot mix theirs. */
const partKey = (account: Account, eventId: string, sha256: string, index: number) => ({
  pk: eventKey(account, eventId).pk,
  sk: `part#${sha256}#${index}`,
});

/** Bodies of webhooks, as they were when their event came in. */
export function createPayloadStore(table: DeliveriesTable) {
  const { client, TableName } = table;
  const change = createConditionalChange(table);
  return {
    /** Compresses a payload, and writes the parts of a long one, which is not there before its event item says so. */
    async freeze(account: Account, eventId: string, bytes: Uint8Array, at: Date): Promise<FrozenPayload> {
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
     * Sees to it that a payload is kept as long as a delivery that is made now, and changes nothing where it is.
     * False where it, or a part of it, is gone already.
     */
    async keepLonger(account: Account, eventId: string, at: Date): Promise<boolean> {
      const Key = eventKey(account, eventId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (Item === undefined) return false;
      if (Number(Item.ttl) >= ttlOf(at)) return true;
      const { sha256 = '', parts = 0 } = v.parse(frozen, Item);
      const keep = async (one: { pk: string; sk: string }): Promise<boolean> => {
        const { met } = await change(one, {
          UpdateExpression: 'SET #ttl = :ttl',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':ttl': ttlOf(at, PAYLOAD_KEPT_DAYS) },
        });
        return met;
      };
      const partKeys = Array.from({ length: parts }, (_, index) => partKey(account, eventId, sha256, index));
      // The event last: what it says holds for its parts.
      return (await Promise.all(partKeys.map(keep))).every(Boolean) && keep(Key);
    },

    /** The bytes that were frozen; undefined where they are no longer kept. */
    async thaw(account: Account, eventId: string): Promise<Uint8Array | undefined> {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: eventKey(account, eventId), ConsistentRead: true }),
      );
      if (Item === undefined) return undefined;
      const { payload, sha256 = '', parts = 0 } = v.parse(frozen, Item);
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
    },
  };
}
