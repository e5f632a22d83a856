import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { batchGetAll } from '../../platform/dynamodb/batch-get.ts';
import { itemsBetween, pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import { foldCase } from '../../platform/text/text-folding.ts';
import { addDays, startOfDay, type UtcDay } from '../../platform/time/utc-calendar.ts';
import { chunkCount, chunkOf, type LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneResult, LaneSummary, LaneTerms } from '../lanes/lane-result.ts';
import { type RfpStatus, rfpStatus } from '../record/rfp-status.ts';
import {
  type EarlierVersion,
  firstRfpIdAt,
  type RfpId,
  type RfpTerms,
  type StoredRfp,
} from '../record/stored-rfp.ts';
import {
  accountKey,
  chunkOfKey,
  type Head,
  headKey,
  type ItemKey,
  inputKey,
  itemsKey,
  NO_TERMS,
  readData,
  readHead,
  readRun,
  readTerms,
  resultKey,
  sortKey,
  sortKeyOf,
  termsKey,
  versionKey,
} from './dynamodb-rfp-items.ts';

export interface RfpsTable {
  readonly client: DynamoDBDocumentClient;
  /** Key `pk` and `sk`. */
  readonly rfpsTable: string;
}

/** Which RFPs a list has; absent members do not filter. */
export interface RfpFilter {
  readonly status?: RfpStatus | undefined;
  /** The whole name, without case and accents. */
  readonly customer?: string | undefined;
  readonly customerId?: string | undefined;
  /** UTC days of creation, both included. */
  readonly createdFrom?: UtcDay | undefined;
  readonly createdTo?: UtcDay | undefined;
}

/** Days of creation are limits of the ids that are read. */
const matchesFilter = (rfp: StoredRfp, { status, customer, customerId }: RfpFilter): boolean =>
  (status === undefined || rfpStatus(rfp) === status) &&
  (customerId === undefined || rfp.customerId === customerId) &&
  (customer === undefined || foldCase(rfp.customer) === foldCase(customer));

/** A lane with its result in a version. */
interface LaneWithResult {
  readonly draft: LaneDraft;
  readonly terms: LaneTerms;
  readonly result: LaneResult;
}

/** RFPs of one query if few of them may match: half of the 1 MB that a query reads at most. */
const FILTERED_PAGE = 250;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

const readItem = async ({ client, rfpsTable: TableName }: RfpsTable, key: ItemKey): Promise<unknown> =>
  (await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }))).Item;

/** Items of an RFP by sort key, strongly consistent. */
export async function readItems({ client, rfpsTable }: RfpsTable, keys: readonly ItemKey[]) {
  const items = await batchGetAll(client, rfpsTable, keys);
  return new Map(items.map((item) => [sortKeyOf(item), item]));
}

/** The head of an RFP, strongly consistent; undefined if there is none. */
export async function readHeadItem(
  table: RfpsTable,
  account: Account,
  rfpId: RfpId,
): Promise<Head | undefined> {
  const item = await readItem(table, headKey(account, rfpId));
  return item === undefined ? undefined : readHead(item);
}

/** A revision of the terms of lanes; revision 0 has none. @throws ValiError if it does not exist. */
export const readTermsItem = async (
  table: RfpsTable,
  account: Account,
  rfpId: RfpId,
  revision: number,
): Promise<RfpTerms> =>
  revision === 0 ? NO_TERMS : readTerms(await readItem(table, termsKey(account, rfpId, revision)));

/** The chunks of the run in a head: those of the terms that began it, or else all. Needs only `GetItem`. */
export async function chunksOfRun(
  table: RfpsTable,
  account: Account,
  { rfp: { rfpId, lanes }, runTerms }: Head,
): Promise<readonly number[]> {
  if (runTerms === undefined) return Array.from({ length: chunkCount(lanes) }, (_, chunk) => chunk);
  const item = await readItem(table, termsKey(account, rfpId, runTerms));
  // The items of a deleted RFP are erased.
  return item === undefined ? [] : readTerms(item).chunks;
}

/** The range of ids of a filter and a cursor. `to` is included. */
function idRange({ createdFrom, createdTo }: RfpFilter, after: RfpId | undefined) {
  const from = createdFrom === undefined ? FIRST_ID : firstRfpIdAt(startOfDay(createdFrom));
  const end = createdTo === undefined ? LAST_ID : firstRfpIdAt(startOfDay(addDays(createdTo, 1)));
  return { from, to: after !== undefined && after < end ? after : end };
}

/**
 * Reads RFPs of an account, strongly consistent. IAM permissions: `GetItem`, `BatchGetItem` for lanes, `Query` for lists.
 */
