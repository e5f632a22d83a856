import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  binOf,
  boundedWeek,
  cellFromBytes,
  cellOf,
  cellToBytes,
  kindOfSlot,
  loadsBetween,
  type MarketCell,
  mergeCells,
  residualOf,
  slotOf,
} from '../../../shared/market/cells/market-cell.ts';
import { readContributionUseCase } from '../../../shared/market/contribution/read-contribution.ts';
import { freightMarketOf } from '../../../shared/market/loads/freight-markets.ts';
import type { CellScope } from '../../../shared/market/loads/load-owner.ts';
import { marketLane } from '../../../shared/market/loads/market-lane.ts';
import {
  holdsFuel,
  kindOf,
  LANE_LEVELS,
  laneKeys,
  STEPS,
  stepOfKind,
} from '../../../shared/market/loads/market-levels.ts';
import { createDynamoDbLaneReader } from '../../../shared/market/published/dynamodb-market-source.ts';
import { NO_MARKET, type PublishedMarket } from '../../../shared/market/store/published-market.ts';
import type { BatchRead } from '../../../shared/platform/dynamodb/batch-get.ts';
import { mondayOfWeek, weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { terminalId } from '../../../shared/terminals/catalogue/terminal.ts';

describe('a cell', () => {
  const load = fc.record({
    week: fc.constantFrom(2_900, 2_950),
    kind: fc.integer({ min: 0, max: 5 }),
    residual: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    contributor: fc.constantFrom('operator', 'a', 'b', 'c', 'd', 'e'),
  });
  const loads = fc.array(load, { minLength: 1, maxLength: 80 });
  const SPAN = { from: 2_900, to: 2_950 };

  it('is read from its bytes as it was written, and is the same in whatever parts its loads come', () => {
    fc.assert(
      fc.property(loads, loads, (a, b) => {
        const cell = cellOf([...a, ...b]);
        expect(cellFromBytes(cellToBytes(cell))).toEqual(cell);
        expect(mergeCells(cellOf(b), cellOf(a))).toEqual(cell);
      }),
    );
  });

  it.each(LANE_LEVELS)('of level %s has all of its loads, within half of a bin', (level) => {
    fc.assert(
      fc.property(loads, (of) => {
        const cell = cellOf(of, level);
        expect(loadsBetween(cell, SPAN)).toBe(of.length);
        for (const { kind, residual } of of) {
          const [stored, bin] = [slotOf(kind, residual), binOf(level, slotOf(kind, residual))];
          expect([kindOfSlot(bin), binOf(level, bin)]).toEqual([kind, bin]);
          expect(Math.abs(residualOf(bin) - residualOf(stored))).toBeLessThan(0.05);
        }
      }),
    );
  });
});

describe('keys of a lane', () => {
  const ONTARIO = { city: 'Ontario', state: 'CA', zip: '91761', latitude: 34.03, longitude: -117.6 };
  const named = (name: string) => loadTerminals().filter((one) => one.name === name);

  it.each([
    'Port of LA/Long Beach',
    'Northwest Seaport Alliance',
    'Port of New York and New Jersey',
    'Port Houston',
  ])('have one freight market for all terminals of %s', (port) => {
    const terminals = loadTerminals().filter(({ group }) => group === port);
    expect(new Set(terminals.map(freightMarketOf)).size).toBe(1);
  });

  it('go from the freight market to the lane, and leave out the terminal for loads from a place', () => {
    const [terminal] = named('APM Terminals Pier 400');
    if (terminal === undefined) throw new Error('no terminal');
    const id = terminalId(terminal.name);
    expect(laneKeys(marketLane({ kind: 'terminal', terminal, warnings: [] }, ONTARIO, 60))).toEqual({
      freightMarket: 'port#los-angeles',
      marketState: 'region#los-angeles#CA',
      zone: 'zone#los-angeles#917',
      lane: `lane#los-angeles#${id}#917`,
    });
    expect(named('BNSF Denver').map(freightMarketOf)).toEqual(['denver']);
    const fromPlace = marketLane({ kind: 'place', form: 'city', place: ONTARIO, warnings: [] }, ONTARIO, 5);
    expect(Object.keys(laneKeys(fromPlace))).toEqual(['freightMarket', 'marketState', 'zone']);
  });

  it('have kinds by distance, fuel and equipment', () => {
    const kinds = [0, 20, 60, 700].flatMap((miles) =>
      [true, false].flatMap((fuel) =>
        (['container_40', 'container_20', 'iso_tank'] as const).map((equipment) =>
          kindOf(miles, fuel, equipment),
        ),
      ),
    );
    expect(new Set(kinds).size).toBe(24);
    expect(kindOf(60, true, 'container_40')).toBe(kindOf(60, true, 'container_40hc'));
    const farthest = kindOf(700, false, 'iso_tank');
    expect(stepOfKind(farthest)).toBe(STEPS - 1);
    expect([holdsFuel(farthest), holdsFuel(kindOf(0, true, 'iso_tank'))]).toEqual([false, true]);
  });
});

describe('the contribution of an organization', () => {
  const NOW = () => new Date('2026-10-21T09:00:00Z');
  type Loads = readonly { readonly market: string; readonly week: number; readonly count: number }[];

  /** A store whose cells have these loads, one slot for each entry. */
  function storeOf(loads: Loads, shared: ReadonlyMap<string, boolean> = new Map()) {
    const scopes: CellScope[] = [];
    const cellOfKey = (key: string): MarketCell => {
      const own = loads.filter(({ market }) => key === `port#${market}`);
      const kind = kindOf(90, true, key.startsWith('port#road') ? 'flatbed' : 'container_40');
      const weeks = [...Map.groupBy(own, ({ week }) => week)].map(([week, entries]) => {
        const counts = entries.map(({ count }, entry) => [slotOf(kind, 0.01 * entry), count] as const);
        return [week, { loads: new Map(counts), operators: new Map(), contributors: [1] }] as const;
      });
      return { weeks: new Map(weeks) };
    };
    const store = {
      cells: async (scope: CellScope, keys: readonly string[]) => {
        scopes.push(scope);
        // DynamoDB's maximum of keys in one batch.
        if (keys.length > 100) throw new Error(`${keys.length} keys`);
        return keys.map((key) => ({ cell: cellOfKey(key), stamp: 1 }));
      },
      sharing: async () => shared,
    };
    return { scopes, store };
  }

  it('has all loads once, by freight market and by week', async () => {
    const entry = fc.record({
      market: fc.constantFrom('oakland', 'dallas', 'new-york'),
      week: fc.integer({ min: 2_900, max: 2_910 }),
      count: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 40 }), async (loads) => {
        const read = readContributionUseCase(storeOf(loads).store, NOW);
        const { data } = await read({ orgId: 'org_1', mode: 'live' });

        const sum = (of: Loads) => of.reduce((total, { count }) => total + count, 0);
        expect(data.observations).toBe(sum(loads));
        const weeks = [...Map.groupBy(loads, ({ week }) => week)].sort(([a], [b]) => a - b);
        expect(data.weeks).toEqual(
          weeks.map(([week, of]) => ({ weekOf: mondayOfWeek(week), observations: sum(of) })),
        );
        for (const { name, observations, firstWeek, lastWeek } of data.freightMarkets) {
          const own = loads.filter(({ market }) => market === name);
          const mondays = own.map(({ week }) => mondayOfWeek(week)).toSorted();
          expect([observations, firstWeek, lastWeek]).toEqual([sum(own), mondays[0], mondays.at(-1)]);
        }
        expect(data.freightMarkets).toHaveLength(new Set(loads.map(({ market }) => market)).size);
        const counts = data.freightMarkets.map(({ observations }) => observations);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }),
    );
  });

  it.each([
    ['live', { 'org_1#live': true }, true],
    ['live', { 'org_1#live': false }, false],
    ['live', { 'org_2#live': true }, false],
    ['test', { 'org_1#live': true, 'org_1#test': true }, false],
  ] as const)('in %s mode with %j is shared: %j', async (mode, sharing, shared) => {
    const week = weekNumber('2026-10-21');
    const trailers = { market: 'road-dallas', week, count: 4 };
    const unlearned = { market: 'unlearned-dallas', week, count: 2 };
    const { store, scopes } = storeOf([trailers, unlearned], new Map(Object.entries(sharing)));
    const { data } = await readContributionUseCase(store, NOW)({ orgId: 'org_1', mode });
    expect(data).toEqual({
      ...{ mode, shared, observations: 0, freightMarkets: [], weeks: [] },
      trailers: { observations: 4, byEquipment: { dryvan: 0, reefer: 0, flatbed: 4 } },
      fuelUnknown: 2,
    });
    expect(new Set(scopes)).toEqual(new Set([`org_1#${mode}`]));
  });

  it('covers the last 78 weeks, also if cells still have older ones', async () => {
    const week = weekNumber('2026-10-21');
    const { store } = storeOf([
      { market: 'dallas', week: week - 78, count: 5 },
      { market: 'oakland', week: week - 78, count: 7 },
      { market: 'oakland', week: week - 77, count: 2 },
      { market: 'oakland', week, count: 1 },
    ]);
    const { data } = await readContributionUseCase(store, NOW)({ orgId: 'org_1', mode: 'live' });
    expect(data.observations).toBe(3);
    expect(data.freightMarkets).toEqual([
      { name: 'oakland', observations: 3, firstWeek: mondayOfWeek(week - 77), lastWeek: '2026-10-19' },
    ]);
    expect(data.weeks).toHaveLength(2);
  });
});

