import { paginateQuery, type QueryCommandInput, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tariffPartition } from '../../costs/accessorials/dynamodb-current-tariff.ts';
import { SHARING_KEY } from '../../market/store/dynamodb-market-store.ts';
import { KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { batchWrite } from '../../platform/dynamodb/batch-write.ts';
import { keyOf, type OrganizationTables, recordOwnerOf } from './dynamodb-record-owner.ts';
import {
  isOwnRow,
  type OrganizationRecord,
  type OrganizationTable,
  type RecordKind,
} from './organization-record.ts';

/** Yields the pages of several readers in order of arrival. Keeps at most one page of each reader in memory. */
async function* mergePages<Page>(readers: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
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
    // If the consumer stops or fails, wait for pending requests so that no rejection is unhandled.
    await Promise.allSettled(waiting.values());
  }
}

/**
 * Deletes records, those of a table in their order; a record that does not exist counts as deleted.
 * @throws TypeError for an entry in a shared row. @throws ItemsUnprocessedError
 */
async function deleteRecords(
  { client, tables }: OrganizationTables,
  records: readonly OrganizationRecord[],
): Promise<void> {
  const entry = records.find(({ kind }) => !isOwnRow(kind));
  if (entry !== undefined)
    throw new TypeError(`A row that other organizations share is not deleted: ${entry.kind}`);
  for (const [table, own] of Map.groupBy(records, (record) => record.table)) {
    await batchWrite(
      client,
      tables[table],
      own.map(({ key }) => ({ DeleteRequest: { Key: key } })),
    );
  }
}

type Item = Readonly<Record<string, unknown>>;

/** Partition key attributes of tables keyed by organization and mode: a query finds all records. */
const BY_ACCOUNT = {
  usage: 'account',
  strategies: 'account',
  webhooks: 'pk',
  audit: 'account',
  // The heads. Their other items are scanned: also those of deleted RFPs that are not erased yet.
  rfps: 'pk',
} as const;

/**
 * Filters of scans. They match more items than needed: the owner is read again from each item, and an item of an
 * unknown kind is an error.
 */
const FILTERS = {
  organizations: 'contains(pk, :orgId) OR orgId = :orgId',
  idempotency: 'contains(pk, :orgId)',
  quotes: 'contains(pk, :orgId) OR orgId = :orgId',
  contracts: 'contains(pk, :orgId)',
  rfps: 'contains(pk, :orgId) OR orgId = :orgId',
  deliveries: 'contains(pk, :orgId) OR sk = :orgId OR orgId = :orgId',
  // Cells and loads of the organization, and lists that several owners share.
  market: 'contains(pk, :orgId) OR contains(sk, :orgId) OR pk = :lists',
} as const;

const MARKET_LISTS = { ':lists': SHARING_KEY.pk };

/** Parallel scan segments. */
const SEGMENTS = 4;
/** Records of a page: a response body can have 16 KB, and a page of DynamoDB has thousands of deliveries. */
const TOGETHER = 25;

/** A shared row with only the entries of one organization. */
const entriesOf = ({ pk, sk, ...entries }: Item, orgId: string): Item => ({
  pk,
  sk,
  ...Object.fromEntries(Object.entries(entries).filter(([name]) => name.startsWith(`${orgId}#`))),
});

class UnknownRecordError extends Error {
  override readonly name = 'UnknownRecordError';
}

/**
 * Organization data in DynamoDB. Tables keyed by organization are queried. Quotes, deliveries, idempotency records and
 * API keys are found by a full scan, so that no record is missed. Reads are consistent.
 * Permissions: Query, Scan and BatchWriteItem on the tables.
 */
