import { setTimeout as pause } from 'node:timers/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  paginateQuery,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { KEY_MODES } from '../organizations/key-mode.ts';
import { eachOf, groupsOf } from '../terminals/each-of.ts';
import { holdingOf, keyOf } from './dynamodb-held-records.ts';
import { type HeldRecord, HOLDING_TABLES, type HoldingTable } from './held-record.ts';
import type { Holdings } from './holdings.ts';

export interface HoldingTables {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<HoldingTable, string>>;
}

type Item = Readonly<Record<string, unknown>>;

/** Partitions are the organization and mode: a query finds all. */
const BY_ACCOUNT = { usage: 'account', strategies: 'account', webhooks: 'pk' } as const;

/** Server-side choice of a table's items; who they are of is read from each item again. */
const FILTERS = {
  organizations: { FilterExpression: 'pk = :organization OR orgId = :orgId', prefix: 'ORG#', suffix: '' },
  idempotency: { FilterExpression: 'begins_with(pk, :organization)', prefix: '', suffix: '#' },
  quotes: { FilterExpression: 'begins_with(pk, :organization)', prefix: '', suffix: '#' },
  deliveries: {
    FilterExpression: 'orgId = :orgId OR begins_with(pk, :organization) OR pk = :places',
    prefix: 'E#',
    suffix: '#',
  },
} as const;

/** Parts of a table that are read at once. */
const SEGMENTS = 4;
/** Requests of a batch. */
const BATCH = 25;
const AT_ONCE = 8;
const LONGEST_WAIT_MS = 5_000;

class RecordsNotDeletedError extends Error {
  override readonly name = 'RecordsNotDeletedError';
}

/**
 * What tables hold of an organization. Where its partitions are known they are queried; quotes, deliveries, remembered
 * answers and keys are found by a scan of the whole table, so that nothing that was ever written there is missed.
 * Reads are consistent. Needs Query, Scan and BatchWriteItem on the tables, and DescribeTable for their sizes.
 */
export function createDynamoDbHoldings({ client, tables }: HoldingTables): Holdings {
  const pagesOf = async function* (query: QueryCommandInput): AsyncGenerator<readonly Item[]> {
    for await (const { Items = [] } of paginateQuery({ client }, query)) yield Items;
  };

  const ownPartitions = async function* (table: keyof typeof BY_ACCOUNT, orgId: string) {
    for (const mode of KEY_MODES) {
      yield* pagesOf({
        TableName: tables[table],
        ConsistentRead: true,
        KeyConditionExpression: '#account = :account',
        ExpressionAttributeNames: { '#account': BY_ACCOUNT[table] },
        ExpressionAttributeValues: { ':account': `${orgId}#${mode}` },
      });
    }
  };

  const segment = async function* (table: keyof typeof FILTERS, orgId: string, Segment: number) {
    const { FilterExpression, prefix, suffix } = FILTERS[table];
    const values = {
      ':organization': `${prefix}${orgId}${suffix}`,
      ':orgId': orgId,
      ':places': `SLOTS#${orgId}`,
    };
    const used = Object.entries(values).filter(([name]) => FilterExpression.includes(name));
    let start: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tables[table],
          ConsistentRead: true,
          FilterExpression,
          ExpressionAttributeValues: Object.fromEntries(used),
          Segment,
          TotalSegments: SEGMENTS,
          ExclusiveStartKey: start,
        }),
      );
      yield Items as readonly Item[];
      start = LastEvaluatedKey;
    } while (start !== undefined);
  };

  const recordOf = (table: HoldingTable, item: Item, orgId: string): HeldRecord[] => {
    const holding = holdingOf(table, item);
    if (holding === undefined || (holding.orgId ?? orgId) !== orgId) return [];
    return [{ table, kind: holding.kind, key: keyOf(table, item), item }];
  };

  /** What only this record leads to. */
  const ledToBy = async ({ kind, key, item }: HeldRecord): Promise<readonly Item[]> => {
    if (kind === 'key') return [{ pk: `KEYID#${item.keyId}` }];
    if (kind !== 'delivery') return [];
    const answers: Item[] = [];
    const delivery = pagesOf({
      TableName: tables.deliveries,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :delivery AND begins_with(sk, :attempt)',
      ExpressionAttributeValues: { ':delivery': key.pk, ':attempt': 'attempt#' },
    });
    for await (const page of delivery) answers.push(...page);
    return answers;
  };

  return {
    async *read(table, orgId) {
      const pages =
        table === 'usage' || table === 'strategies' || table === 'webhooks'
          ? ownPartitions(table, orgId)
          : mergedPages(Array.from({ length: SEGMENTS }, (_, index) => segment(table, orgId, index)));
      for await (const items of pages) {
        const found = items.flatMap((item) => recordOf(table, item, orgId));
        // Few at a time: what an answer is may be 16 KB, and a page has thousands of deliveries.
        for (const group of groupsOf(found, BATCH)) {
          const behind: HeldRecord[] = [];
          await eachOf(group, AT_ONCE, async (record) => {
            behind.push(...(await ledToBy(record)).flatMap((item) => recordOf(table, item, orgId)));
          });
          // Apart: in one batch the record could go first, and what it leads to be put off.
          if (behind.length > 0) yield behind;
          yield group;
        }
      }
    },

    async delete(records) {
      // In their order: what leads to others goes after them.
      for (const group of groupsOf(records, BATCH)) {
        let left: Record<string, { DeleteRequest: { Key: HeldRecord['key'] } }[]> = {};
        for (const { table, key } of group) {
          const TableName = tables[table];
          left[TableName] = [...(left[TableName] ?? []), { DeleteRequest: { Key: key } }];
        }
        for (let waitMs = 50; Object.keys(left).length > 0; waitMs *= 2) {
          const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: left }));
          left = UnprocessedItems as typeof left;
          if (Object.keys(left).length === 0) break;
          if (waitMs > LONGEST_WAIT_MS) {
            throw new RecordsNotDeletedError('DynamoDB puts deletions off again and again: run it again.');
          }
          await pause(waitMs * (0.5 + Math.random() / 2));
        }
      }
    },

    async readWhole() {
      const scanned = HOLDING_TABLES.filter((table) => Object.hasOwn(FILTERS, table));
      return Promise.all(
        scanned.map(async (table) => {
          const { Table } = await client.send(new DescribeTableCommand({ TableName: tables[table] }));
          return { table, items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
        }),
      );
    },
  };
}

/** Pages of several readers as they come, one of each in memory. */
async function* mergedPages<Page>(readers: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
  const next = async (reader: AsyncGenerator<Page>) => ({ reader, result: await reader.next() });
  const waiting = new Map(readers.map((reader) => [reader, next(reader)]));
  try {
    while (waiting.size > 0) {
      const { reader, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(reader);
      else {
        waiting.set(reader, next(reader));
        yield result.value;
      }
    }
  } finally {
    // Whoever stops reading, or fails, leaves no request behind whose failure nobody hears of.
    await Promise.allSettled(waiting.values());
  }
}
