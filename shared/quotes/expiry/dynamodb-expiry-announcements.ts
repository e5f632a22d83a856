import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { EXPIRY_INDEX, EXPIRY_SHARDS, expiryPartition } from '../store/dynamodb-quote-items.ts';

const GROUP_SIZE = 200;
const SHARD_NUMBERS = Array.from({ length: EXPIRY_SHARDS }, (_, shard) => shard);

/** Attributes of quotes whose expiry is not announced. */
const DECIDED = ['convertedAt', 'declinedAt', 'supersededAt', 'announcedAt'];

const CURSOR = { pk: 'expiry-sweep', sk: 'cursor' } as const;

const cursorItem = v.object({ doneThrough: v.string() });
const expiryItem = v.object({ pk: v.string() });

export type ExpiryAnnouncements = ReturnType<typeof createDynamoDbExpiryAnnouncements>;

/** Expiries in the sparse index of the quotes table. A decision, a deletion and the announcement remove a quote from it. */
export function createDynamoDbExpiryAnnouncements({ client, TableName }: QuoteTable) {
  const readPage = (day: UtcDay, shard: number, ExclusiveStartKey?: Record<string, unknown>) =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: EXPIRY_INDEX,
        KeyConditionExpression: 'expiry = :partition',
        ExpressionAttributeValues: { ':partition': expiryPartition(day, shard) },
        Limit: GROUP_SIZE,
        ExclusiveStartKey,
      }),
    );

  return {
    /** The unannounced expiries of a day, in groups; may include quotes that were just converted, deleted or announced. */
    async *unannounced(day: UtcDay) {
      // Most days have no unannounced expiries, so the first pages of all partitions are read concurrently.
      const first = await Promise.all(SHARD_NUMBERS.map((shard) => readPage(day, shard)));
      for (const [shard, page] of first.entries()) {
        for (let { Items, LastEvaluatedKey } = page; ; ) {
          if (Items && Items.length > 0) yield Items.map((item) => v.parse(expiryItem, item));
          if (LastEvaluatedKey === undefined) break;
          ({ Items, LastEvaluatedKey } = await readPage(day, shard, LastEvaluatedKey));
        }
      }
    },

    /** Marks a quote once, so that the stream shows its expiry. False if it is already converted, deleted or marked. */
    async announce({ pk }: { readonly pk: string }, at: Date): Promise<boolean> {
      const update = await updateIf(client, {
        TableName,
        Key: { pk, sk: 'quote' },
        UpdateExpression: 'SET announcedAt = :at REMOVE expiry',
        // The index is eventually consistent: the quote can have been decided on meanwhile.
        ConditionExpression: `attribute_exists(pk) AND ${DECIDED.map((name) => `attribute_not_exists(${name})`).join(' AND ')}`,
        ExpressionAttributeValues: { ':at': at.toISOString() },
      });
      return update.applied;
    },

    /** The last day through which all expiries are announced; undefined before the first sweep. */
    async doneThrough(): Promise<UtcDay | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: CURSOR, ConsistentRead: true }));
      return Item === undefined ? undefined : v.parse(cursorItem, Item).doneThrough;
    },

    async setDoneThrough(day: UtcDay): Promise<void> {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: CURSOR,
          UpdateExpression: 'SET doneThrough = :day',
          ExpressionAttributeValues: { ':day': day },
        }),
      );
    },
  };
}