describe('cells of lanes', () => {
  const OWNER = 'org_1#live';
  const lane = (zip3: string) => ({
    terminal: 'trm_1',
    terminalType: 'marine' as const,
    originState: 'CA',
    freightMarket: 'oakland',
    destinationState: 'CA',
    zip3,
  });

  /** A reader over cells that all have as many loads as given, each load of another kind. */
  function laneReaderWith(loads = 1) {
    const bytesOf = (count: number) =>
      cellToBytes(
        cellOf(
          Array.from({ length: count }, (_, kind) => ({ week: 2_960, kind, residual: 0, contributor: 'a' })),
        ),
      );
    const state = { count: loads, bytes: bytesOf(loads) };
    let published: PublishedMarket = { ...NO_MARKET, open: true };
    const read: BatchRead = async (requested) => {
      const Keys = requested.market?.Keys ?? [];
      return new Map([
        ['market', Keys.map((key) => ({ ...key, stamp: state.count, cell: state.bytes.slice() }))],
      ]);
    };
    const reader = createDynamoDbLaneReader(read, 'market');
    return {
      cellOfLane: async (zip3: string, of: 'market' | 'own' = 'market') =>
        (await reader.read(OWNER, [lane(zip3)], published))[0]?.[of].lane,
      addLoad: () => {
        state.count += 1;
        state.bytes = bytesOf(state.count);
      },
      publish: (change: Partial<PublishedMarket> = {}) => {
        published = { ...published, ...change };
      },
    };
  }

  it('are read again only under another market, and are the same objects if their bytes are equal', async () => {
    const { cellOfLane, addLoad, publish } = laneReaderWith();
    const first = await cellOfLane('917');
    publish();
    expect(await cellOfLane('917')).toBe(first);
    addLoad();
    expect(await cellOfLane('917')).toBe(first);
    publish();
    expect((await cellOfLane('917'))?.weeks.get(2_960)?.loads.size).toBe(2);
  });

  it('of an owner are read each time: its imports publish nothing', async () => {
    const { cellOfLane, addLoad, publish } = laneReaderWith();
    publish({ hasOwner: (owner) => owner === OWNER });
    const first = await cellOfLane('917', 'own');
    expect(await cellOfLane('917', 'own')).toBe(first);
    addLoad();
    expect((await cellOfLane('917', 'own'))?.weeks.get(2_960)?.loads.size).toBe(2);
  });

  it('that do not exist are not read again', async () => {
    let reads = 0;
    const reader = createDynamoDbLaneReader(async () => {
      reads += 1;
      return new Map();
    }, 'market');
    const published = { ...NO_MARKET, open: true };
    for (let times = 0; times < 3; times++) {
      expect(await reader.read(OWNER, [lane('917')], published)).toEqual([{ market: {}, own: {} }]);
    }
    expect(reads).toBe(1);
  });

  it('are evicted if they were used least recently', async () => {
    // Some 6 kB each: two of a lane alone and two that all share.
    const { cellOfLane } = laneReaderWith(2_000);
    const often = await cellOfLane('often');
    const once = await cellOfLane('once');
    for (let others = 0; others < 1_500; others++) {
      await cellOfLane(`z${others}`);
      if (others % 100 === 0) expect(await cellOfLane('often')).toBe(often);
    }
    expect(await cellOfLane('often')).toBe(often);
    expect(await cellOfLane('once')).not.toBe(once);
  });
});

it('a cell with all kinds of loads in each week fits into an item', () => {
  const loads = new Map<number, number>();
  for (let kind = 0; kind < 330; kind += 1)
    for (let residual = -0.6; residual <= 0.6; residual += 0.03) loads.set(slotOf(kind, residual), 2);
  const week = boundedWeek({ loads, operators: new Map(loads), contributors: [1] });
  const sumOf = (counts: ReadonlyMap<number, number>) =>
    [...counts.values()].reduce((sum, count) => sum + count);
  expect([sumOf(week.loads), sumOf(week.operators)]).toEqual([sumOf(loads), sumOf(loads)]);
  const weeks = new Map(Array.from({ length: 78 }, (_, at) => [2_900 + at, week] as const));
  expect(cellToBytes({ weeks }).length).toBeLessThan(390_000);
});
