import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../shared/platform/account/account.ts';
import { eachOf, groupsOf } from '../../../shared/platform/concurrency/each-of.ts';
import { bucketsOf, countAttribute, LEVELS } from '../../../shared/quotes/counts/count-levels.ts';
import { countItemKey, type QuoteTable } from '../../../shared/quotes/counts/dynamodb-count-items.ts';
import { CONVERTED_PARTITION, openPartition } from '../../../shared/quotes/counts/list-partition.ts';
import { createQuoteIds } from '../../../shared/quotes/record/quote-id.ts';
import { rowItem } from '../../../shared/quotes/store/dynamodb-quote-items.ts';

type Item = Record<string, unknown>;

const ITEMS_A_BATCH = 25;
const BATCHES_AT_ONCE = 8;

export interface Seed {
  readonly account: Account;
  readonly moments: readonly Date[];
  /** Which shard a quote was counted in: 0 where its writer met no other. */
  readonly shard: () => number;
}

/**
 * Writes the rows and counts that the store would have made of quotes of these moments: a fifth of them converted, of
 * the others a third valid the same day only and the rest a week.
 */
export async function seedQuotes(table: QuoteTable, { account, moments, shard }: Seed): Promise<void> {
  const nextId = createQuoteIds();
  const nodes = new Map<string, Item>();
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
    };
    rows.push(rowItem(account, partition, { quoteId, ...fields }));
    const places = bucketsOf(quoteId);
    const inShard = shard();
    for (const level of LEVELS) {
      const { period, part } = places[level];
      const key = countItemKey(account, level, period, inShard);
      const node = nodes.get(`${level} ${key.sk}`) ?? { ...key, rev: 0 };
      const cell = countAttribute(part, partition);
      nodes.set(`${level} ${key.sk}`, {
        ...node,
        rev: Number(node.rev) + 1,
        [cell]: Number(node[cell] ?? 0) + 1,
      });
    }
  }
  const batches = groupsOf([...rows, ...nodes.values()], ITEMS_A_BATCH);
  await eachOf(batches, BATCHES_AT_ONCE, (items) => writeBatch(table, items));
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
