import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { additionUpdates } from '../../platform/dynamodb/add-numbers.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { ContendedWriteError } from '../../platform/dynamodb/contended-write-error.ts';
import { type TransactItem, transactComposed } from '../../platform/dynamodb/transact-write.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import { accountList, hashOfName } from '../counts/list-partition.ts';
import { cellAdditions, type ReportChange } from '../reports/dynamodb-report-cells.ts';
import { type IdentifiedQuote, type ImportedQuote, STATE_OF_OUTCOME } from './imported-quote.ts';

/** Quotes of a transaction: each writes itself, at most two items of lanes, and at most two of each of three report groups, of 100 items in all. */
const QUOTES_PER_WRITE = 11;
/** Transactions at once. Each has its own shard of the report items, so that they do not conflict. */
const AT_ONCE = 8;
const MAX_ATTEMPTS = 4;

/** Spread over 16 partitions, because a table has a limit of writes for each. */
const keyOf = (account: Account, identity: string) => ({
  pk: `${accountList(account)}#imported#${identity.slice(0, 1)}`,
  sk: identity,
});

/** Partition key of the imported quotes of a lane, by day. */
export const importedLaneKey = (account: Account, area: string): string =>
  `${accountList(account)}#imported-lane#${hashOfName(area)}`;

const laneItemKey = (account: Account, identity: string, { laneArea, day }: ImportedQuote) => ({
  pk: importedLaneKey(account, laneArea),
  sk: `${day}#${identity}`,
});

type WriteStatus = 'created' | 'replaced' | 'unchanged';

const storedSchema = v.object({
  sk: v.string(),
  /** JSON of the quote, by which equal quotes are recognized. */
  quote: v.string(),
  writtenAt: v.string(),
  status: v.picklist(['created', 'replaced']),
});
type Stored = v.InferOutput<typeof storedSchema>;

export const readImportedQuote = (item: unknown): ImportedQuote =>
  JSON.parse(v.parse(v.pick(storedSchema, ['quote']), item).quote) as ImportedQuote;

const reportChange = (
  { day, customer, equipment, lane, outcome }: ImportedQuote,
  by: 1 | -1,
): ReportChange => ({
  source: 'imported',
  month: day.slice(0, 7),
  customer,
  figures: { equipment, lane },
  state: STATE_OF_OUTCOME[outcome],
  by,
});

export type ImportedQuotes = ReturnType<typeof createDynamoDbImportedQuotes>;

/** Imported quotes in the quotes table, with their counts in reports. IAM permissions: `BatchGetItem`, `PutItem`, `UpdateItem`, `DeleteItem`. */
export function createDynamoDbImportedQuotes({ client, TableName }: QuoteTable) {
  const read = async (account: Account, quotes: readonly IdentifiedQuote[]) => {
    const Keys = quotes.map(({ identity }) => keyOf(account, identity));
    const found = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
    const items = (found.get(TableName) ?? []).map((item) => v.parse(storedSchema, item));
    return new Map(items.map((item) => [item.sk, item]));
  };

  const writeOnce = async (
    account: Account,
    quotes: readonly IdentifiedQuote[],
    writtenAt: string,
    shard: number,
  ): Promise<readonly WriteStatus[] | undefined> => {
    const known = await read(account, quotes);
    const puts: TransactItem[] = [];
    const changes: ReportChange[] = [];
    const statuses = quotes.map(({ identity, quote }): WriteStatus => {
      const before: Stored | undefined = known.get(identity);
      const text = JSON.stringify(quote);
      if (before?.quote === text) return before.writtenAt === writtenAt ? before.status : 'unchanged';
      const status = before === undefined ? 'created' : 'replaced';
      const Item = { ...keyOf(account, identity), quote: text, writtenAt, status };
      const condition =
        before === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'quote = :before',
              ExpressionAttributeValues: { ':before': before.quote },
            };
      const lane = laneItemKey(account, identity, quote);
      puts.push(
        { Put: { TableName, Item, ...condition } },
        { Put: { TableName, Item: { ...lane, quote: text } } },
      );
      const left = before && laneItemKey(account, identity, readImportedQuote(before));
      if (left && (left.pk !== lane.pk || left.sk !== lane.sk))
        puts.push({ Delete: { TableName, Key: left } });
      if (before !== undefined) changes.push(reportChange(readImportedQuote(before), -1));
      changes.push(reportChange(quote, 1));
      return status;
    });
    if (puts.length === 0) return statuses;
    const unmet = await transactComposed(client, () => [
      ...puts,
      ...additionUpdates(TableName, cellAdditions(account, changes, shard)),
    ]);
    return unmet.length === 0 ? statuses : undefined;
  };

  return {
    /**
     * Writes quotes, each with its counts or not at all. A stored quote with other values is replaced.
     * @param at identifies the import: of quotes that an earlier attempt of it wrote, it gets the same statuses.
     * @returns what happened to each quote.
     * @throws ContendedWriteError if other imports wrote the same quotes each time.
     */
    async write(
      account: Account,
      quotes: readonly IdentifiedQuote[],
      at: Date,
    ): Promise<readonly WriteStatus[]> {
      const statuses: (readonly WriteStatus[])[] = [];
      await forEachConcurrent(
        [...chunk(quotes, QUOTES_PER_WRITE).entries()],
        AT_ONCE,
        async ([index, part]) => {
          for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            const done = await writeOnce(account, part, at.toISOString(), index % AT_ONCE);
            if (done === undefined) continue;
            statuses[index] = done;
            return;
          }
          throw new ContendedWriteError('other imports wrote the same quotes');
        },
      );
      return statuses.flat();
    },
  };
}
