import { randomUUID } from 'node:crypto';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { KeyedAnswer } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import { usageKey } from '../../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../../platform/account/account.ts';
import { chunk as groupsOf } from '../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { addExpression } from '../../platform/dynamodb/add-numbers.ts';
import { batchWrite } from '../../platform/dynamodb/batch-write.ts';
import type { FullSet } from '../../platform/dynamodb/bounded-set.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { type TransactItem, transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { chunkCount, LANES_PER_CHUNK, type LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneResult, LaneSummary, LaneTerms } from '../lanes/lane-result.ts';
import { COUNTER_NAMES, counterChange, countLanes } from '../record/rfp-counters.ts';
import {
  changedRfp,
  type FileOfLanes,
  type Reservation,
  type RfpChange,
  type RfpFailure,
  type RfpId,
  type StoredRfp,
} from '../record/stored-rfp.ts';
import {
  counterAttribute,
  dataItem,
  headAttributes,
  headItem,
  headKey,
  headUpdate,
  inputKey,
  itemsKey,
  readData,
  readRun,
  resultKey,
  summaryKey,
  termsItem,
  versionItem,
} from './dynamodb-rfp-items.ts';
import { createDynamoDbWaitingLimit, reserveCalls, usedCallsOf } from './dynamodb-rfp-limits.ts';
import {
  createDynamoDbRfpReader,
  type RfpsTable,
  readHeadItem,
  readItems,
  readTermsItem,
} from './dynamodb-rfp-reader.ts';

export interface DynamoDbRfps extends RfpsTable {
  readonly now: () => Date;
  /** Counts the calls of lanes together with those of rates. Absent: the caller of the store counts none. */
  readonly usageTable?: string;
  /** The write of an answer. Absent: no call has an Idempotency-Key. `writtenBy` identifies the write of the RFP. */
  readonly putAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}

/** Chunks in memory at a time, with their compressed items. */
const CHUNKS_AT_ONCE = 25;

/** What is written with a new RFP. */
interface NewParts {
  /** At most 1,000; those of a file come later. */
  readonly lanes?: readonly LaneDraft[];
  readonly reservation?: Reservation;
  readonly answer?: KeyedAnswer | undefined;
}

/**
 * What became of a new or changed RFP. `changed-meanwhile`: it is deleted, or is not as it was read. `answered-before`: its
 * call has an answer. `over-limit`: `used` calls leave too few for the lanes. Only of `written` anything was written.
 */
export type RfpWrite =
  | { readonly outcome: 'written' | 'changed-meanwhile' | 'answered-before' | 'too-many-waiting' }
  | { readonly outcome: 'over-limit'; readonly used: number };

/** A chunk to price, as read in one moment. */
export interface ChunkWork {
  readonly rfp: StoredRfp;
  readonly chunk: number;
  readonly lanes: readonly LaneDraft[];
  /** By offset in the chunk. */
  readonly terms: ReadonlyMap<number, LaneTerms>;
  /** Offsets of the lanes that the run prices by the market. */
  readonly byMarket: readonly number[];
  /** Lanes that the run prices by the market in earlier chunks. */
  readonly byMarketBefore: number;
  /** Of an earlier run of the same version; undefined if there is none. */
  readonly before: Pick<ChunkResults, 'results' | 'summaries'> | undefined;
}

/** The results of a chunk's lanes, in their order. */
export interface ChunkResults {
  readonly results: readonly LaneResult[];
  readonly summaries: readonly LaneSummary[];
  /** Calls to give back; 0 to 5. */
  readonly returnedCalls: number;
}

/** `written-before`: the run already has results of the chunk. `obsolete`: the RFP is deleted, or in another run. */
export type ChunkOutcome = 'written' | 'written-before' | 'obsolete';

/** An RFP that awaits its file. */
const IS_AWAITED = '#state = :awaited';
const AWAITED = { ':awaited': 'awaiting_upload' } as const;

const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new Error(`the store of RFPs was created without ${name}`);
  return value;
};

