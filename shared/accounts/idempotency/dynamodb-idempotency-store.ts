import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import {
  ANSWER_RETENTION_MS,
  type IdempotencyStore,
  type KeyedAnswer,
  type KeyedCall,
  type StoredAnswer,
} from './idempotency-store.ts';

/** A remembered answer and the write that put it there. */
export interface WrittenAnswer extends StoredAnswer {
  readonly writtenBy: string;
}

/** The memory in a DynamoDB table, and how other adapters fold an answer into a transaction of theirs. */
export interface DynamoDbIdempotencyStore extends IdempotencyStore {
  find(call: KeyedCall): Promise<WrittenAnswer | undefined>;
  /**
   * The write that remembers an answer, for the transaction that does what the answer says. Its condition is not met
   * where the key has an answer already: `find` tells which, and by `writtenBy` whether it is this very one.
   * @param writtenBy unique to the transaction; its token does.
   */
  putAnswer(answer: KeyedAnswer, writtenBy: string): TransactItem;
}

/** An answer of ten lanes is some 60 kB of JSON, and a tenth of it packed; an item holds 400 kB. */
const QUALITY = 5;

const answerItem = v.object({
  bodyHash: v.string(),
  answer: v.instance(Uint8Array),
  writtenBy: v.string(),
  /** ISO 8601 UTC. DynamoDB's clean-up by `ttl` may be days late: this one decides. */
  expiresAt: v.string(),
});

/** The key comes last: it may have "#" in it, and the other parts have not. */
const itemKey = ({ orgId, mode, operation, key }: KeyedCall) => ({
  pk: `${orgId}#${mode}#${operation}#${key}`,
});

/** Answers in a table with partition key `pk`, an item each, and `ttl` (seconds) as its time-to-live attribute. */
export function createDynamoDbIdempotencyStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): DynamoDbIdempotencyStore {
  return {
    async find(call) {
      const get = new GetCommand({ TableName, Key: itemKey(call), ConsistentRead: true });
      const { Item } = await client.send(get);
      if (Item === undefined) return undefined;
      const { bodyHash, answer, writtenBy, expiresAt } = v.parse(answerItem, Item);
      if (expiresAt <= call.at.toISOString()) return undefined;
      return { bodyHash, writtenBy, body: brotliDecompressSync(answer).toString() };
    },

    putAnswer({ call, body }, writtenBy) {
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