export function createDynamoDbOrganizationDataStore({ client, tables }: OrganizationTables) {
  const pagesOf = async function* (query: QueryCommandInput): AsyncGenerator<readonly Item[]> {
    for await (const { Items = [] } of paginateQuery({ client }, query)) yield Items;
  };

  const ownPartitions = async function* (table: keyof typeof BY_ACCOUNT, orgId: string) {
    const partitions = KEY_MODES.flatMap((mode) => [
      `${orgId}#${mode}`,
      ...(table === 'strategies' ? [tariffPartition({ orgId, mode })] : []),
    ]);
    for (const partition of partitions) {
      yield* pagesOf({
        TableName: tables[table],
        ConsistentRead: true,
        KeyConditionExpression: '#account = :account',
        ExpressionAttributeNames: { '#account': BY_ACCOUNT[table] },
        ExpressionAttributeValues: { ':account': partition },
      });
    }
  };

  const segment = async function* (table: keyof typeof FILTERS, orgId: string, Segment: number) {
    let start: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tables[table],
          ConsistentRead: true,
          FilterExpression: FILTERS[table],
          ExpressionAttributeValues: { ':orgId': orgId, ...(table === 'market' ? MARKET_LISTS : {}) },
          Segment,
          TotalSegments: SEGMENTS,
          ExclusiveStartKey: start,
        }),
      );
      yield Items as readonly Item[];
      start = LastEvaluatedKey;
    } while (start !== undefined);
  };

  const recordOf = (table: OrganizationTable, item: Item, kind: RecordKind): OrganizationRecord => ({
    table,
    kind,
    key: keyOf(table, item),
    item,
  });

  /** Empty if the item belongs to another organization or is found through a related record. */
  const ownRecord = (table: OrganizationTable, item: Item, orgId: string): OrganizationRecord[] => {
    const owner = recordOwnerOf(table, item);
    if (owner === undefined) {
      throw new UnknownRecordError(
        `The table ${tables[table]} has a record of ${orgId} of an unknown kind, so the operation cannot continue: ${JSON.stringify(keyOf(table, item))}.`,
      );
    }
    if (owner.entriesOf?.includes(orgId)) return [recordOf(table, entriesOf(item, orgId), owner.kind)];
    return owner.orgId === orgId ? [recordOf(table, item, owner.kind)] : [];
  };

  const scanned = (table: keyof typeof FILTERS, orgId: string) =>
    mergePages(Array.from({ length: SEGMENTS }, (_, index) => segment(table, orgId, index)));

  const pagesIn = async function* (
    table: OrganizationTable,
    orgId: string,
  ): AsyncGenerator<readonly OrganizationRecord[]> {
    const owned = (items: readonly Item[]) => items.flatMap((item) => ownRecord(table, item, orgId));
    if (table === 'usage' || table === 'strategies' || table === 'webhooks' || table === 'audit') {
      for await (const items of ownPartitions(table, orgId)) yield owned(items);
      return;
    }
    // Heads first: the deletion of its head ends the pricing of an RFP.
    if (table === 'rfps') for await (const heads of ownPartitions(table, orgId)) yield owned(heads);
    for await (const items of scanned(table, orgId)) yield owned(items).filter(({ kind }) => kind !== 'rfp');
  };

  return {
    /**
     * Reads the records of an organization in a table page by page, in both modes. A record that is found through another
     * one comes in an earlier page.
     */
    async *read(table: OrganizationTable, orgId: string): AsyncIterable<readonly OrganizationRecord[]> {
      for await (const found of pagesIn(table, orgId)) {
        for (const group of chunk(found, TOGETHER)) {
          const keyIds = group
            .filter(({ kind }) => kind === 'key')
            .map(({ item }) => recordOf('organizations', { pk: `KEYID#${item.keyId}` }, 'key-id'));
          // First: only the key leads to them, so they must be deleted before it.
          if (keyIds.length > 0) yield keyIds;
          yield group;
        }
      }
    },

    delete: (records: readonly OrganizationRecord[]) => deleteRecords({ client, tables }, records),
  };
}

export type OrganizationDataStore = ReturnType<typeof createDynamoDbOrganizationDataStore>;