/** RFPs of accounts in one DynamoDB table (decision 0052). */
export function createDynamoDbRfpStore(rfps: DynamoDbRfps) {
  const { client, rfpsTable: TableName, now, usageTable, putAnswer } = rfps;
  const waiting = createDynamoDbWaitingLimit(rfps, now);

  return {
    ...createDynamoDbRfpReader(rfps),

    /** Counts the calls and stores the RFP with its lanes, or changes nothing. Exact, also in its limits. */
    create: (account: Account, rfp: StoredRfp, parts: NewParts = {}): Promise<RfpWrite> =>
      waiting.withRoom(account, () => {
        const writtenBy = randomUUID();
        const head = {
          Put: {
            TableName,
            Item: headItem(account, { rfp, writtenBy }),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        };
        const inputs = groupsOf(parts.lanes ?? [], LANES_PER_CHUNK).map((group, at) => ({
          Put: { TableName, Item: dataItem(inputKey(account, rfp.rfpId, at), group) },
        }));
        const write = { ...parts, writes: [head, ...inputs], writtenBy, waits: true };
        return writeRfp(account, rfp.rfpId, write);
      }),

    /**
     * Changes an RFP that is as it was read and, except for its name, has no chunk left to price. Begins a run if prices or
     * sums change.
     */
    change: (account: Account, rfp: StoredRfp, change: RfpChange, answer?: KeyedAnswer): Promise<RfpWrite> =>
      waiting.withRoom(account, () => {
        const { terms, version, reservation } = change;
        const writtenBy = randomUUID();
        const puts = [
          ...(terms ? [termsItem(account, rfp.rfpId, rfp.termsRevision + 1, terms)] : []),
          ...(version ? [versionItem(account, rfp)] : []),
        ];
        return writeRfp(account, rfp.rfpId, {
          writes: [
            { Update: { TableName, ...headChange(account, rfp, change, writtenBy) } },
            ...puts.map((Item) => ({ Put: { TableName, Item } })),
          ],
          writtenBy,
          waits: changedRfp(rfp, change).run !== rfp.run,
          ...(reservation && { reservation }),
          answer,
        });
      }),

    /**
     * Stores lanes by chunk. They have no effect until a change has their name in its terms; those without a name, until
     * the RFP has the lanes of its file.
     */
    async storeInputs(
      account: Account,
      rfpId: RfpId,
      chunks: ReadonlyMap<number, readonly LaneDraft[]>,
      name?: string,
    ): Promise<void> {
      await forEachConcurrent(chunks, CHUNKS_AT_ONCE, async ([at, lanes]) => {
        const Item = dataItem(inputKey(account, rfpId, at, name), lanes);
        await client.send(new PutCommand({ TableName, Item }));
      });
    },

    /** The chunk of a run; `obsolete` if the RFP is deleted or in another run. */
    async chunk(
      account: Account,
      rfpId: RfpId,
      run: number,
      at: number,
    ): Promise<ChunkWork | Exclude<ChunkOutcome, 'written'>> {
      const rfp = (await readHeadItem(rfps, account, rfpId))?.rfp;
      if (rfp === undefined || rfp.run !== run || at >= chunkCount(rfp.lanes)) return 'obsolete';
      const terms = await readTermsItem(rfps, account, rfpId, rfp.termsRevision);
      const keys = {
        input: inputKey(account, rfpId, at, terms.inputs.get(at)),
        summary: summaryKey(account, rfpId, rfp.version, at),
        result: resultKey(account, rfpId, rfp.version, at),
      };
      const items = await readItems(rfps, Object.values(keys));
      const summary = items.get(keys.summary.sk);
      if (summary !== undefined && readRun(summary) >= run) return 'written-before';
      const input = items.get(keys.input.sk);
      // A deletion erases items after the head.
      if (input === undefined) {
        if ((await readHeadItem(rfps, account, rfpId)) === undefined) return 'obsolete';
        throw new Error(`RFP ${rfpId} lacks chunk ${at}`);
      }
      const lanes = readData('input', input);
      const first = at * LANES_PER_CHUNK;
      const isIn = (index: number) => index >= first && index < first + LANES_PER_CHUNK;
      const ofChunk = [...terms.lanes].filter(([index]) => isIn(index));
      return {
        rfp,
        chunk: at,
        lanes,
        terms: new Map(ofChunk.map(([index, own]) => [index - first, own])),
        ...(summary === undefined
          ? { byMarket: [...lanes.keys()], byMarketBefore: first }
          : {
              byMarket: terms.corrected.filter(isIn).map((index) => index - first),
              byMarketBefore: terms.corrected.filter((index) => index < first).length,
            }),
        before:
          summary === undefined
            ? undefined
            : {
                summaries: readData('summary', summary),
                results: readData('result', items.get(keys.result.sk)),
              },
      };
    },

    /** Writes the results of a chunk, its counters and the calls to give back, once for each run. */
    async write(
      account: Account,
      { rfp, chunk, terms, before }: Pick<ChunkWork, 'rfp' | 'chunk' | 'terms' | 'before'>,
      { results, summaries, returnedCalls }: ChunkResults,
    ): Promise<ChunkOutcome> {
      const { rfpId, run, version } = rfp;
      const change = counterChange(countLanes(before?.summaries ?? [], terms), countLanes(summaries, terms));
      const changed = COUNTER_NAMES.filter((name) => change[name] !== 0);
      const additions = [
        ['remaining', -1] as const,
        ...(returnedCalls === 0 ? [] : [['calls', -returnedCalls] as const]),
        ...changed.map((name) => [counterAttribute(name), change[name]] as const),
      ];
      const addition = addExpression(additions, { updatedAt: now().toISOString() });
      const unmet = await transactWrite(client, [
        {
          Update: {
            TableName,
            Key: headKey(account, rfpId),
            UpdateExpression: addition.UpdateExpression,
            ConditionExpression: '#run = :run',
            ExpressionAttributeNames: { ...addition.ExpressionAttributeNames, '#run': 'run' },
            ExpressionAttributeValues: { ...addition.ExpressionAttributeValues, ':run': run },
          },
        },
        {
          Put: {
            TableName,
            Item: dataItem(summaryKey(account, rfpId, version, chunk), summaries, { run }),
            ConditionExpression: 'attribute_not_exists(pk) OR #run < :run',
            ExpressionAttributeNames: { '#run': 'run' },
            ExpressionAttributeValues: { ':run': run },
          },
        },
        { Put: { TableName, Item: dataItem(resultKey(account, rfpId, version, chunk), results, { run }) } },
        ...(returnedCalls === 0 ? [] : [giveBack(account, rfp.period, returnedCalls)]),
      ]);
      if (unmet.length === 0) return 'written';
      return unmet.some(({ position }) => position === 0) ? 'obsolete' : 'written-before';
    },

    /**
     * Notes when a run that reads the file began, ISO 8601 UTC.
     * @returns when all runs began that no error ended; undefined if the RFP no longer awaits a file.
     */
    async noteReading(account: Account, rfpId: RfpId, at: string): Promise<ReadonlySet<string> | undefined> {
      const write = await updateReadings('ADD', account, rfpId, at);
      return write.applied ? (write.attributes?.readings as ReadonlySet<string>) : undefined;
    },

    /** Forgets a run that an error ended. */
    async forgetReading(account: Account, rfpId: RfpId, at: string): Promise<void> {
      await updateReadings('DELETE', account, rfpId, at);
    },

    /** Begins run 1 of an RFP whose lanes are stored and counts its calls, or changes nothing. */
    begin: (
      account: Account,
      rfpId: RfpId,
      { pricing, ...file }: FileOfLanes,
      reservation: Reservation,
    ): Promise<RfpWrite> =>
      waiting.withRoom(account, () => {
        const { calls, period } = reservation;
        const begun = { state: 'open', run: 1, remaining: chunkCount(file.lanes), calls, period };
        const writtenBy = randomUUID();
        const Update = endOfWaiting(account, rfpId, { ...begun, ...file, ...pricing }, writtenBy);
        return writeRfp(account, rfpId, { writes: [{ Update }], writtenBy, waits: false, reservation });
      }),

    /** Ends an RFP whose file has no lanes to price; false if it is deleted, or awaits no file. */
    async fail(account: Account, rfpId: RfpId, failure: RfpFailure): Promise<boolean> {
      const attributes = { state: 'failed', failure };
      return (await updateIf(client, endOfWaiting(account, rfpId, attributes, randomUUID()))).applied;
    },

    /** Deletes the RFP; false if there is none. Its items are erased by `erase`. */
    async delete(account: Account, rfpId: RfpId): Promise<boolean> {
      const Key = headKey(account, rfpId);
      // The token of a transaction lets the SDK repeat a deletion whose response was lost.
      const unmet = await transactWrite(client, [
        { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      ]);
      return unmet.length === 0;
    },

    /** Erases the items of a deleted RFP. Safe to repeat; erases nothing of an RFP that exists. */
    async erase(account: Account, rfpId: RfpId): Promise<void> {
      if ((await readHeadItem(rfps, account, rfpId)) !== undefined) return;
      const pages = paginateQuery(
        { client },
        {
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk',
          ProjectionExpression: 'pk, sk',
          ExpressionAttributeValues: { ':pk': itemsKey(account, rfpId) },
        },
      );
      for await (const { Items = [] } of pages) {
        const requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
        await batchWrite(client, TableName, requests);
      }
    },
  };

  /** Writes a new or changed RFP. The first of the writes is that of its head. */
  async function writeRfp(
    account: Account,
    rfpId: RfpId,
    { writes, writtenBy, waits, reservation, answer }: HeadWrite,
  ): Promise<RfpWrite | FullSet> {
    const parts = [
      ...writes.map((item) => ({ of: 'rfp', item })),
      ...(reservation
        ? [{ of: 'calls', item: reserveCalls(required(usageTable, 'usageTable'), account, reservation) }]
        : []),
      ...(waits ? [{ of: 'waiting', item: waiting.addition(account, rfpId) }] : []),
      ...(answer ? [{ of: 'answer', item: required(putAnswer, 'putAnswer')(answer, writtenBy) }] : []),
    ];
    const items = parts.map(({ item }) => item);
    const unmet = await transactWrite(client, items, writtenBy);
    // A repeated request whose token is forgotten fails on its own head.
    if (unmet.length === 0 || (await readHeadItem(rfps, account, rfpId))?.writtenBy === writtenBy) {
      return { outcome: 'written' };
    }
    const failed = new Map(unmet.map((one) => [parts[one.position]?.of, one]));
    // A stored answer takes precedence over a reached limit.
    if (failed.has('answer')) return { outcome: 'answered-before' };
    if (failed.has('rfp')) return { outcome: 'changed-meanwhile' };
    if (failed.has('calls')) return { outcome: 'over-limit', used: usedCallsOf(failed.get('calls')) };
    return waiting.full(required(failed.get('waiting'), 'a known condition'));
  }

  function updateReadings(action: 'ADD' | 'DELETE', account: Account, rfpId: RfpId, at: string) {
    return updateIf(client, {
      TableName,
      Key: headKey(account, rfpId),
      UpdateExpression: `${action} readings :at`,
      ConditionExpression: IS_AWAITED,
      ExpressionAttributeValues: { ...AWAITED, ':at': new Set([at]) },
      ReturnValues: 'UPDATED_NEW',
    });
  }

  function endOfWaiting(account: Account, rfpId: RfpId, attributes: object, writtenBy: string) {
    const all = { ...attributes, updatedAt: now().toISOString(), writtenBy, readings: undefined };
    return { TableName, ...headUpdate(account, rfpId, all, IS_AWAITED, AWAITED) };
  }

  function giveBack(account: Account, period: string, calls: number): TransactItem {
    return {
      Update: {
        TableName: required(usageTable, 'usageTable'),
        Key: usageKey(account, period),
        UpdateExpression: 'ADD #used :calls',
        ExpressionAttributeNames: { '#used': 'used' },
        ExpressionAttributeValues: { ':calls': -calls },
      },
    };
  }
}
export type RfpStore = ReturnType<typeof createDynamoDbRfpStore>;

interface HeadWrite extends Pick<NewParts, 'reservation' | 'answer'> {
  readonly writes: readonly TransactItem[];
  /** Identifies the write. */
  readonly writtenBy: string;
  /** Whether the RFP then waits for its file or prices. */
  readonly waits: boolean;
}

/** The update of a head by a caller's change. Its condition is that the RFP is as it was read. */
function headChange(account: Account, rfp: StoredRfp, change: RfpChange, writtenBy: string) {
  const before = headAttributes(rfp);
  const after = changedRfp(rfp, change);
  const changed = Object.entries(headAttributes(after)).filter(([name, value]) => value !== before[name]);
  const { at, name: _, ...others } = change;
  const onlyRenames = Object.keys(others).length === 0;
  return headUpdate(
    account,
    rfp.rfpId,
    {
      ...Object.fromEntries(changed),
      updatedAt: at.toISOString(),
      writtenBy,
      // A new version writes all chunks.
      ...(after.run !== rfp.run && { runTerms: change.version ? undefined : after.termsRevision }),
    },
    // Names change also while chunks are priced.
    `#run = :wasRun AND #termsRevision = :wasTerms AND #state = :wasState${onlyRenames ? '' : ' AND #remaining = :none'}`,
    {
      ':wasRun': rfp.run,
      ':wasTerms': rfp.termsRevision,
      ':wasState': rfp.state,
      ...(onlyRenames ? {} : { ':none': 0 }),
    },
  );
}
