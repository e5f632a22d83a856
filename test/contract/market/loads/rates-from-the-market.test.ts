import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { createDynamoDbCurrentTariff } from '../../../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { contributorHash, slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../../shared/market/importing/import-loads.ts';
import { publishMarket } from '../../../../shared/market/importing/publish-market.ts';
import { type LoadOwner, organizationOwner } from '../../../../shared/market/loads/load-owner.ts';
import { marketLane } from '../../../../shared/market/loads/market-lane.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../../shared/market/loads/week-loads.ts';
import {
  composeMarketSource,
  createDynamoDbLaneReader,
} from '../../../../shared/market/published/dynamodb-market-source.ts';
import type { MarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import { createDynamoDbMarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import { batchingReader } from '../../../../shared/platform/dynamodb/batch-get.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-calendar.ts';
import type { LaneDraft } from '../../../../shared/rates/lane.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import {
  createIdempotencyTable,
  createMarketTable,
  createOrganizationsTable,
  createStrategiesTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { CALLER, lane, ratingUnderTest } from '../../../unit/rates/rating-under-test.ts';

const NOW = new Date('2026-10-07T12:00:00Z');
const THIS_WEEK = weekNumber('2026-10-07');
const MILES = 33;
const OWN = organizationOwner(CALLER.orgId, CALLER.mode);

/** Ten terminals of ten freight markets: no cell is of two of them. */
const TERMINALS = [
  'APM Terminals Pier 400',
  'BNSF Denver',
  'Garden City Terminal',
  'APM Elizabeth Terminal',
  'North Charleston Terminal',
  'BNSF Alliance',
  'Barbours Cut Container Terminal',
  'BNSF Logistics Park Kansas City',
  'BNSF Logistics Park Chicago',
  'Port of Oakland',
  'Husky Terminal',
  'PortMiami Terminal',
  'Napoleon Avenue Container Terminal',
  'Conley Container Terminal',
].flatMap((name) => loadTerminals().find((one) => one.name === name) ?? []);

let engine: TestDynamoDb;
let client: ReturnType<typeof localDocumentClient>;
let store: MarketStore;
let table: string;
let ports: Awaited<ReturnType<typeof portsOf>>;
const sent: { readonly name: string; readonly keys: number }[] = [];

beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const { RequestItems = {} } = Object(args.input) as {
          RequestItems?: Record<string, { Keys?: readonly unknown[] }>;
        };
        const keys = Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0);
        sent.push({ name: commandName, keys });
        return next(args);
      },
    { step: 'initialize', name: 'count-commands' },
  );
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});
beforeEach(async () => {
  table = await createMarketTable(engine.endpoint);
  store = createDynamoDbMarketStore(client, table);
  ports = await portsOf();
});

async function portsOf() {
  const { endpoint } = engine;
  const organizationsTable = await createOrganizationsTable(endpoint);
  const Item = { pk: `ORG#${CALLER.orgId}`, billing: true, usageLimit: 1_000 };
  await client.send(new PutCommand({ TableName: organizationsTable, Item }));
  const read = batchingReader(client);
  const strategiesTable = await createStrategiesTable(endpoint);
  const directory = buildEmbeddedDirectory(loadTerminals());
  return {
    miles: MILES,
    now: () => NOW,
    terminals: { current: async () => directory },
    market: composeMarketSource(client, { MARKET_TABLE: table, MARKET_REFRESH_SECONDS: 60 }),
    lanes: createDynamoDbLaneReader(read, table),
    tariffs: createDynamoDbCurrentTariff(read, strategiesTable),
    ledger: createDynamoDbAccountLedger({
      client,
      read,
      organizationsTable,
      usageTable: await createUsageTable(endpoint),
      idempotencyStore: createDynamoDbIdempotencyStore(client, await createIdempotencyTable(endpoint)),
    }),
  };
}

/** Loads of a terminal's lane to Ontario in each of the last weeks, a tenth above cost but for `residual`. */
async function bring(
  owner: LoadOwner,
  names: readonly string[],
  { contributors = ['a', 'b', 'c'], residual = 0.1, loads = 2 } = {},
): Promise<void> {
  let id = 1;
  for (const name of names) {
    const terminal = loadTerminals().find((one) => one.name === name);
    if (terminal === undefined) throw new Error(name);
    const place = { city: 'Ontario', state: 'CA', zip: '91761', latitude: 34, longitude: -117 };
    const of = marketLane({ kind: 'terminal', terminal, warnings: [] }, place, MILES);
    const { freightMarket, miles, ...kept } = of;
    const weeks = new Map<number, Map<number, LoadRecord>>();
    for (let week = THIS_WEEK - 12; week <= THIS_WEEK; week++) {
      const ofWeek = new Map<number, LoadRecord>();
      for (const contributor of contributors) {
        id += 1;
        const slot = slotOf(kindOf(miles, true, 'container_40'), residual);
        ofWeek.set(id, { id, lane: kept, slot, contributor: contributorHash(contributor), count: loads });
      }
      weeks.set(week, ofWeek);
    }
    if (owner !== 'operator') await store.register(owner, owner === 'simulated');
    await importLoads(store, owner, { freightMarket, weeks }, THIS_WEEK);
  }
  await publishMarket(store, THIS_WEEK);
}

