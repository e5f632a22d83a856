import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { countMetric, describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { utcDay } from '../../platform/time/utc-calendar.ts';
import {
  BrokenDieselBookError,
  type DieselBook,
  type DieselChange,
  type DieselLookup,
  type DieselReader,
  dieselFor,
  dieselLookup,
  isStale,
  mergeBundledWeeks,
  readDieselBook,
} from './diesel-lookup.ts';

/** Key of the item that contains the book. */
const DIESEL_BOOK_KEY = { pk: 'diesel', sk: 'book' } as const;

/** Reads the book of diesel prices from the market table: one item, strongly consistent. */
const createDynamoDbDieselReader = (client: DynamoDBDocumentClient, TableName: string): DieselReader => ({
  readBook: async () =>
    (await client.send(new GetCommand({ TableName, Key: DIESEL_BOOK_KEY, ConsistentRead: true }))).Item,
});

/** Partition key of the changes. */
const CHANGES = 'diesel-changes';
/** Digits of a version in a sort key; zero-padded, so that keys sort numerically. */
const VERSION_DIGITS = 8;

export type DieselStore = ReturnType<typeof createDynamoDbDieselStore>;

class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError';
}

/**
 * Stores diesel prices in the market table: the book and the change in one transaction. Each version has one change,
 * so of two concurrent writers that read the same book only one succeeds.
 */
export function createDynamoDbDieselStore(client: DynamoDBDocumentClient, TableName: string) {
  const put = ({ version, weeks }: DieselBook) => ({
    TableName,
    Item: { ...DIESEL_BOOK_KEY, format: 1, version, weeks },
  });
  const insert = (change: DieselChange): TransactItem => ({
    Put: {
      TableName,
      Item: { pk: CHANGES, sk: String(change.version).padStart(VERSION_DIGITS, '0'), ...change },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });

  return {
    ...createDynamoDbDieselReader(client, TableName),

    /** Replaces the previous version of the book and stores the change. `outdated` if another version is stored now. */
    replace: async (book: DieselBook, change: DieselChange): Promise<'replaced' | 'outdated'> => {
      const from = book.version - 1;
      const condition = {
        ConditionExpression: from === 0 ? 'attribute_not_exists(#version)' : '#version = :from',
        ExpressionAttributeNames: { '#version': 'version' },
        ...(from === 0 ? {} : { ExpressionAttributeValues: { ':from': from } }),
      };
      const unmet = await transactWrite(client, [{ Put: { ...put(book), ...condition } }, insert(change)]);
      return unmet.length === 0 ? 'replaced' : 'outdated';
    },

    /** Overwrites the book unconditionally and stores the change. Throws if another change has the same version. */
    restore: async (book: DieselBook, change: DieselChange): Promise<void> => {
      const unmet = await transactWrite(client, [{ Put: put(book) }, insert(change)]);
      if (unmet.length > 0)
        throw new ConcurrentChangeError(
          'another operator changed the diesel prices at the same time: try again',
        );
    },

    /** All changes, oldest first. */
    readChanges: async (): Promise<readonly DieselChange[]> => {
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :changes',
          ExpressionAttributeValues: { ':changes': CHANGES },
          ConsistentRead: true,
        },
      );
      const changes: DieselChange[] = [];
      for await (const { Items = [] } of pages) changes.push(...(Items as DieselChange[]));
      return changes;
    },
  };
}

/** Port: the current diesel prices. */
export type DieselSource = Source<DieselLookup>;

/** Reasons why the current prices may be older than the published ones. */
const PROBLEMS = {
  stale: { message: LOG.dieselStale, metric: 'DieselStale' },
  broken: { message: LOG.dieselBroken, metric: 'DieselBroken' },
  unreadable: { message: LOG.dieselUnreadable, metric: 'DieselUnreadable' },
} as const;
export type DieselProblem = keyof typeof PROBLEMS;

function reportProblem(problem: DieselProblem, facts: Record<string, unknown>): void {
  log(PROBLEMS[problem].message, facts);
  countMetric(PROBLEMS[problem].metric);
}

/**
 * The bundled and the recorded prices, cached and refreshed in the background. A broken book is reported and ignored:
 * the last valid book stays in use, or the bundled table.
 */
export function createDieselSource(
  reader: DieselReader,
  refreshAfterMs: number,
  now = Date.now,
  report = reportProblem,
): DieselSource {
  let version = 0;
  let lookup = dieselFor;

  const readNewVersion = async (): Promise<void> => {
    try {
      const book = await readDieselBook(reader);
      if (book === undefined || book.version === version) return;
      lookup = dieselLookup(mergeBundledWeeks(book.weeks));
      version = book.version;
    } catch (error) {
      if (!(error instanceof BrokenDieselBookError)) throw error;
      report('broken', describeError(error));
    }
  };

  return createRefreshingValue({
    load: async () => {
      await readNewVersion();
      const today = utcDay(new Date(now()));
      // All areas have the same weeks, so the state does not matter.
      const newest = lookup('', today);
      if (isStale(newest, today)) report('stale', { week: newest.week });
      return lookup;
    },
    fallback: () => lookup,
    now,
    refreshAfterMs,
    onUnreadable: (error) => report('unreadable', describeError(error)),
  });
}

/** The diesel prices of a function: the bundled weeks and the recorded weeks of the market table. */
export const composeDieselSource = (
  client: DynamoDBDocumentClient,
  env: { readonly MARKET_TABLE: string; readonly MARKET_REFRESH_SECONDS: number },
): DieselSource =>
  createDieselSource(createDynamoDbDieselReader(client, env.MARKET_TABLE), env.MARKET_REFRESH_SECONDS * 1000);
