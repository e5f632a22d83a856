import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { usageKey } from '../../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { batchWrite } from '../../platform/dynamodb/batch-write.ts';
import type { FullSet } from '../../platform/dynamodb/bounded-set.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { chunkCount, LANES_PER_CHUNK } from '../lanes/lane-draft.ts';
import type { LaneTerms } from '../lanes/lane-result.ts';
import { COUNTER_NAMES, counterChange, countLanes } from '../record/rfp-counters.ts';
import type { RfpId } from '../record/rfp-id.ts';
import {
  type ChunkWork,
  changedRfp,
  type NewRfp,
  newStoredRfp,
  type Reservation,
  type RfpChange,
  type RfpChangeResult,
  type RfpCreation,
  type RfpStore,
  type StoredRfp,
} from '../record/stored-rfp.ts';
import {
  counterAttribute,
  headAttributes,
  headItem,
  headKey,
  inputItem,
  inputKey,
  itemsKey,
  readInput,
  readResults,
  readSummaries,
  resultItem,
  resultKey,
  sortKeyOf,
  summaryItem,
  summaryKey,
  termsItem,
  versionItem,
} from './dynamodb-rfp-items.ts';
import { createDynamoDbWaitingLimit, reserveCalls, usedCallsOf } from './dynamodb-rfp-limits.ts';
import {
  createDynamoDbRfpReader,
  createDynamoDbRunChunks,
  type RfpsTable,
  readHeadItem,
  readTermsItem,
} from './dynamodb-rfp-reader.ts';