async function priced(drafts: readonly LaneDraft[]) {
  const outcome = await ratingUnderTest(ports).priceLanes(drafts, CALLER);
  if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
  return outcome.body.data.map(({ analysis }) => analysis);
}

const from = (originTerminal: string) => lane({ originTerminal });
const pricedFrom = async (name: string) => {
  const [analysis] = await priced([from(name)]);
  if (analysis === undefined) throw new Error('no analysis');
  return analysis;
};
const costOf = async (name: string) => {
  const { market: _, lanes: __, ...without } = ports;
  const outcome = await ratingUnderTest(without).priceLanes([from(name)], CALLER);
  if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
  return outcome.body.data[0]?.analysis.suggestedRate ?? 0;
};
const [PIER_400 = '', DENVER = ''] = TERMINALS.map(({ name }) => name);

describe('rates from the market', () => {
  it("take two round trips for ten lanes of ten markets, including the organization's own loads", async () => {
    const names = TERMINALS.slice(0, 10).map(({ name }) => name);
    expect(names).toHaveLength(10);
    await bring('operator', names);
    await bring(OWN, names);
    const drafts = names.map(from);
    sent.length = 0;
    const analyses = await priced(drafts);

    expect(analyses.map(({ basis }) => basis.level)).toEqual(names.map(() => 'lane'));
    const update = { name: 'UpdateItemCommand', keys: 0 };
    // Of each lane: state, zone and lane of the market, and these with the port of its own; the account's two and its tariff.
    expect(sent.slice(-2)).toEqual([{ name: 'BatchGetItemCommand', keys: 73 }, update]);

    sent.length = 0;
    expect(await priced(drafts)).toEqual(analyses);
    // The market's are known until another one is published.
    expect(sent).toEqual([{ name: 'BatchGetItemCommand', keys: 43 }, update]);
  });

  it('are correct for each lane in a batch of different lanes, in any order', async () => {
    await bring('operator', [PIER_400], { residual: 0.1 });
    await bring('operator', [DENVER], { residual: 0.5 });
    const alone = [await pricedFrom(PIER_400), await pricedFrom(DENVER)];
    expect(alone.map(({ basis }) => basis.level)).toEqual(['lane', 'lane']);

    expect(await priced([from(PIER_400), from(DENVER)])).toEqual(alone);
    expect(await priced([from(DENVER), from(PIER_400)])).toEqual(alone.toReversed());
  });

  it('neither show nor use loads of fewer than three contributors', async () => {
    await bring('operator', [DENVER]);
    const before = await pricedFrom(PIER_400);
    await bring('operator', [PIER_400], { contributors: ['d', 'e'], residual: 0.5 });
    ports = await portsOf();
    const after = await pricedFrom(PIER_400);

    expect(after.basis).toMatchObject({ level: 'model', observations: 0, since: '' });
    // Neither are they in the nation's level, nor in ranges.
    expect(after).toEqual(before);
    expect(after.activity).toBe(before.activity);
  });

  it("follow the operator's own loads above the lane, and show no counts of them", async () => {
    await bring('operator', [PIER_400], { contributors: ['operator'], residual: 0.3 });
    const cost = await costOf(PIER_400);
    const analysis = await pricedFrom(PIER_400);

    expect(analysis.suggestedRate / cost).toBeGreaterThan(1.15);
    expect(analysis.basis).toMatchObject({ level: 'zone', observations: null, source: 'reported loads' });
    expect(analysis.activity).toBe('low');
  });

  it("use an organization's own loads only for itself", async () => {
    await bring(organizationOwner('org_2', 'test'), [PIER_400], { residual: 0.4 });
    const cost = await costOf(PIER_400);
    expect((await pricedFrom(PIER_400)).suggestedRate).toBe(cost);

    await bring(OWN, [PIER_400], { contributors: ['us'], residual: 0.3 });
    ports = await portsOf();
    const own = await pricedFrom(PIER_400);
    expect(own.suggestedRate).toBeGreaterThan(1.15 * cost);
    expect(own.basis).toMatchObject({ level: 'lane', observations: 26, source: 'own loads' });
  });

  it('have the source simulated if simulated loads are in the market', async () => {
    await bring('simulated', [DENVER]);
    expect((await pricedFrom(DENVER)).basis.source).toBe('simulated');
    expect((await pricedFrom(PIER_400)).basis.source).toBe('simulated');
  });
});
