import { randomUUID } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { KeyMode } from '../../platform/account/account.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';

/** A call with an Idempotency-Key. Keys of different organizations, modes and operations are independent. */
export interface KeyedCall {
  readonly orgId: string;
  readonly mode: KeyMode;
  /** Name of the operation, without "#": "price-lanes". */
  readonly operation: string;
  /** 1 to 255 visible ASCII characters. */
  readonly key: string;
  readonly bodyHash: string;
  /** Time of the call. Its answer is stored for 24 hours from then. */
  readonly at: Date;
}

export interface KeyedAnswer {
  readonly call: KeyedCall;
  /** JSON text of the 200 body, as it is sent. */
  readonly body: string;
}

export interface StoredAnswer {
  readonly bodyHash: string;
  /** JSON text of the 200 body, byte for byte. */
  readonly body: string;
  /** ID of the write that stored it. */
  readonly writtenBy: string;
}

export const ANSWER_RETENTION_MS = 24 * 60 * 60 * 1000;

export type DynamoDbIdempotencyStore = ReturnType<typeof createDynamoDbIdempotencyStore>;
export type IdempotencyStore = Pick<DynamoDbIdempotencyStore, 'find'>;

/** Brotli quality. An answer of ten lanes has about 60 kB of JSON, compressed 6 kB; an item holds 400 kB. */
const QUALITY = 5;

const answerItem = v.object({
  bodyHash: v.string(),
  answer: v.instance(Uint8Array),
  writtenBy: v.string(),
  /** ISO 8601 UTC. Decides whether the answer is expired, because deletion by `ttl` can be days late. */
  expiresAt: v.string(),
});

/** The idempotency key is last because it may contain "#". */
const itemKey = ({ orgId, mode, operation, key }: KeyedCall) => ({
  pk: `${orgId}#${mode}#${operation}#${key}`,
});

/**
 * Stores one item per answer in a table with partition key `pk` and time-to-live attribute `ttl` (seconds). Only successes
 * are stored, each in the same transaction as the effect of its call.
 */
export function createDynamoDbIdempotencyStore(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** The stored answer of this call's key; undefined if there is none or it is expired. */
    async find(call: KeyedCall): Promise<StoredAnswer | undefined> {
      const get = new GetCommand({ TableName, Key: itemKey(call), ConsistentRead: true });
      const { Item } = await client.send(get);
      if (Item === undefined) return undefined;
      const { bodyHash, answer, writtenBy, expiresAt } = v.parse(answerItem, Item);
      if (expiresAt <= call.at.toISOString()) return undefined;
      return { bodyHash, writtenBy, body: brotliDecompressSync(answer).toString() };
    },

    /**
     * The write that stores an answer, for the transaction with the effect of the call. Its condition fails if the key
     * already has an answer. `find` then returns that answer, and `writtenBy` shows whether this transaction wrote it.
     * @param writtenBy unique to the transaction, such as its token.
     */
    putAnswer({ call, body }: KeyedAnswer, writtenBy: string): TransactItem {
      const expires = new Date(call.at.getTime() + ANSWER_RETENTION_MS);
      return {
        Put: {
          TableName,
          Item: {
            ...itemKey(call),
            bodyHash: call.bodyHash,
            answer: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
            writtenBy,
            expiresAt: expires.toISOString(),
            ttl: Math.ceil(expires.getTime() / 1000),
          },
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': call.at.toISOString() },
        },
      };
    },
  };
}

/**
 * Stores the answer of a call whose effect is not in DynamoDB. The effect must come first, and a repeated effect must do
 * no harm.
 * @returns false if the key has an answer.
 */
export const createRememberAnswer =
  (client: DynamoDBDocumentClient, store: DynamoDbIdempotencyStore) =>
  async (answer: KeyedAnswer): Promise<boolean> => {
    const token = randomUUID();
    const unmet = await transactWrite(client, [store.putAnswer(answer, token)], token);
    return unmet.length === 0;
  };
