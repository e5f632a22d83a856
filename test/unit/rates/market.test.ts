import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { laneCost, loadResidual } from '../../../shared/market/loads/market-lane.ts';
import { tierOf } from '../../../shared/market/model/estimate-lane.ts';
import { marketActivity, NO_MARKET } from '../../../shared/market/store/published-market.ts';
import { daysBetween, mondayOf } from '../../../shared/platform/time/utc-calendar.ts';
import { rateTimeline, timelineEntries, trendOf } from '../../../shared/rates/lane-analysis.ts';
import { laneAt, type SmallLoad, SmallMarket, THIS_WEEK } from '../market/small-market.ts';

/** Three loads per week and lane for 31 weeks, one per contributor, at the level of `levelAt(weeksAgo)`. */
const market = (levelAt: (weeksAgo: number) => number, lanes = [0, 1, 2, 3]): readonly SmallLoad[] =>
  lanes.flatMap((lane) =>
    Array.from({ length: 31 * 3 }, (_, position) => ({
      lane,
      weeksAgo: Math.floor(position / 3),
      residual: levelAt(Math.floor(position / 3)) + 0.02 * ((position % 3) - 1),
      contributor: position % 3,
    })),
  );

const FLAT = new SmallMarket(market(() => 0.1));

describe('the market analysis of a lane', () => {
  it('follows the loads, or the cost model without loads', () => {
    const { linehaulCents } = laneCost(laneAt(0), THIS_WEEK, dieselFor);
    expect(FLAT.analyze(0).linehaulCents / linehaulCents).toBeCloseTo(Math.exp(0.1), 1);
    const empty = new SmallMarket([]).analyze(0);
    expect(empty.linehaulCents).toBe(linehaulCents);
    expect(empty.basis).toEqual({ level: 'model', observations: 0, since: '', asOf: '' });
    expect(tierOf(empty.confidence)).toBe(0);
  });

  it('reports the narrowest level with its loads and weeks', () => {
    expect(FLAT.analyze(0)).toMatchObject({
      basis: { level: 'lane', observations: 93, since: '2026-03-09', asOf: '2026-10-05' },
    });
  });

  it('reports a trend of its timeline', () => {
    const moved = (byWeek: number) =>
      new SmallMarket(market((ago) => 0.1 - byWeek * Math.min(ago, 8))).analyze(0);
    expect(moved(0.04).trend).toBe('rising');
    expect(moved(-0.04).trend).toBe('falling');
  });

  it('has a timeline that follows the weekly levels', () => {
    const { timeline } = new SmallMarket(market((ago) => (ago >= 6 ? 0 : 0.2))).analyze(0);
    const costOn = (position: number) => laneCost(laneAt(0), THIS_WEEK - 12 + position, dieselFor);
    const levelOn = (position: number) => {
      const { linehaulCents, fuelCents } = costOn(position);
      return Math.log(((timeline[position]?.cents ?? 0) - fuelCents) / linehaulCents);
    };
    expect(levelOn(3)).toBeLessThan(0.05);
    expect(levelOn(12)).toBeGreaterThan(0.15);
  });

  it('forecasts four weeks with increasing uncertainty', () => {
    const { forecast, rateCents } = FLAT.analyze(0);
    expect(forecast.map(({ date }) => date)).toEqual([
      '2026-10-12',
      '2026-10-19',
      '2026-10-26',
      '2026-11-02',
    ]);
    const widths = forecast.map(({ minCents, maxCents }) => maxCents - minCents);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    for (const { cents } of forecast) expect(Math.abs(cents / rateCents - 1)).toBeLessThan(0.01);
  });
});

describe('the residual of a load', () => {
  const load = { ...laneAt(0), day: '2026-10-07', equipment: 'container_40' as const, contributor: 'a' };
  const { linehaulCents, fuelCents } = laneCost(laneAt(0), THIS_WEEK, dieselFor);

  it('is 0 at cost, with fuel and without', () => {
    expect(
      loadResidual({ ...load, rateCents: linehaulCents + fuelCents, fuelIncluded: true }, dieselFor),
    ).toBeCloseTo(0, 9);
    expect(loadResidual({ ...load, rateCents: linehaulCents, fuelIncluded: false }, dieselFor)).toBeCloseTo(
      0,
      9,
    );
  });

  it('excludes the tariff charge for the equipment', () => {
    const reefer = { ...load, equipment: 'reefer_container_40' as const, fuelIncluded: false };
    expect(loadResidual({ ...reefer, rateCents: linehaulCents + 12_500 }, dieselFor)).toBeCloseTo(0, 9);
  });

  it('is finite if the rate is less than its fuel', () => {
    expect(loadResidual({ ...load, rateCents: 100, fuelIncluded: true }, dieselFor)).toBeLessThan(-3);
  });
});

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('rate timeline', () => {
  it('has 13 consecutive Mondays at any moment', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const dates = rateTimeline(now, () => 100).map(({ date }) => date);

        expect(dates).toHaveLength(13);
        expect(dates.every((date) => new Date(date).getUTCDay() === 1)).toBe(true);
        dates.slice(1).forEach((date, index) => {
          expect(daysBetween(dates[index] ?? '', date)).toBe(7);
        });
        expect(daysBetween(mondayOf(now), now.toISOString().slice(0, 10))).toBeLessThan(7);
      }),
    );
  });
});

describe('trend', () => {
  const entries = (...rates: number[]) => rates.map((cents) => ({ date: '2026-11-16', cents }));
  const flat = Array.from({ length: 8 }, () => 10_000);

  it.each([
    ['rising', [10_000, 10_000, 10_000, 10_000, 10_201]],
    ['stable', [10_000, 10_000, 10_000, 10_000, 10_200]],
    ['stable', [10_000, 12_000, 8_000, 10_000, 9_800]],
    ['falling', [10_000, 12_000, 12_000, 12_000, 9_799]],
    ['rising', [9_700, ...flat, 10_000, 10_000, 10_000, 10_000]],
    ['stable', [9_750, ...flat, 10_000, 10_000, 10_000, 10_000]],
    ['falling', [10_400, ...flat, 10_000, 10_000, 10_000, 10_000]],
    // The last four weeks count more than the first nine.
    ['falling', [9_000, ...flat, 10_000, 10_000, 10_000, 9_700]],
    ['stable', [10_000]],
  ] as const)('is %s for %j', (trend, rates) => {
    expect(trendOf(entries(...rates))).toBe(trend);
  });
});

describe('entries of a timeline', () => {
  it('are estimated in the weeks after the last observation', () => {
    const weeks = ['2026-11-02', '2026-11-09', '2026-11-16'].map((date) => ({ date, cents: 10_050 }));
    expect(timelineEntries(weeks, '2026-11-09')).toEqual([
      { date: '2026-11-02', rate: 100.5 },
      { date: '2026-11-09', rate: 100.5 },
      { date: '2026-11-16', rate: 100.5, estimated: true },
    ]);
  });
});

describe('the activity of a freight market', () => {
  it('is by thirds of loads, or of published throughput without loads', () => {
    const activities = new Map([['oakland', 'medium' as const]]);
    expect(marketActivity({ ...NO_MARKET, activities }, 'oakland')).toBe('medium');
    expect(marketActivity(NO_MARKET, 'los-angeles')).toBe('high');
    expect(marketActivity(undefined, 'portland-me')).toBe('low');
    expect(marketActivity(undefined, 'denver')).toBe('low');
  });
});
