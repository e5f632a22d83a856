import { describe, expect, it } from 'vitest';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { IntervalCalibration } from '../../../shared/market/model/interval-calibration.ts';
import type { LaneMarket } from '../../../shared/market/published/lane-market.ts';
import { NO_MARKET } from '../../../shared/market/published/published-market.ts';
import { viewLane } from '../../../shared/rates/view-lane.ts';
import { laneAt, SmallMarket, steady, THIS_WEEK } from '../market/small-market.ts';

const NOW = new Date('2026-10-07T12:00:00.000Z');
const SMALL = new SmallMarket(steady(0, 60, 3));
const PUBLISHED = {
  ...NO_MARKET,
  intervalBounds: new IntervalCalibration().intervalBounds(THIS_WEEK),
  nation: () => SMALL.nation,
};
const OPEN = { ...PUBLISHED, open: true };

const viewed = (kept: Omit<LaneMarket, 'owner'>) =>
  viewLane(laneAt(0), { ...kept, owner: 'org_1#live' }, dieselFor, NOW);

describe('the market of a lane', () => {
  it('is analyzed from own loads while no market is open', () => {
    expect(viewed({ market: {}, own: SMALL.cells(0), published: PUBLISHED })).toEqual({
      analysis: SMALL.analyze(0),
      source: 'own loads',
    });
  });

  it('is undefined without loads while no market is open', () => {
    expect(viewed({ market: {}, own: {}, published: PUBLISHED })).toBeUndefined();
    expect(viewed({ market: SMALL.cells(0), own: {}, published: PUBLISHED })).toBeUndefined();
  });

  it.each([
    [false, 'reported loads'],
    [true, 'simulated'],
  ])('is that of an open market; simulated loads: %s', (simulated, source) => {
    const { freightMarket: _, ...market } = SMALL.cells(0);
    const view = viewed({ market, own: {}, published: { ...OPEN, simulated } });

    expect(view).toMatchObject({ source, analysis: { basis: { level: 'lane' } } });
    expect(view?.analysis.rateCents).toBe(SMALL.analyze(0, 'caller').rateCents);
  });

  it('counts the loads of each level for the owner', () => {
    expect(viewed({ market: {}, own: SMALL.cells(0), published: PUBLISHED })?.analysis.loads).toEqual({
      freightMarket: 60,
      marketState: 60,
      state: 60,
      zone: 60,
      lane: 60,
    });
  });
});
