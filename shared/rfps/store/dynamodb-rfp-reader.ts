import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { itemsBetween, pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import { foldCase } from '../../platform/text/text-folding.ts';
import { addDays, startOfDay } from '../../platform/time/utc-day.ts';
import { chunkCount, chunkOf } from '../lanes/lane-draft.ts';
import type { LaneSummary } from '../lanes/lane-result.ts';
import { firstRfpIdAt, type RfpId } from '../record/rfp-id.ts';
import { rfpStatus } from '../record/rfp-status.ts';
import type {
  EarlierVersion,
  LaneWithResult,
  RfpFilter,
  RfpStore,
  RfpTerms,
  StoredRfp,
} from '../record/stored-rfp.ts';
import {
  accountKey,
  chunkOfKey,
  type Head,
  headKey,
  inputKey,
  itemsKey,
  NO_TERMS,
  readHead,
  readInput,
  readResults,
  readRun,
  readSummaries,
  readTerms,
  readVersion,
  resultKey,
  sortKeyOf,
  summariesPrefix,
  termsKey,
  VERSIONS_PREFIX,
  versionKey,
} from './dynamodb-rfp-items.ts';

/** Whether an RFP has the status and customer of a filter. Days of creation are limits of the ids that are read. */
const matchesFilter = (
  rfp: Pick<StoredRfp, 'state' | 'remaining' | 'counters' | 'customer' | 'customerId'>,
  { status, customer, customerId }: RfpFilter,
): boolean =>
  (status === undefined || rfpStatus(rfp) === status) &&
  (customerId === undefined || rfp.customerId === customerId) &&
  (customer === undefined || foldCase(rfp.customer) === foldCase(customer));

export interface RfpsTable {
  readonly client: DynamoDBDocumentClient;
  /** Key `pk` and `sk`. */
  readonly rfpsTable: string;
}

export type RfpReader = Pick<
  RfpStore,
  'read' | 'list' | 'terms' | 'inputs' | 'earlierVersions' | 'earlierVersion' | 'summaries' | 'lanes'
>;

/** RFPs of one query if few of them may match: half of the 1 MB that a query reads at most. */
const FILTERED_PAGE = 250;
/** Maximum of BatchGetItem. */
const KEYS_PER_BATCH = 100;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

/** The head of an RFP, strongly consistent; undefined if there is none. */
export async function readHeadItem(
  { client, rfpsTable: TableName }: RfpsTable,
  account: Account,
  rfpId: RfpId,
): Promise<Head | undefined> {
  const get = new GetCommand({ TableName, Key: headKey(account, rfpId), ConsistentRead: true });
  const { Item } = await client.send(get);
  return Item === undefined ? undefined : readHead(Item);
}

/** A revision of the terms of lanes; revision 0 has none. @throws ValiError if it does not exist. */
export async function readTermsItem(
  { client, rfpsTable: TableName }: RfpsTable,
  account: Account,
  rfpId: RfpId,
  revision: number,
): Promise<RfpTerms> {
  if (revision === 0) return NO_TERMS;
  const Key = termsKey(account, rfpId, revision);
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return readTerms(Item);
}

/** The range of ids of a filter and a cursor. `to` is included. */
function idRange({ createdFrom, createdTo }: RfpFilter, after: RfpId | undefined) {
  const from = createdFrom === undefined ? FIRST_ID : firstRfpIdAt(startOfDay(createdFrom));
  const end = createdTo === undefined ? LAST_ID : firstRfpIdAt(startOfDay(addDays(createdTo, 1)));
  return { from, to: after !== undefined && after < end ? after : end };
}

/** Reads RFPs from the table. IAM permissions: `GetItem`, `BatchGetItem` for lanes, `Query` for lists. */
export function createDynamoDbRfpReader(table: RfpsTable): RfpReader {
  const { client, rfpsTable: TableName } = table;

  const between = (pk: string, from: string, to: string, newestFirst: boolean, pageSize?: number) =>
    itemsBetween(client, TableName, { pk, from, to, newestFirst, ...(pageSize && { pageSize }) });

  /** Items of an RFP by sort key, strongly consistent. */
  async function itemsOf(keys: readonly { readonly pk: string; readonly sk: string }[]) {
    const batches = await Promise.all(
      groupsOf(keys, KEYS_PER_BATCH).map((Keys) =>
        batchGet(client, { [TableName]: { Keys: [...Keys], ConsistentRead: true } }),
      ),
    );
    const items = batches.flatMap((found) => found.get(TableName) ?? []);
    return new Map<string, unknown>(items.map((item) => [sortKeyOf(item), item]));
  }

  async function* headsBetween(account: Account, from: string, to: string, pageSize: number) {
    for await (const item of between(accountKey(account), from, to, true, pageSize)) yield readHead(item).rfp;
  }

  return {
    read: async (account, rfpId) => (await readHeadItem(table, account, rfpId))?.rfp,

    async list(account, filter, limit, after) {
      const { from, to } = idRange(filter, after);
      if (from > to) return { rfps: [], next: undefined };
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const pageSize =
        filter.status === undefined && filter.customer === undefined ? limit + 2 : FILTERED_PAGE;
      const { rows, next } = await pageOfMatches(headsBetween(account, from, to, pageSize), {
        idOf: ({ rfpId }) => rfpId,
        matches: (rfp) => matchesFilter(rfp, filter),
        limit,
        after,
      });
      return { rfps: rows, next };
    },

    terms: (account, { rfpId, termsRevision }) => readTermsItem(table, account, rfpId, termsRevision),

    async inputs(account, rfpId, { inputs }, chunks) {
      const keys = chunks.map((at) => inputKey(account, rfpId, at, inputs.get(at)));
      const items = await itemsOf(keys);
      return new Map(
        chunks.flatMap((chunk, at) => {
          const item = items.get(keys[at]?.sk ?? '');
          return item === undefined ? [] : [[chunk, readInput(item)] as const];
        }),
      );
    },

    async earlierVersions(account, rfpId, limit = Number.POSITIVE_INFINITY) {
      const versions: EarlierVersion[] = [];
      const [from, to] = [VERSIONS_PREFIX, `${VERSIONS_PREFIX}${LAST_ID}`];
      for await (const item of between(itemsKey(account, rfpId), from, to, true)) {
        if (versions.length === limit) break;
        versions.push(readVersion(item));
      }
      return versions;
    },

    async earlierVersion(account, rfpId, version) {
      const Key = versionKey(account, rfpId, version);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readVersion(Item);
    },

    async summaries(account, rfpId, version) {
      const prefix = summariesPrefix(version);
      const summaries = new Map<number, readonly LaneSummary[]>();
      for await (const item of between(itemsKey(account, rfpId), prefix, `${prefix}${LAST_ID}`, false)) {
        summaries.set(chunkOfKey(sortKeyOf(item)), readSummaries(item).summaries);
      }
      return summaries;
    },

    async lanes(account, { rfpId, version, run = 0, termsRevision }, indexes) {
      const terms = await readTermsItem(table, account, rfpId, termsRevision);
      const corrected = new Set(terms.corrected);
      const wanted = Map.groupBy(indexes, (index) => chunkOf(index).chunk);
      const inputOf = (chunk: number) => inputKey(account, rfpId, chunk, terms.inputs.get(chunk));
      const resultOf = (chunk: number) => resultKey(account, rfpId, version, chunk);
      const items = await itemsOf([...wanted.keys()].flatMap((chunk) => [inputOf(chunk), resultOf(chunk)]));
      const lanes = new Map<number, LaneWithResult>();
      // A chunk at a time: its other lanes do not stay in memory.
      for (const [chunk, ofChunk] of wanted) {
        const input = items.get(inputOf(chunk).sk);
        const item = items.get(resultOf(chunk).sk);
        if (input === undefined || item === undefined) continue;
        const [drafts, results] = [readInput(input), readResults(item)];
        const isOlder = readRun(item) < run;
        for (const index of ofChunk) {
          const { offset } = chunkOf(index);
          const [draft, result] = [drafts[offset], results[offset]];
          // The price of a corrected lane is that of the lane before until its run has a result.
          if (draft === undefined || result === undefined || (isOlder && corrected.has(index))) continue;
          lanes.set(index, { draft, result, terms: terms.lanes.get(index) ?? {} });
        }
      }
      return lanes;
    },
  };
}

/** The chunks of the run in a head. */
export type RunChunks = (account: Account, head: Head) => Promise<readonly number[]>;

/** Reads the chunks of a run that a change of terms began; all other runs write all chunks. Needs only `GetItem`. */
export function createDynamoDbRunChunks(client: DynamoDBDocumentClient, TableName: string): RunChunks {
  return async (account, { rfp: { rfpId, lanes }, runTerms }) => {
    if (runTerms === undefined) return Array.from({ length: chunkCount(lanes) }, (_, chunk) => chunk);
    const Key = termsKey(account, rfpId, runTerms);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    // The items of a deleted RFP are erased.
    return Item === undefined ? [] : readTerms(Item).chunks;
  };
}