export function createDynamoDbRfpReader(table: RfpsTable) {
  const { client, rfpsTable: TableName } = table;

  const between = (pk: string, from: string, to: string, newestFirst: boolean, pageSize?: number) =>
    itemsBetween(client, TableName, { pk, from, to, newestFirst, ...(pageSize && { pageSize }) });

  async function* headsBetween(account: Account, from: string, to: string, pageSize: number) {
    for await (const item of between(accountKey(account), from, to, true, pageSize)) yield readHead(item).rfp;
  }

  return {
    read: async (account: Account, rfpId: RfpId) => (await readHeadItem(table, account, rfpId))?.rfp,

    /**
     * A page of the RFPs of a filter, newest first. It can be shorter than its limit before the last page.
     * @param after `next` of the previous page; undefined `next` on the last page.
     */
    async list(
      account: Account,
      filter: RfpFilter,
      limit: number,
      after?: RfpId,
    ): Promise<{ readonly rfps: readonly StoredRfp[]; readonly next: RfpId | undefined }> {
      const { from, to } = idRange(filter, after);
      if (from > to) return { rfps: [], next: undefined };
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const matchesAll = [filter.status, filter.customer, filter.customerId].every(
        (one) => one === undefined,
      );
      const pageSize = matchesAll ? limit + 2 : FILTERED_PAGE;
      const { rows, next } = await pageOfMatches(headsBetween(account, from, to, pageSize), {
        idOf: ({ rfpId }) => rfpId,
        matches: (rfp) => matchesFilter(rfp, filter),
        limit,
        after,
      });
      return { rfps: rows, next };
    },

    terms: (account: Account, { rfpId, termsRevision }: Pick<StoredRfp, 'rfpId' | 'termsRevision'>) =>
      readTermsItem(table, account, rfpId, termsRevision),

    /** The lanes of chunks as terms have them, by chunk. */
    async inputs(
      account: Account,
      rfpId: RfpId,
      { inputs }: Pick<RfpTerms, 'inputs'>,
      chunks: readonly number[],
    ): Promise<ReadonlyMap<number, readonly LaneDraft[]>> {
      const keys = chunks.map((at) => inputKey(account, rfpId, at, inputs.get(at)));
      const items = await readItems(table, keys);
      return new Map(
        chunks.flatMap((chunk, at) => {
          const item = items.get(keys[at]?.sk ?? '');
          return item === undefined ? [] : [[chunk, readData('input', item)] as const];
        }),
      );
    },

    /** Versions before the current one, newest first. */
    async earlierVersions(account: Account, rfpId: RfpId, limit: number): Promise<readonly EarlierVersion[]> {
      const versions: EarlierVersion[] = [];
      const [from, to] = [sortKey('version', ['']), sortKey('version', [LAST_ID])];
      for await (const item of between(itemsKey(account, rfpId), from, to, true)) {
        if (versions.length === limit) break;
        versions.push(readData('version', item));
      }
      return versions;
    },

    /** A version before the current one; undefined if there is none. */
    async earlierVersion(account: Account, rfpId: RfpId, version: number) {
      const item = await readItem(table, versionKey(account, rfpId, version));
      return item === undefined ? undefined : readData('version', item);
    },

    /** The summaries of all chunks with results in a version, by chunk. */
    async summaries(
      account: Account,
      rfpId: RfpId,
      version: number,
    ): Promise<ReadonlyMap<number, readonly LaneSummary[]>> {
      const [from, to] = [sortKey('summary', [version, '']), sortKey('summary', [version, LAST_ID])];
      const summaries = new Map<number, readonly LaneSummary[]>();
      for await (const item of between(itemsKey(account, rfpId), from, to, false)) {
        summaries.set(chunkOfKey(sortKeyOf(item)), readData('summary', item));
      }
      return summaries;
    },

    /**
     * The lanes at some indexes that have a result in a version, by index. A corrected lane has none until the run that its
     * correction began has one.
     * @param version without a run: an earlier version, whose runs are over.
     */
    async lanes(
      account: Account,
      {
        rfpId,
        version,
        run = 0,
        termsRevision,
      }: Pick<StoredRfp, 'rfpId' | 'version' | 'termsRevision'> & Partial<Pick<StoredRfp, 'run'>>,
      indexes: readonly number[],
    ): Promise<ReadonlyMap<number, LaneWithResult>> {
      const terms = await readTermsItem(table, account, rfpId, termsRevision);
      const corrected = new Set(terms.corrected);
      const wanted = Map.groupBy(indexes, (index) => chunkOf(index).chunk);
      const inputOf = (chunk: number) => inputKey(account, rfpId, chunk, terms.inputs.get(chunk));
      const resultOf = (chunk: number) => resultKey(account, rfpId, version, chunk);
      const items = await readItems(
        table,
        [...wanted.keys()].flatMap((chunk) => [inputOf(chunk), resultOf(chunk)]),
      );
      const lanes = new Map<number, LaneWithResult>();
      // A chunk at a time: its other lanes do not stay in memory.
      for (const [chunk, ofChunk] of wanted) {
        const input = items.get(inputOf(chunk).sk);
        const item = items.get(resultOf(chunk).sk);
        if (input === undefined || item === undefined) continue;
        const [drafts, results] = [readData('input', input), readData('result', item)];
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
export type RfpReader = ReturnType<typeof createDynamoDbRfpReader>;