/** Removes RFPs. IAM permissions: `DeleteItem` for heads; `GetItem`, `Query` and `BatchWriteItem` to erase items. */
export function createDynamoDbRfpRemoval(table: RfpsTable): Pick<RfpStore, 'delete' | 'erase'> {
  const { client, rfpsTable: TableName } = table;

  return {
    async delete(account, rfpId) {
      // The token of a transaction lets the SDK repeat a deletion whose response was lost.
      const unmet = await transactWrite(client, [
        {
          Delete: {
            TableName,
            Key: headKey(account, rfpId),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ]);
      return unmet.length === 0;
    },

    async erase(account, rfpId) {
      if ((await readHeadItem(table, account, rfpId)) !== undefined) return;
      const pages = paginateQuery(
        { client },
        {
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: '#pk = :pk',
          ProjectionExpression: '#pk, #sk',
          ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
          ExpressionAttributeValues: { ':pk': itemsKey(account, rfpId) },
        },
      );
      for await (const { Items = [] } of pages) {
        const requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
        await batchWrite(client, TableName, requests);
      }
    },
  };
}

export interface DynamoDbRfps<Extra> extends RfpsTable {
  /** Key `account` and `period`: counts the calls of lanes together with those of rates. Absent: nothing is counted. */
  readonly usageTable?: string;
  readonly now: () => Date;
  /** Converts an extra to its write; `writtenBy` is unique to the creation of the RFP. */
  readonly composeExtraWrite?: (extra: Extra, writtenBy: string) => TransactItem;
}

/** Chunks in memory at a time, with their compressed items. */
export const CHUNKS_AT_ONCE = 25;

class ExtraWriteUnsupportedError extends Error {
  override readonly name = 'ExtraWriteUnsupportedError';
}

class UsageTableMissingError extends Error {
  override readonly name = 'UsageTableMissingError';
}

class RfpItemsMissingError extends Error {
  override readonly name = 'RfpItemsMissingError';
}

/** RFPs in one DynamoDB table (decision 0052). */
export function createDynamoDbRfpStore<Extra = never>(rfps: DynamoDbRfps<Extra>): RfpStore<Extra> {
  const { client, rfpsTable: TableName, now, composeExtraWrite } = rfps;

  const runChunks = createDynamoDbRunChunks(client, TableName);
  const waiting = createDynamoDbWaitingLimit(rfps, now);

  const getHead = (account: Account, rfpId: RfpId) => readHeadItem(rfps, account, rfpId);

  /** Items of one RFP by sort key, strongly consistent. */
  const getItems = async (keys: readonly { readonly pk: string; readonly sk: string }[]) => {
    const found = await batchGet(client, { [TableName]: { Keys: [...keys], ConsistentRead: true } });
    return new Map<string, unknown>((found.get(TableName) ?? []).map((item) => [sortKeyOf(item), item]));
  };

  const extraWriteOf = (extra: Extra, writtenBy: string): TransactItem => {
    if (composeExtraWrite === undefined)
      throw new ExtraWriteUnsupportedError('the store was created without composeExtraWrite');
    return composeExtraWrite(extra, writtenBy);
  };

  const usageTableOf = (): string => {
    if (rfps.usageTable === undefined)
      throw new UsageTableMissingError('the store was created without usageTable');
    return rfps.usageTable;
  };

  return {
    ...createDynamoDbRfpReader(rfps),
    ...createDynamoDbRfpRemoval(rfps),

    create: (account, created, reservation, extra) =>
      waiting.withRoom(account, () => createOnce(account, created, reservation, extra)),

    change: (account, rfp, change, extra) =>
      waiting.withRoom(account, () => changeOnce(account, rfp, change, extra)),

    async storeInputs(account, rfpId, name, chunks) {
      await forEachConcurrent(chunks, CHUNKS_AT_ONCE, async ([at, lanes]) => {
        const Item = inputItem(account, rfpId, at, lanes, name);
        await client.send(new PutCommand({ TableName, Item }));
      });
    },

    async chunksOfRun(account, rfp) {
      const head = await getHead(account, rfp.rfpId);
      return head === undefined || head.rfp.run !== rfp.run ? [] : runChunks(account, head);
    },

    async chunk(account, rfpId, run, at) {
      const rfp = (await getHead(account, rfpId))?.rfp;
      if (rfp === undefined || rfp.run !== run || at >= chunkCount(rfp.lanes)) return 'obsolete';
      const terms = await readTermsItem(rfps, account, rfpId, rfp.termsRevision);
      const keys = {
        input: inputKey(account, rfpId, at, terms.inputs.get(at)),
        summary: summaryKey(account, rfpId, rfp.version, at),
      };
      const items = await getItems(Object.values(keys));
      const summaryOf = items.get(keys.summary.sk);
      const earlier = summaryOf === undefined ? undefined : readSummaries(summaryOf);
      if (earlier && earlier.run >= run) return 'written-before';
      const input = items.get(keys.input.sk);
      // A deletion erases items after the head.
      if (input === undefined) {
        if ((await getHead(account, rfpId)) === undefined) return 'obsolete';
        throw new RfpItemsMissingError(`RFP ${rfpId} lacks chunk ${at}`);
      }
      const lanes = readInput(input);
      const first = at * LANES_PER_CHUNK;
      const isIn = (index: number) => index >= first && index < first + LANES_PER_CHUNK;
      return {
        rfp,
        chunk: at,
        lanes,
        terms: termsIn(terms.lanes, at),
        ...(earlier === undefined
          ? { byMarket: [...lanes.keys()], byMarketBefore: first }
          : {
              byMarket: terms.corrected.filter(isIn).map((index) => index - first),
              byMarketBefore: terms.corrected.filter((index) => index < first).length,
            }),
        before: earlier && {
          summaries: earlier.summaries,
          results: await readResultsOf(account, rfpId, rfp.version, at),
        },
      };
    },

    async write(account, { rfp, chunk, terms, before }, { results, summaries, returnedCalls }) {
      const { rfpId, run, version } = rfp;
      const change = counterChange(countLanes(before?.summaries ?? [], terms), countLanes(summaries, terms));
      const changed = COUNTER_NAMES.filter((name) => change[name] !== 0);
      const added = { remaining: -1, ...(returnedCalls === 0 ? {} : { calls: -returnedCalls }) };
      const additions = [
        ...Object.entries(added),
        ...changed.map((name) => [counterAttribute(name), change[name]] as const),
      ];
      const where = { rfpId, version, run, chunk };
      const unmet = await transactWrite(client, [
        {
          Update: {
            TableName,
            Key: headKey(account, rfpId),
            UpdateExpression: `SET #updatedAt = :now ADD ${additions.map((_, at) => `#a${at} :a${at}`).join(', ')}`,
            ConditionExpression: '#run = :run',
            ExpressionAttributeNames: {
              '#run': 'run',
              '#updatedAt': 'updatedAt',
              ...Object.fromEntries(additions.map(([name], at) => [`#a${at}`, name])),
            },
            ExpressionAttributeValues: {
              ':run': run,
              ':now': now().toISOString(),
              ...Object.fromEntries(additions.map(([, by], at) => [`:a${at}`, by])),
            },
          },
        },
        {
          Put: {
            TableName,
            Item: summaryItem(account, where, summaries),
            ConditionExpression: 'attribute_not_exists(pk) OR #run < :run',
            ExpressionAttributeNames: { '#run': 'run' },
            ExpressionAttributeValues: { ':run': run },
          },
        },
        { Put: { TableName, Item: resultItem(account, where, results) } },
        ...(returnedCalls === 0 ? [] : [giveBack(account, rfp.period, returnedCalls)]),
      ]);
      if (unmet.length === 0) return 'written';
      return unmet.some(({ position }) => position === 0) ? 'obsolete' : 'written-before';
    },
  };

  async function createOnce(
    account: Account,
    created: NewRfp,
    reservation: Reservation,
    extra: Extra | undefined,
  ): Promise<RfpCreation | FullSet> {
    const { rfpId, lanes } = created;
    const writtenBy = randomUUID();
    const chunks = groupsOf(lanes, LANES_PER_CHUNK);
    const head = { rfp: newStoredRfp(created, reservation), writtenBy };
    const unmet = await transactWrite(
      client,
      [
        reserveCalls(usageTableOf(), account, reservation),
        {
          Put: {
            TableName,
            Item: headItem(account, head),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        ...chunks.map((group, at) => ({
          Put: { TableName, Item: inputItem(account, rfpId, at, group) },
        })),
        waiting.addition(account, rfpId),
        ...(extra === undefined ? [] : [extraWriteOf(extra, writtenBy)]),
      ],
      writtenBy,
    );
    const [first] = unmet;
    if (first === undefined) return { outcome: 'created' };
    // A repeated request whose token is forgotten fails on its own head.
    if ((await getHead(account, rfpId))?.writtenBy === writtenBy) return { outcome: 'created' };
    // A stored answer takes precedence over a reached limit.
    const addedAt = 2 + chunks.length;
    if (unmet.some(({ position }) => position > addedAt)) return { outcome: 'extra-write-rejected' };
    if (first.position === addedAt) return waiting.full(first);
    return { outcome: 'over-limit', used: usedCallsOf(first) };
  }

  async function changeOnce(
    account: Account,
    rfp: StoredRfp,
    change: RfpChange,
    extra: Extra | undefined,
  ): Promise<RfpChangeResult | FullSet> {
    const { rfpId } = rfp;
    const { terms, version, reservation } = change;
    const at = change.at ?? now();
    const writtenBy = randomUUID();
    const beginsRun = changedRfp(rfp, change, at).run !== rfp.run;
    const writes: TransactItem[] = [
      headChange(TableName, account, rfp, change, { writtenBy, at }),
      ...(terms === undefined
        ? []
        : [{ Put: { TableName, Item: termsItem(account, rfpId, rfp.termsRevision + 1, terms) } }]),
      ...(version === undefined ? [] : [{ Put: { TableName, Item: versionItem(account, rfp) } }]),
      ...(reservation === undefined ? [] : [reserveCalls(usageTableOf(), account, reservation)]),
      ...(beginsRun ? [waiting.addition(account, rfpId)] : []),
    ];
    const extraWrites = extra === undefined ? [] : [extraWriteOf(extra, writtenBy)];
    const unmet = await transactWrite(client, [...writes, ...extraWrites], writtenBy);
    if (unmet.length === 0) return { outcome: 'changed' };
    // A repeated request whose token is forgotten fails on the run that it began.
    if ((await getHead(account, rfpId))?.writtenBy === writtenBy) return { outcome: 'changed' };
    if (unmet.some(({ position }) => position === writes.length)) return { outcome: 'extra-write-rejected' };
    if (unmet.some(({ position }) => position === 0)) return { outcome: 'changed-meanwhile' };
    const [first] = unmet;
    return beginsRun && first?.position === writes.length - 1
      ? waiting.full(first)
      : { outcome: 'over-limit', used: usedCallsOf(first) };
  }

  async function readResultsOf(account: Account, rfpId: RfpId, version: number, chunk: number) {
    const Key = resultKey(account, rfpId, version, chunk);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return readResults(Item);
  }

  function giveBack(account: Account, period: string, calls: number): TransactItem {
    return {
      Update: {
        TableName: usageTableOf(),
        Key: usageKey(account, period),
        UpdateExpression: 'ADD #used :calls',
        ExpressionAttributeNames: { '#used': 'used' },
        ExpressionAttributeValues: { ':calls': -calls },
      },
    };
  }
}

/** The terms of a chunk's lanes, by offset. */
function termsIn(terms: ReadonlyMap<number, LaneTerms>, chunk: number): ChunkWork['terms'] {
  const first = chunk * LANES_PER_CHUNK;
  return new Map(
    [...terms].flatMap(([index, own]) =>
      index >= first && index < first + LANES_PER_CHUNK ? [[index - first, own] as const] : [],
    ),
  );
}

interface Written {
  /** Identifies the write. */
  readonly writtenBy: string;
  readonly at: Date;
}

/** The update of a head by a caller's change. Its condition is that the RFP is as it was read. */
function headChange(
  TableName: string,
  account: Account,
  rfp: StoredRfp,
  change: RfpChange,
  { writtenBy, at }: Written,
): TransactItem {
  const before = headAttributes(rfp);
  const after = changedRfp(rfp, change, at);
  const entries = [
    ...Object.entries(headAttributes(after)).filter(
      ([name, value]) => value !== before[name] || name === 'updatedAt',
    ),
    ['writtenBy', writtenBy] as const,
    ...runTermsOf(rfp, after, change),
  ];
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined);
  const remove = removed.length === 0 ? '' : ` REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`;
  // Names change also while chunks are priced.
  const isQuiet = onlyRenames(change) ? '' : ' AND #remaining = :none';
  return {
    Update: {
      TableName,
      Key: headKey(account, rfp.rfpId),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}${remove}`,
      ConditionExpression: `#run = :wasRun AND #termsRevision = :wasTerms AND #state = :wasState${isQuiet}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
        ...{ '#run': 'run', '#termsRevision': 'termsRevision', '#state': 'state' },
        ...(isQuiet === '' ? {} : { '#remaining': 'remaining' }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...{ ':wasRun': rfp.run, ':wasTerms': rfp.termsRevision, ':wasState': rfp.state },
        ...(isQuiet === '' ? {} : { ':none': 0 }),
      },
    },
  };
}

const onlyRenames = ({ name: _, at: __, ...others }: RfpChange): boolean =>
  Object.values(others).every((value) => value === undefined);

/** The attribute with the terms whose chunks a new run writes; undefined: it writes all chunks. */
function runTermsOf(
  rfp: StoredRfp,
  after: StoredRfp,
  { version }: RfpChange,
): readonly (readonly ['runTerms', number | undefined])[] {
  if (after.run === rfp.run) return [];
  return [['runTerms', version === undefined ? after.termsRevision : undefined]];
}
