import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathsFromBytes, pathsToBytes } from '../../../../shared/market/fit/fitted-bytes.ts';
import { MarketFit } from '../../../../shared/market/fit/market-fit.ts';
import { pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import {
  type FittedMarket,
  nationPaths,
  UNFITTED_MARKET,
} from '../../../../shared/market/model/nation-paths.ts';
import { LANES, laneAt, THIS_WEEK } from '../small-market.ts';

const WEEKS = 40;

/** Loads of every week; `level` of a lane (by position) in a week of the run. */
function fitted(
  level: (lane: number, week: number) => number,
  loads: (lane: number, week: number) => number = () => 4,
): { readonly market: FittedMarket; readonly fit: MarketFit } {
  const fit = new MarketFit();
  let market = UNFITTED_MARKET;
  for (let week = 0; week < WEEKS; week++) {
    const now = THIS_WEEK - WEEKS + week;
    if (week >= 10) market = fit.advance(now);
    for (const [position, lane] of LANES.entries()) {
      for (let load = 0; load < loads(position, week); load++) {
        const luck = 0.03 * Math.sin(7 * week + 3 * load + position);
        const residual = level(position, week) + luck;
        fit.add({ lane, week: now, kind: pricedKind(lane.miles), residual, count: 1 });
      }
    }
  }
  market = fit.advance(THIS_WEEK);
  return { market, fit };
}

/** What the nation and its port say of a lane in the last week. */
const above = ({ nation, freightMarkets }: FittedMarket, lane: number): number =>
  (nation.means.at(-1) ?? 0) + (freightMarkets.get(laneAt(lane).freightMarket)?.path.means.at(-1) ?? 0);

describe('the fit of all loads together', () => {
  it('does not move a freight market by the mix of its lanes', () => {
    // Lane 0 lies far above lane 1; in the last weeks only lane 0 has loads.
    const level = (lane: number): number => (lane === 0 ? 0.3 : 0);
    const both = fitted(level).market;
    const one = fitted(level, (lane, week) => (lane === 1 && week > 34 ? 0 : 4)).market;
    expect(Math.abs(above(one, 0) - above(both, 0))).toBeLessThan(0.02);
  });

  it('follows a freight market that moves while others do not', () => {
    const shift = fitted((lane, week) => (lane < 3 ? 0.01 * week : 0)).market;
    expect(above(shift, 0) - above(shift, 3)).toBeGreaterThan(0.2);
  });

  it('learns the scatter of loads and the variance between lanes', () => {
    const near = fitted(() => 0).fit.dynamics;
    const apart = fitted((lane) => 0.3 * (lane % 2)).fit.dynamics;
    expect(near.scatter).toBeLessThan(0.9);
    expect(apart.spread).toBeGreaterThan(near.spread);
  });

  it('learns whether lanes change quickly or slowly', () => {
    const jumping = (lane: number, week: number): number =>
      Math.floor((week + 3 * lane) / 6) % 2 === 0 ? 0.15 : -0.15;
    const quick = fitted(jumping).fit.dynamics;
    const still = fitted(() => 0).fit.dynamics;
    expect(quick.laneDriftRatio).toBeGreaterThan(1);
    expect(still.laneDriftRatio).toBeLessThanOrEqual(1);
  });

  it('returns typical dynamics for a market without loads', () => {
    const { nation, freightMarkets, offsets } = new MarketFit().advance(THIS_WEEK);
    expect(nation.means.every((mean) => mean === 0)).toBe(true);
    expect(freightMarkets.size).toBe(0);
    expect(offsets.every((offset) => offset === 0)).toBe(true);
  });

  it('drops loads before the lookback, and continues after weeks without loads', () => {
    const { fit } = fitted(() => 0.2);
    const later = fit.advance(THIS_WEEK + 200);
    expect(later.nation.means.every(Number.isFinite)).toBe(true);
    expect(later.nation.variance).toBeGreaterThan(0.1);
  });
});

describe('paths as bytes', () => {
  const number = fc.double({ min: -3, max: 3, noNaN: true });
  it('are decoded to a hundredth of a percent', () => {
    const { market } = fitted((lane, week) => 0.1 * lane + 0.003 * week);
    const names = [...market.freightMarkets.keys()];
    const read = pathsFromBytes(pathsToBytes(market), names);
    expect([...read.freightMarkets.keys()]).toEqual(names);
    for (const [week, mean] of market.nation.means.entries())
      expect(read.nation.means[week]).toBeCloseTo(mean, 3);
    expect(Math.sqrt(read.nation.variance)).toBeCloseTo(Math.sqrt(market.nation.variance), 3);
    for (const [name, { path, curve }] of market.freightMarkets) {
      const { path: other, curve: bent } = read.freightMarkets.get(name) ?? { path, curve: [] };
      expect(other.means.at(-1)).toBeCloseTo(path.means.at(-1) ?? 0, 3);
      expect(bent).toHaveLength(curve.length);
      for (const [step, value] of curve.entries()) expect(bent[step]).toBeCloseTo(value, 3);
    }
  });

  it('can encode any level that a residual can have', () => {
    fc.assert(
      fc.property(number, (level) => {
        const nation = { ...UNFITTED_MARKET.nation, means: UNFITTED_MARKET.nation.means.map(() => level) };
        const read = pathsFromBytes(pathsToBytes({ nation, freightMarkets: new Map() }), []);
        expect(read.nation.means.every((mean) => Math.abs(mean - level) < 1e-3)).toBe(true);
      }),
    );
  });
});

describe('a fitted market as of another week', () => {
  const { market } = fitted((_, week) => 0.004 * week);

  it('is extrapolated with a decaying slope and a growing variance', () => {
    const later = nationPaths(market, THIS_WEEK + 3);
    expect(later.span.to).toBe(THIS_WEEK + 3);
    expect(later.nation.means).toHaveLength(market.nation.means.length);
    expect(later.nation.means.at(-1)).toBeGreaterThan(market.nation.means.at(-1) ?? 0);
    expect(later.nation.means.at(-4)).toBe(market.nation.means.at(-1));
    expect(later.nation.variance).toBeGreaterThan(market.nation.variance);
  });

  it('ends in an earlier week with its level of that week', () => {
    const earlier = nationPaths(market, THIS_WEEK - 5);
    expect(earlier.nation.means.at(-1)).toBe(market.nation.means.at(-6));
  });
});
