import { describe, expect, it } from 'vitest';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { POINTS_PER_DOUBT } from '../../../../shared/costs/model/model-error.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import { LANE_LEVELS, pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import type { LaneMarket } from '../../../../shared/market/published/lane-market.ts';
import { NO_MARKET } from '../../../../shared/market/published/published-market.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { marketCost } from '../../../../shared/quotes/pricing/market-cost.ts';
import type { QuoteLane } from '../../../../shared/quotes/stops/quote-lane.ts';

const NOW = new Date('2026-10-08T12:00:00Z');
const MILES = 53;

const LANE: QuoteLane = {
  origin: {
    name: 'Pier 400',
    type: 'marine',
    city: 'Los Angeles',
    state: 'CA',
    zip: '90731',
    latitude: 33.73,
    longitude: -118.26,
    terminalKey: 'trm_1',
  },
  destination: {
    name: 'Ontario, CA 91761',
    type: 'city',
    city: 'Ontario',
    state: 'CA',
    zip: '91761',
    latitude: 34.06,
    longitude: -117.65,
  },
  terminalAt: 'origin',
  terminal: undefined,
  kind: 'drayage',
};

/** The caller's own loads on the lane: two per week, 20% above cost. */
const loads = Array.from({ length: 60 }, (_, position) => ({
  week: weekNumber('2026-10-05') - Math.floor(position / 2),
  kind: pricedKind(MILES),
  residual: 0.2,
  contributor: 'us',
}));
const cells = Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)]));
const KEPT: LaneMarket = { published: NO_MARKET, owner: 'org_1#live', market: {}, own: cells };

const costWith = (doubts: readonly string[], kept?: LaneMarket) =>
  marketCost({ lane: LANE, equipment: 'container_40', miles: MILES, doubts }, dieselFor, NOW, kept);

describe('the cost of a move', () => {
  it.each([
    ['own loads', KEPT],
    ['cost model', undefined],
  ])('by %s has less confidence with each warning, and never less than 0', (source, kept) => {
    const sure = costWith([], kept);
    expect(sure.basis.source).toBe(source);
    expect(sure.confidence).toBeGreaterThan(2 * POINTS_PER_DOUBT);
    const doubtful = costWith(['The place is near.', 'The road is estimated.'], kept);
    expect(doubtful.confidence).toBe(sure.confidence - 2 * POINTS_PER_DOUBT);
    expect(doubtful.linehaulCents).toBe(sure.linehaulCents);
    const doubts = Array.from({ length: 40 }, (_, position) => `Doubt ${position}.`);
    expect(costWith(doubts, kept).confidence).toBe(0);
  });

  it('follows the loads of its lane if there are any', () => {
    expect(costWith([], KEPT).linehaulCents / costWith([]).linehaulCents).toBeGreaterThan(1.15);
  });
});
