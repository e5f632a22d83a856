import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import type { MarketCell } from '../../../../shared/market/cells/market-cell.ts';
import type { LoadOwner } from '../../../../shared/market/loads/load-owner.ts';
import type { LoadRecord, WeekLoads } from '../../../../shared/market/loads/week-loads.ts';
import { UNFITTED } from '../../../../shared/market/model/market-fit.ts';
import type { MarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import { createDynamoDbMarketStore } from '../../../../shared/market/store/dynamodb-market-store.ts';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import {
  createAuditTable,
  createMarketTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

let engine: TestDynamoDb;
let client: ReturnType<typeof localDocumentClient>;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const STORES: readonly (readonly [string, () => Promise<MarketStore>])[] = [
  ['memory', async () => createInMemoryMarket()],
  ['DynamoDB', async () => createDynamoDbMarketStore(client, await createMarketTable(engine.endpoint))],
];

const load = (id: number): LoadRecord => ({
  id,
  lane: {
    terminal: 'trm_1',
    terminalType: 'marine',
    originState: 'CA',
    destinationState: 'AZ',
    zip3: '850',
  },
  slot: 5_000,
  contributor: 7,
  count: 2,
});
const loads = (...ids: number[]): WeekLoads => new Map(ids.map((id) => [id, load(id)]));
const cell = (week: number): MarketCell => ({
  weeks: new Map([
    [
      week,
      {
        loads: new Map([
          [300, 1],
          [812, 4],
        ]),
        operators: new Map([[300, 2]]),
        contributors: [11, 12],
      },
    ],
  ]),
});
const SUMMARY = {
  version: 1,
  week: 2_960,
  regions: ['los-angeles'],
  fit: {
    ...{ nation: [0.1234, 0.2], slope: -0.01, byKind: [0.01, -0.02], scatter: 0.06, betweenLanes: 0.09 },
    week: 2_960,
    freightMarkets: new Map([['los-angeles', { byWeek: [0.05], byStep: [-0.0001] }]]),
  },
  roadFit: { ...UNFITTED, week: 2_960 },
  shared: [],
  owners: ['org_1#live'],
};

describe.each(STORES)('the market in %s', (_, make) => {
  it('stores loads by freight market, week and owner, each version once', async () => {
    const store = await make();
    const first = { version: 1, loads: loads(1, 2) };
    const put = (owner: LoadOwner, kept: typeof first) =>
      store.replaceLoads('oakland', owner, new Map([[2_900, kept]]));

    expect(await store.loads('oakland', 2_900, 'operator')).toEqual({ version: 0, loads: new Map() });
    expect(await put('operator', first)).toBe(true);
    expect(await put('operator', { version: 1, loads: loads(3) })).toBe(false);
    expect(await put('operator', { version: 3, loads: loads(3) })).toBe(false);
    expect(await put('org_1#live', { version: 1, loads: loads(4) })).toBe(true);
    expect(await store.loads('oakland', 2_900, 'operator')).toMatchObject(first);
    expect(await put('operator', { version: 2, loads: loads(1, 2, 3) })).toBe(true);
    expect((await store.loads('oakland', 2_900, 'operator')).loads.size).toBe(3);
  });

  it('lists the loads of a span in the order of weeks, and no others', async () => {
    const store = await make();
    const ofWeek = (week: number, id: number) => [week, { version: 1, loads: loads(id) }] as const;
    await store.replaceLoads(
      'oakland',
      'operator',
      new Map([2_903, 2_901, 2_904, 2_900].map((week) => ofWeek(week, week))),
    );
    await store.replaceLoads('oakland', 'org_1#live', new Map([ofWeek(2_903, 9)]));
    await store.replaceLoads('seattle', 'operator', new Map([ofWeek(2_901, 8)]));

    const listed: string[] = [];
    for await (const found of store.loadsBetween('oakland', 2_901, 2_903)) {
      listed.push(`${found.week} ${found.owner} ${[...found.loads.keys()]}`);
    }
    expect(listed).toEqual(['2901 operator 2901', '2903 operator 2903', '2903 org_1#live 9']);
  });

  it('writes loads of several weeks all together or not at all', async () => {
    const store = await make();
    const second = { version: 2, loads: loads(1, 2) };
    await store.replaceLoads('oakland', 'operator', new Map([[2_901, { version: 1, loads: loads(1) }]]));
    const both = new Map([
      [2_900, second],
      [2_901, second],
    ]);
    expect(await store.replaceLoads('oakland', 'operator', both)).toBe(false);
    expect((await store.loads('oakland', 2_901, 'operator')).version).toBe(1);
  });

  it('marks weeks as pending with their loads, and a refresh that began before cannot clear them', async () => {
    const store = await make();
    await store.addPending('oakland', [2_900]);
    const before = await store.beginRefresh('oakland');
    await store.replaceLoads('oakland', 'operator', new Map([[2_900, { version: 1, loads: loads(1) }]]));

    expect(await store.clearPending('oakland', before.pending, before.stamp)).toBe(false);
    expect((await store.beginRefresh('oakland')).pending).toEqual([2_900]);
  });

  it('keeps weeks pending until the last refresh clears them', async () => {
    const store = await make();
    expect((await store.beginRefresh('oakland')).pending).toEqual([]);
    await store.addPending('oakland', [2_905, 2_901]);
    await store.addPending('oakland', [2_901, 2_902]);
    const first = await store.beginRefresh('oakland');
    const second = await store.beginRefresh('oakland');

    expect(second.pending).toEqual([2_901, 2_902, 2_905]);
    expect(second.stamp).toBeGreaterThan(first.stamp);
    expect(await store.clearPending('oakland', first.pending, first.stamp)).toBe(false);
    expect(await store.clearPending('oakland', [2_901, 2_905], second.stamp)).toBe(true);
    expect((await store.beginRefresh('oakland')).pending).toEqual([2_902]);
  });

  it('replaces a cell only if it is the one that was read', async () => {
    const store = await make();
    const put = (before: number | undefined, now: number, week: number) =>
      store.replaceCell('market', 'lane#trm_1#850', cell(week), { before, now });

    expect(await put(undefined, 4, 2_900)).toBe(true);
    expect(await put(undefined, 5, 2_901)).toBe(false);
    expect(await put(3, 5, 2_901)).toBe(false);
    expect(await put(4, 6, 2_902)).toBe(true);
    expect(await store.cells('market', ['lane#trm_1#850', 'lane#trm_1#999'])).toEqual([
      { cell: cell(2_902), stamp: 6 },
      { cell: { weeks: new Map() }, stamp: undefined },
    ]);
    expect((await store.cells('org_1#live', ['lane#trm_1#850']))[0]?.stamp).toBeUndefined();
  });

  it('stores owners, and shares their loads only if that was set', async () => {
    const store = await make();
    await store.register('org_1#live', false);
    await store.register('simulated', true);
    await store.share('org_1#live', true);
    await store.register('org_1#live', false);

    expect(await store.sharing()).toEqual(
      new Map([
        ['org_1#live', true],
        ['simulated', true],
      ]),
    );
  });

  it('removes an owner, and no other', async () => {
    const store = await make();
    await store.register('org_1#live', false);
    await store.register('org_2#live', true);
    await store.forget('org_1#live');
    await store.forget('org_1#live');

    expect(await store.sharing()).toEqual(new Map([['org_2#live', true]]));
    await store.register('org_1#live', true);
    expect((await store.sharing()).get('org_1#live')).toBe(true);
  });

  it('publishes each version once', async () => {
    const store = await make();

    expect(await store.summary()).toBeUndefined();
    expect(await store.publish(SUMMARY)).toBe(true);
    expect(await store.publish(SUMMARY)).toBe(false);
    expect(await store.publish({ ...SUMMARY, version: 3 })).toBe(false);
    expect(await store.summary()).toMatchObject(SUMMARY);
    expect(await store.publish({ ...SUMMARY, version: 2, shared: ['simulated'] })).toBe(true);
    expect(await store.summary()).toMatchObject({ version: 2, shared: ['simulated'] });
  });
});

it('a change of an organization by an operator is one audit event in the log of each mode', async () => {
  const [market, audit] = await Promise.all([
    createMarketTable(engine.endpoint),
    createAuditTable(engine.endpoint),
  ]);
  const changes = { audit: createDynamoDbAuditWriter(audit), now: () => new Date('2026-03-01T12:00:00Z') };
  const store = createDynamoDbMarketStore(client, market, changes);
  await store.register('org_1#live', false);
  await store.share('org_1#live', true);
  await store.share('org_1#live', true);
  await store.share('org_1#live', false);
  await store.share('simulated', true);

  const log = createDynamoDbAuditLog(client, audit);
  for (const mode of KEY_MODES) {
    const { events } = await log.list({ orgId: 'org_1', mode }, { limit: 10 }, new Date('2026-03-02'));
    expect(events.map(({ action, author, details }) => [action, author.type, details])).toEqual([
      ['organization.sharing_changed', 'operator', { shared: false }],
      ['organization.sharing_changed', 'operator', { shared: true }],
    ]);
  }
  expect(await store.sharing()).toEqual(
    new Map([
      ['org_1#live', false],
      ['simulated', true],
    ]),
  );
});
