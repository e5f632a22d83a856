import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { paginateQuery, type QueryCommandInput, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { SHARING_KEY } from '../../market/store/dynamodb-market-items.ts';
import { KEY_MODES } from '../../platform/account/account.ts';
import { eachOf, groupsOf } from '../../platform/concurrency/each-of.ts';
import { mergedPages } from '../../platform/dynamodb/merged-pages.ts';
import { deleteRecords } from './dynamodb-record-deletion.ts';
import { keyOf, recordOwnerOf } from './dynamodb-record-owner.ts';
import type { OrganizationDataStore } from './organization-data-store.ts';
import {
  ORGANIZATION_TABLES,
  type OrganizationRecord,
  type OrganizationTable,
  type RecordKind,
} from './organization-record.ts';
import type { OrganizationTables } from './organization-tables.ts';

type Item = Readonly<Record<string, unknown>>;

/** Partitions are the organization and mode: a query finds all. */
const BY_ACCOUNT = { usage: 'account', strategies: 'account', webhooks: 'pk' } as const;

/**
 * Server-side choice of a table's items, wider than what is taken: whose they are is read from each item again, and one
 * that names the organization and that nobody knows is an error, not a leftover.
 */
const FILTERS = {
  organizations: 'contains(pk, :orgId) OR orgId = :orgId',
  idempotency: 'contains(pk, :orgId)',
  quotes: 'contains(pk, :orgId) OR orgId = :orgId',
  deliveries: 'contains(pk, :orgId) OR sk = :orgId OR orgId = :orgId',
  // Cells of its own; loads; lists of owners, which name others, too.
  market: 'contains(pk, :orgId) OR contains(sk, :orgId) OR pk = :lists',
} as const;

const MARKET_LISTS = { ':lists': SHARING_KEY.pk };

/** Parts of a table that are read at once. */
const SEGMENTS = 4;
/** Records that are looked behind together. */
const TOGETHER = 25;
const AT_ONCE = 8;

/** A row that organizations have in common, without what names others. */
const entriesOf = ({ pk, sk, ...entries }: Item, orgId: string): Item => ({
  pk,
  sk,
  ...Object.fromEntries(Object.entries(entries).filter(([name]) => name.startsWith(`${orgId}#`))),
});

class UnknownRecordError extends Error {
  override readonly name = 'UnknownRecordError';
}

/**
 * What tables hold of an organization. Where its partitions are known they are queried; quotes, deliveries, remembered
 * answers and keys are found by a scan of the whole table, so that nothing that was ever written there is missed.
 * Reads are consistent. Needs Query, Scan and BatchWriteItem on the tables, and DescribeTable for their sizes.
 */
export function createDynamoDbOrganizationDataStore({
  client,
  tables,
}: OrganizationTables): OrganizationDataStore {
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

  /** None for what is another's, or is found by what leads to it. */
  const ownRecord = (table: OrganizationTable, item: Item, orgId: string): OrganizationRecord[] => {
    const owner = recordOwnerOf(table, item);
    if (owner === undefined) {
      throw new UnknownRecordError(
        `The table ${tables[table]} has a record of ${orgId} of a kind that is not known here, so nothing can be said or done for it: ${JSON.stringify(keyOf(table, item))}.`,
      );
    }
    if (owner.entriesOf?.includes(orgId)) return [recordOf(table, entriesOf(item, orgId), owner.kind)];
    return owner.orgId === orgId ? [recordOf(table, item, owner.kind)] : [];
  };

  /** What only this record leads to. */
  const ledToBy = async ({ kind, key, item }: OrganizationRecord): Promise<readonly OrganizationRecord[]> => {
    if (kind === 'key') return [recordOf('organizations', { pk: `KEYID#${item.keyId}` }, 'key-id')];
    if (kind !== 'delivery') return [];
    const answers: OrganizationRecord[] = [];
    const delivery = pagesOf({
      TableName: tables.deliveries,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :delivery AND begins_with(sk, :attempt)',
      ExpressionAttributeValues: { ':delivery': key.pk, ':attempt': 'attempt#' },
    });
    for await (const page of delivery) {
      answers.push(...page.map((answer) => recordOf('deliveries', answer, 'receiver-answer')));
    }
    return answers;
  };

  return {
    async *read(table, orgId) {
      const pages =
        table === 'usage' || table === 'strategies' || table === 'webhooks'
          ? ownPartitions(table, orgId)
          : mergedPages(Array.from({ length: SEGMENTS }, (_, index) => segment(table, orgId, index)));
      for await (const items of pages) {
        const found = items.flatMap((item) => ownRecord(table, item, orgId));
        // Few at a time: what an answer is may be 16 KB, and a page has thousands of deliveries.
        for (const group of groupsOf(found, TOGETHER)) {
          const behind: OrganizationRecord[] = [];
          await eachOf(group, AT_ONCE, async (record) => {
            behind.push(...(await ledToBy(record)));
          });
          // Apart: in one batch the record could go first, and what it leads to be put off.
          if (behind.length > 0) yield behind;
          yield group;
        }
      }
    },

    delete: (records) => deleteRecords({ client, tables }, records),

    async scannedTables() {
      const scanned = ORGANIZATION_TABLES.filter((table) => Object.hasOwn(FILTERS, table));
      return Promise.all(
        scanned.map(async (table) => {
          const { Table } = await client.send(new DescribeTableCommand({ TableName: tables[table] }));
          return { table, items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
        }),
      );
    },
  };
}
