import { describe, expect, it } from '@jest/globals';
import { slotOf } from '../../../shared/market/market-cell.ts';
import { pricedKind } from '../../../shared/market/market-levels.ts';
import type { MarketStore } from '../../../shared/market/market-store.ts';
import { readLoads } from '../../../shared/market/read-loads.ts';
import type { KeptLoad } from '../../../shared/market/week-loads.ts';
import { laneAt } from './small-market.ts';

const WEEK = 2_900;
const SPAN = { from: WEEK - 10, to: WEEK };

const load = (id: number): KeptLoad => ({
  id,
  lane: laneAt(0),
  slot: slotOf(pricedKind(45), 0.01 * (id % 20)),
  contributor: 1,
  count: 1,
});

/** A store of one week's loads of the operator, `ids` of each region. */
const storeOf = (ids: Readonly<Record<string, readonly number[]>>): Pick<MarketStore, 'loadsBetween'> => ({
  loadsBetween: async function* (region) {
    const loads = (ids[region] ?? []).map((id) => [id, load(id)] as const);
    yield { week: WEEK, owner: 'operator', loads: new Map(loads) };
    yield { week: WEEK, owner: 'org_kept_apart#live', loads: new Map([[7_000_001, load(7_000_001)]]) };
  },
});

const upTo = (count: number, from = 0): readonly number[] =>
  Array.from({ length: count }, (_, position) => from + position);

describe('the loads that the market is fitted to', () => {
  it('are those that are shared, and the same in whatever order they are kept', async () => {
    const there = { west: upTo(50, 100), east: upTo(50) };
    const one = await readLoads(storeOf(there), ['west', 'east'], new Map(), SPAN);
    const turned = { west: there.west.toReversed(), east: there.east.toReversed() };
    const other = await readLoads(storeOf(turned), ['east', 'west'], new Map(), SPAN);
    expect(one.ofWeek(WEEK)).toHaveLength(100);
    expect(other.ofWeek(WEEK)).toEqual(one.ofWeek(WEEK));
    expect(one.ofWeek(WEEK - 1)).toEqual([]);
  });

  it('are some of them where there are very many: those with the smallest ids', async () => {
    const regions = ['west', 'east', 'south'];
    const there = Object.fromEntries(
      regions.map((region, position) => [region, upTo(2_000, 2_000 * position)]),
    );
    const read = await readLoads(storeOf(there), regions.toReversed(), new Map(), SPAN);
    const all = read.ofWeek(WEEK);
    expect(all).toHaveLength(3_000);
    expect(all.filter(({ lane }) => lane.region === 'west')).toHaveLength(2_000);
    expect(all.filter(({ lane }) => lane.region === 'south')).toHaveLength(0);
    expect(read.ofWeek(WEEK, 150)).toEqual(all.slice(0, 150));
  });
});
