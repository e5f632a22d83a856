import { setTimeout as wait } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type {
  KeyedAnswer,
  KeyedCall,
} from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { usageKey } from '../../../shared/accounts/usage/dynamodb-read-account.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { BUNDLED_RATES } from '../../../shared/costs/trailers/published-rates.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { chunk as groupsOf } from '../../../shared/platform/collections/chunk.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { chunkCount, LANES_PER_CHUNK, type LaneDraft } from '../../../shared/rfps/lanes/lane-draft.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import type { PriceChunkPorts } from '../../../shared/rfps/price-chunk.ts';
import { countedCalls } from '../../../shared/rfps/record/counted-calls.ts';
import {
  createRfpIds,
  newStoredRfp,
  type PricingTerms,
  type Reservation,
  type RfpFields,
  type RfpId,
  type StoredRfp,
} from '../../../shared/rfps/record/stored-rfp.ts';
import { itemsKey, readData } from '../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { chunksOfRun, readHeadItem } from '../../../shared/rfps/store/dynamodb-rfp-reader.ts';
import { createDynamoDbRfpStore, type RfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../../shared/terminals/search/nearest-terminals.ts';
import { createRfpsTable, createUsageTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';

export const NOW = new Date('2026-10-07T17:00:00Z');
export const PERIOD = '2026-10';

/** The answer of a call: at most one for each key. */
export const answerOf = (key: string): KeyedAnswer => ({ call: { key } as KeyedCall, body: '' });

interface NewRfp extends RfpFields {
  readonly rfpId: RfpId;
  readonly pricing: PricingTerms;
  readonly lanes: readonly LaneDraft[];
}

export interface Table {
  readonly endpoint: string;
  readonly client: DynamoDBDocumentClient;
  readonly rfpsTable: string;
  readonly usageTable: string;
  readonly store: RfpStore;
  stop(): Promise<void>;
}

export async function startRfps(): Promise<Table> {
  const engine = await startTestDynamoDb();
  const client = localDocumentClient(engine.endpoint);
  const [rfpsTable, usageTable] = [
    await createRfpsTable(engine.endpoint),
    await createUsageTable(engine.endpoint),
  ];
  const store = createDynamoDbRfpStore({
    ...{ client, rfpsTable, usageTable, now: () => NOW },
    putAnswer: ({ call: { key } }, writtenBy) => ({
      Put: {
        TableName: rfpsTable,
        Item: { pk: `claim#${key}`, sk: 'claim', writtenBy },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    }),
  });
  return {
    ...{ endpoint: engine.endpoint, client, rfpsTable, usageTable, store },
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

let accounts = 0;
/** An account that no other test uses. */
export const newAccount = (): Account => ({ orgId: `org_${process.pid}r${accounts++}`, mode: 'test' });

const newId = createRfpIds();
const ORIGINS = [
  'USLAX',
  'Port of Savannah',
  'APM Terminals Pier 400',
  'Chicago, IL',
  'Dallas, TX',
  'Nowhere, TX',
];
const DESTINATIONS = ['Phoenix, AZ', 'Atlanta, GA', '60632', 'Columbus, OH', 'Honolulu, HI'];

/** Lanes, of which some cannot be priced. */
export const lanesOf = (count: number): NewRfp['lanes'] =>
  Array.from({ length: count }, (_, at) =>
    readLane(
      {
        lane_id: `L${at}`,
        origin: at % 97 === 0 ? '' : ORIGINS[at % ORIGINS.length],
        destination: DESTINATIONS[at % DESTINATIONS.length],
        weekly_volume: 1 + (at % 9),
      },
      { equipment: 'container_40', requirements: [] },
    ),
  );

export const newRfp = (lanes: number): NewRfp => ({
  rfpId: newId(NOW),
  name: 'Drayage 2027 / Zürich 🚚',
  customer: 'Acme',
  customerReference: '',
  equipment: 'container_40',
  requirements: [],
  pricing: { asOf: NOW.toISOString(), strategyVersion: 0 },
  lanes: lanesOf(lanes),
});

export const reservation = (lanes: number, usageLimit = 1_000_000) => ({
  calls: countedCalls(lanes),
  period: PERIOD,
  usageLimit,
});

/** Stores a new RFP with its lanes. */
export const storeRfp = (
  { store }: Pick<Table, 'store'>,
  account: Account,
  { lanes, ...rfp }: NewRfp,
  { usageLimit, ...counted }: Reservation,
  answer?: KeyedAnswer,
) =>
  store.create(account, newStoredRfp({ ...rfp, ...counted, lanes: lanes.length }), {
    ...{ lanes, answer },
    reservation: { ...counted, usageLimit },
  });

/** Stores an RFP that awaits its file until a moment. */
export async function storeAwaited(
  { store }: Pick<Table, 'store'>,
  account: Account,
  uploadUntil: string,
  answer?: KeyedAnswer,
) {
  const { lanes: _, ...rfp } = newRfp(0);
  const stored = newStoredRfp({ ...rfp, lanes: 0, calls: 0, period: PERIOD, uploadUntil });
  return { ...(await store.create(account, stored, { answer })), rfpId: rfp.rfpId };
}

/** The chunks that an RFP's current run writes. */
export async function chunksToWrite(table: Table, account: Account, rfpId: RfpId) {
  const head = await readHeadItem(table, account, rfpId);
  return head === undefined ? [] : chunksOfRun(table, account, head);
}

/** Creates an RFP that counts its calls. */
export async function created(store: RfpStore, account: Account, lanes: number): Promise<RfpId> {
  const rfp = newRfp(lanes);
  const creation = await storeRfp({ store }, account, rfp, reservation(lanes));
  if (creation.outcome !== 'written') throw new Error(creation.outcome);
  return rfp.rfpId;
}

/** Creates an RFP whose lanes come by a file, as large as it is. */
export async function createdByFile(table: Table, account: Account, lanes: number): Promise<RfpId> {
  const { rfpId } = await storeAwaited(table, account, NOW.toISOString());
  const { lanes: drafts, pricing } = newRfp(lanes);
  await table.store.storeInputs(account, rfpId, new Map(groupsOf(drafts, LANES_PER_CHUNK).entries()));
  const file = { lanes, columns: [], columnReport: { read: [], unread: [] }, notes: [], pricing };
  const { outcome } = await table.store.begin(account, rfpId, file, reservation(lanes));
  if (outcome !== 'written') throw new Error(outcome);
  return rfpId;
}

/** Calls that an account has used in the month. */
export async function usedCalls({ client, usageTable }: Table, account: Account): Promise<number> {
  const get = new GetCommand({ TableName: usageTable, Key: usageKey(account, PERIOD), ConsistentRead: true });
  return Number((await client.send(get)).Item?.used ?? 0);
}

/** Sets the calls that an account has used in the month. */
export async function setUsedCalls({ client, usageTable }: Table, account: Account, used: number) {
  await client.send(new PutCommand({ TableName: usageTable, Item: { ...usageKey(account, PERIOD), used } }));
}

/** All items of an RFP except its head. */
export async function itemsOf({ client, rfpsTable }: Table, account: Account, rfpId: RfpId) {
  const items: Record<string, unknown>[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName: rfpsTable,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': itemsKey(account, rfpId) },
    },
  );
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}

/** Results and summaries of all lanes, in their order. */
export async function allResults(table: Table, account: Account, rfpId: RfpId) {
  const items = await itemsOf(table, account, rfpId);
  const ofKind = (kind: string) => items.filter(({ sk }) => String(sk).startsWith(`${kind}#`));
  return {
    results: ofKind('result').flatMap((item) => readData('result', item)),
    summaries: ofKind('summary').flatMap((item) => readData('summary', item)),
  };
}

/** The messages of an RFP's current run. */
export const messagesOf = (account: Account, { rfpId, run, lanes }: StoredRfp) =>
  Array.from({ length: chunkCount(lanes) }, (_, chunk) => ({ account, rfpId, run, chunk }));

const LISTED = loadTerminals();
const TERMINALS = { ...buildEmbeddedDirectory(LISTED), ...buildNearestTerminals(LISTED) };

/** Pricing ports on the real places and terminals, with road distances 20% longer than the great circle. */
export const pricingPorts = (rfps: PriceChunkPorts['rfps']): PriceChunkPorts => ({
  rfps,
  customers: NO_CUSTOMERS,
  terminals: { current: async () => TERMINALS },
  places: createEmbeddedGeocoder(),
  roadDistances: {
    between: async (origin, destination) =>
      destination.state === 'HI'
        ? { routable: false }
        : {
            routable: true,
            miles: greatCircleMiles(origin, destination) * 1.2,
            source: 'test road',
            warnings: [],
          },
  },
  diesel: { current: async () => dieselFor },
  benchmarks: { current: async () => BUNDLED_RATES },
  market: { current: async () => NO_MARKET },
  lanes: { read: async (_owner, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
  strategies: { version: async () => UNSET_STRATEGY },
});

/** A killed worker: its run ends, and its message is delivered again. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/**
 * A queue that delivers each message at least once, some of them twice, and again after a failure.
 * @param work of one delivery; throws if it fails.
 */
export async function deliverAll<Message>(
  messages: readonly Message[],
  workers: number,
  work: (message: Message, receives: number) => Promise<void>,
): Promise<void> {
  const queue = messages.flatMap((message, at) => {
    const first = { message, receives: 0 };
    return at % 4 === 0 ? [first, { message, receives: 0 }] : [first];
  });
  const consume = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { message, receives } = next;
      try {
        await work(message, receives + 1);
      } catch (error) {
        if (!(error instanceof KilledError)) throw error;
        queue.push({ message, receives: receives + 1 });
      }
      await wait(0);
    }
  };
  await Promise.all(Array.from({ length: workers }, consume));
}
