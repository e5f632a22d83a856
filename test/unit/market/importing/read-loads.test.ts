import { describe, expect, it } from 'vitest';
import { contributorHash, type MarketCell, slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { readLoads } from '../../../../shared/market/importing/read-loads.ts';
import { milesOfKind, pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../../shared/market/loads/week-loads.ts';
import type { MarketStore } from '../../../../shared/market/store/market-store.ts';
import { laneAt } from '../small-market.ts';

const WEEK = 2_900;
const SPAN = { from: WEEK - 10, to: WEEK };

const load = (id: number, contributor = 1): LoadRecord => ({
  id,
  lane: laneAt(0),
  slot: slotOf(pricedKind(45), 0.01 * (id % 20)),
  contributor,
  count: 1,
});

/** A store of one week's loads of the operator, `ids` of each freightMarket. */
const storeOf = (ids: Readonly<Record<string, readonly number[]>>): Pick<MarketStore, 'loadsBetween'> => ({
  loadsBetween: async function* (freightMarket) {
    const loads = (ids[freightMarket] ?? []).map((id) => [id, load(id)] as const);
    yield { week: WEEK, owner: 'operator', loads: new Map(loads) };
    yield { week: WEEK, owner: 'org_kept_apart#live', loads: new Map([[7_000_001, load(7_000_001)]]) };
  },
});

/** The cell of a freight market, by the contributors of its weeks. */
const portOf = (contributors: Readonly<Record<number, readonly number[]>>): MarketCell => ({
  weeks: new Map(
    Object.entries(contributors).map(([week, of]) => [
      Number(week),
      { slots: [0], counts: [1], contributors: of },
    ]),
  ),
});

/** Freight markets with three contributors in the week. */
const portsOf = (names: readonly string[]) =>
  new Map(names.map((freightMarket) => [freightMarket, portOf({ [WEEK]: [1, 2, 3] })]));

const upTo = (count: number, from = 0): readonly number[] =>
  Array.from({ length: count }, (_, position) => from + position);

describe('the loads that the market is fitted to', () => {
  it('are those that are shared, and the same in whatever order they are kept', async () => {
    const there = { west: upTo(50, 100), east: upTo(50) };
    const one = await readLoads(storeOf(there), portsOf(['west', 'east']), new Map(), SPAN);
    const turned = { west: there.west.toReversed(), east: there.east.toReversed() };
    const other = await readLoads(storeOf(turned), portsOf(['east', 'west']), new Map(), SPAN);
    expect(one.ofWeek(WEEK)).toHaveLength(100);
    expect(other.ofWeek(WEEK)).toEqual(one.ofWeek(WEEK));
    expect(one.ofWeek(WEEK - 1)).toEqual([]);
  });

  it('have their lane, freight market, kind with its distance, and residual, until their week is released', async () => {
    const read = await readLoads(storeOf({ west: [3] }), portsOf(['west']), new Map(), SPAN);
    const kind = pricedKind(45);
    expect(read.ofWeek(WEEK)).toEqual([
      {
        lane: { ...laneAt(0), freightMarket: 'west', miles: milesOfKind(kind) },
        week: WEEK,
        kind,
        residual: expect.closeTo(0.03),
        count: 1,
      },
    ]);
    read.drop(WEEK);
    expect(read.ofWeek(WEEK)).toEqual([]);
  });

  it('contain loads of an organization that shares them', async () => {
    const sharing = new Map([['org_kept_apart#live', true]]);
    const read = await readLoads(storeOf({ west: [1, 2] }), portsOf(['west']), sharing, SPAN);
    expect(read.ofWeek(WEEK)).toHaveLength(3);
  });

  it('are a sample if there are very many: those with the smallest ids', async () => {
    const names = ['west', 'east', 'south'];
    const there = Object.fromEntries(
      names.map((freightMarket, position) => [freightMarket, upTo(2_000, 2_000 * position)]),
    );
    const read = await readLoads(storeOf(there), portsOf(names.toReversed()), new Map(), SPAN);
    const all = read.ofWeek(WEEK);
    expect(all).toHaveLength(3_000);
    expect(all.filter(({ lane }) => lane.freightMarket === 'west')).toHaveLength(2_000);
    expect(all.filter(({ lane }) => lane.freightMarket === 'south')).toHaveLength(0);
    expect(read.ofWeek(WEEK, 150)).toEqual(all.slice(0, 150));
  });

  it('are those of weeks that three contributors have loads in, in their freight market', async () => {
    const store: Pick<MarketStore, 'loadsBetween'> = {
      loadsBetween: async function* () {
        for (const [week, contributors] of Object.entries(weeks)) {
          const loads = new Map(contributors.map((contributor, id) => [id, load(id, contributor)]));
          yield { week: Number(week), owner: 'operator', loads };
        }
      },
    };
    const weeks = {
      [WEEK - 4]: [1],
      [WEEK - 3]: [],
      [WEEK - 2]: [1, 2, 3, 4],
      [WEEK - 1]: [3, 4],
      [WEEK]: [3],
    };
    const read = await readLoads(store, new Map([['west', portOf(weeks)]]), new Map(), SPAN);
    const counts = upTo(5, WEEK - 4).map((week) => read.ofWeek(week).length);
    expect(counts).toEqual([0, 0, 4, 0, 0]);
  });

  it("leave others' loads out of a week that only the operator's own serve", async () => {
    const operator = contributorHash('operator');
    const store: Pick<MarketStore, 'loadsBetween'> = {
      loadsBetween: async function* () {
        const loads = new Map([
          [1, load(1, operator)],
          [2, load(2, 7)],
        ]);
        yield { week: WEEK, owner: 'operator', loads };
      },
    };
    const ports = new Map([['west', portOf({ [WEEK]: [] })]]);
    const read = await readLoads(store, ports, new Map(), SPAN);
    expect(read.ofWeek(WEEK)).toHaveLength(1);
  });
});
