import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../shared/platform/account/account.ts';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import { forEachConcurrent } from '../../../shared/platform/concurrency/for-each-concurrent.ts';
import { bucketsOf, countAttribute, LEVELS } from '../../../shared/quotes/counts/count-levels.ts';
import { countItemKey, type QuoteTable } from '../../../shared/quotes/counts/dynamodb-count-items.ts';
import { CONVERTED_PARTITION, openPartition } from '../../../shared/quotes/counts/list-partition.ts';
import { listsOf } from '../../../shared/quotes/counts/quote-lists.ts';
import { createQuoteIds } from '../../../shared/quotes/record/quote-id.ts';
import { rowItems } from '../../../shared/quotes/store/dynamodb-quote-items.ts';

type Item = Record<string, unknown>;

const ITEMS_PER_BATCH = 25;
const CONCURRENT_BATCHES = 8;

export interface Seed {
  readonly account: Account;
  readonly moments: readonly Date[];
  /** The shard in which a quote is counted: 0 if its writer had no conflict. */
  readonly shard: () => number;
}

/**
 * Writes the rows and counts of quotes with these creation times, as the store does. One fifth of the quotes is converted;
 * one third of the others is valid only on the creation day, the rest for one week.
 */
export async function seedQuotes(table: QuoteTable, { account, moments, shard }: Seed): Promise<void> {
  const nextId = createQuoteIds();
  const countItems = new Map<string, Item>();
  const rows: Item[] = [];
  for (const [index, moment] of moments.entries()) {
    const quoteId = nextId(moment);
    const partition = index % 5 === 0 ? CONVERTED_PARTITION : openPartition(index % 3 === 0 ? 0 : 7);
    const fields = {
      totalCents: 150_000 + index,
      currency: 'USD',
      origin: 'Long Beach Container Terminal, CA',
      destination: 'San Bernardino, CA 92408',
      customerReference: 'PO 4711',
      customer: 'Acme Imports',
    };
    rows.push(...rowItems(account, partition, { quoteId, ...fields }));
    const buckets = bucketsOf(quoteId);
    const inShard = shard();
    for (const list of listsOf(account, fields)) {
      for (const level of LEVELS) {
        const { period, part } = buckets[level];
        const key = countItemKey(list, level, period, inShard);
        const name = `${key.pk} ${key.sk}`;
        const item = countItems.get(name) ?? { ...key, rev: 0 };
        const attribute = countAttribute(part, partition);
        countItems.set(name, {
          ...item,
          rev: Number(item.rev) + 1,
          [attribute]: Number(item[attribute] ?? 0) + 1,
        });
      }
    }
  }
  const batches = chunk([...rows, ...countItems.values()], ITEMS_PER_BATCH);
  await forEachConcurrent(batches, CONCURRENT_BATCHES, (items) => writeBatch(table, items));
}

async function writeBatch({ client, TableName }: QuoteTable, items: readonly Item[]): Promise<void> {
  let left: { PutRequest: { Item: Item } }[] | undefined = items.map((Item) => ({ PutRequest: { Item } }));
  while (left && left.length > 0) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: left } }),
    );
    left = UnprocessedItems?.[TableName] as typeof left | undefined;
  }
}
