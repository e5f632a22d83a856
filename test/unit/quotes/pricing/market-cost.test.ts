import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { POINTS_PER_DOUBT } from '../../../../shared/costs/model/cost-model.ts';
import { wageUsdAt } from '../../../../shared/costs/model/truck-operating-cost.ts';
import { BUNDLED_RATES } from '../../../../shared/costs/trailers/published-rates.ts';
import { cellOf } from '../../../../shared/market/cells/market-cell.ts';
import { freightMarketOf } from '../../../../shared/market/loads/freight-markets.ts';
import { LANE_LEVELS, pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import type { LaneMarket } from '../../../../shared/market/published/lane-market.ts';
import { NO_MARKET } from '../../../../shared/market/store/published-market.ts';
import { addDays, daysBetween, weekNumber } from '../../../../shared/platform/time/utc-calendar.ts';
import { marketCost, marketLaneOf } from '../../../../shared/quotes/pricing/market-cost.ts';
import { scheduleMove, transitOver } from '../../../../shared/quotes/pricing/schedule-move.ts';
import type { QuoteLane } from '../../../../shared/quotes/stops/quote-lane.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../../shared/terminals/catalogue/terminal.ts';

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
  via: [],
  terminalAt: 'origin',
  terminal: undefined,
  kind: 'drayage',
};

/** The caller's own loads on the lane: two per week, 20% above cost. */
const loads = Array.from({ length: 60 }, (_, position) => ({
  week: weekNumber('2026-10-05') - Math.floor(position / 2),
  kind: pricedKind({ miles: MILES }),
  residual: 0.2,
  contributor: 'us',
}));

const cells = Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)]));
const KEPT: LaneMarket = { published: NO_MARKET, owner: 'org_1#live', market: {}, own: cells };

const costWith = (doubts: readonly string[], kept?: LaneMarket) =>
  marketCost(
    { lane: LANE, equipment: 'container_40', miles: MILES, doubts },
    dieselFor,
    NOW,
    kept,
    BUNDLED_RATES,
  );

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

  it('has the range of its market, with the fuel cost of its own origin', () => {
    // Diesel is cheaper in Texas than in California, where the terminal is.
    const fromTexas: QuoteLane = {
      ...LANE,
      origin: { ...LANE.destination, state: 'TX' },
      destination: LANE.origin,
      terminalAt: 'destination',
    };
    const move = { lane: fromTexas, equipment: 'container_40', miles: MILES, doubts: [] } as const;
    const outbound = costWith([], KEPT);
    const inbound = marketCost(move, dieselFor, NOW, KEPT, BUNDLED_RATES);

    expect(inbound.fuelCents).toBeLessThan(outbound.fuelCents);
    for (const { linehaulCents, fuelCents, range } of [outbound, inbound]) {
      expect(range.minCents).toBeLessThan(linehaulCents + fuelCents);
      expect(range.maxCents).toBeGreaterThan(linehaulCents + fuelCents);
    }
  });

  it('is less certain for a lane that no terminal serves', () => {
    const lane: QuoteLane = { ...LANE, kind: 'unserved' };
    const unserved = marketCost(
      { lane, equipment: 'container_40', miles: MILES, doubts: [] },
      dieselFor,
      NOW,
      undefined,
      BUNDLED_RATES,
    );
    expect(unserved.confidence).toBe(costWith([]).confidence - POINTS_PER_DOUBT);
  });

  it('states what it does not know', () => {
    const noLoads = expect.stringMatching(/^No loads are known for this lane/);
    expect(costWith([], KEPT)).toMatchObject({ notKnown: [], linehaulWarnings: [], fuelWarnings: [] });
    expect(costWith([])).toMatchObject({ notKnown: [noLoads], linehaulWarnings: [], activity: 'high' });
    const trailer = marketCost(
      { lane: LANE, equipment: 'dryvan', miles: 400, doubts: [] },
      dieselFor,
      NOW,
      undefined,
      BUNDLED_RATES,
    );
    expect(trailer.notKnown).toEqual([
      noLoads,
      expect.stringMatching(/^What the market pays in this direction/),
    ]);
    expect(trailer.linehaulWarnings).toEqual([expect.stringMatching(/^No rates of vans or flatbeds/)]);
  });

  it('warns of a minimum and of an old diesel price, which lowers the confidence', () => {
    const costAt = (miles: number, now: Date, kept?: LaneMarket) =>
      marketCost(
        { lane: LANE, equipment: 'container_40', miles, doubts: [] },
        dieselFor,
        now,
        kept,
        BUNDLED_RATES,
      );
    const afterAllPrices = new Date('2099-03-09T12:00:00Z');
    expect(costAt(2, NOW).linehaulWarnings).toEqual(['Short haul: priced at the minimum linehaul.']);
    expect(costAt(2, NOW, KEPT).linehaulWarnings).toEqual([]);
    for (const kept of [undefined, KEPT]) {
      expect(costAt(700, NOW, kept).linehaulWarnings).toEqual([
        expect.stringMatching(/^Beyond drayage range: .* nights included\.$/),
      ]);
    }
    expect(costAt(MILES, afterAllPrices).fuelWarnings).toEqual([
      expect.stringMatching(/^Diesel price is from \d{4}-\d\d-\d\d; the fuel surcharge may be inaccurate\.$/),
    ]);
    expect(costAt(MILES, afterAllPrices).confidence).toBe(costAt(MILES, NOW).confidence - POINTS_PER_DOUBT);
  });
});

describe('the market lane of a quote', () => {
  const inNevada: QuoteLane = {
    ...LANE,
    destination: { ...LANE.destination, state: 'NV', zip: '89101', latitude: 36.17, longitude: -115.14 },
  };

  it('leads from its terminal to the door, in both directions of the move', () => {
    const inbound: QuoteLane = {
      ...inNevada,
      origin: inNevada.destination,
      destination: inNevada.origin,
      terminalAt: 'destination',
    };
    expect(marketLaneOf(inNevada, 'container_40')).toEqual({
      terminal: 'trm_1',
      terminalType: 'marine',
      originState: 'CA',
      wage: wageUsdAt(LANE.origin),
      freightMarket: freightMarketOf(LANE.origin),
      destinationState: 'NV',
      zip3: '891',
    });
    expect(marketLaneOf(inbound, 'container_40')).toEqual(marketLaneOf(inNevada, 'container_40'));
  });

  it('does not exist for a container without a terminal, and has both ends of a trailer', () => {
    const city = { ...LANE, origin: LANE.destination };
    expect(marketLaneOf(city, 'container_40')).toBeUndefined();
    expect(marketLaneOf({ ...LANE, terminalAt: undefined }, 'container_40')).toBeUndefined();
    expect(marketLaneOf(LANE, 'dryvan')).toMatchObject({
      ...{ trailer: 'dryvan', freightMarket: 'road-los-angeles', originZip3: '907', zip3: '917' },
    });
  });
});

describe('transit', () => {
  it.each<[number, number, string]>([
    [0.1, 0, '1 min'],
    [33, 0, '57 mins'],
    [35, 0, '1 h'],
    [86, 0, '2 h 1 min'],
    [151.7, 0, '3 h 20 mins'],
    [225, 0, '4 h 48 mins'],
    [228, 1, '1 day'],
    [500, 1, '1 day'],
    [501, 2, '2 days'],
    [2_015, 5, '5 days'],
  ])('over %d miles: %d days, "%s"', (distance, days, text) => {
    expect(transitOver(distance, false)).toEqual({ days, text });
  });

  it('takes half of the days with a team', () => {
    expect(transitOver(2_015, true).days).toBe(3);
    expect(transitOver(800, true)).toEqual({ days: 1, text: '1 day' });
  });

  it('never decreases with the miles, and is never longer with a team', () => {
    const miles = fc.double({ min: 0, max: 3_500, noNaN: true });
    fc.assert(
      fc.property(miles, miles, fc.boolean(), (one, more, team) => {
        expect(transitOver(one + more, team).days).toBeGreaterThanOrEqual(transitOver(one, team).days);
        expect(transitOver(one, true).days).toBeLessThanOrEqual(transitOver(one, false).days);
      }),
    );
  });
});

const [ANY] = loadTerminals();

const terminal = (facts: Partial<Terminal>): Terminal => {
  if (ANY === undefined) throw new Error('The catalogue is empty');
  return { ...ANY, name: 'Conley', type: 'marine', hours: 'Mo-Fr 07:00-17:00; PH off', ...facts };
};

const OVER_THE_ROAD = { terminalAt: undefined, terminal: undefined };
const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2026-01-01', days));
const days = fc.integer({ min: 0, max: 8 });

describe('a move over the road', () => {
  it.each<[string, number, string]>([
    ['2026-11-23', 2, '2026-11-25'],
    ['2026-11-23', 3, '2026-11-27'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-12-30', 2, '2027-01-04'],
  ])('picked up on %s with %d days of transit arrives on %s', (pickup, transitDays, delivery) => {
    expect(scheduleMove(OVER_THE_ROAD, pickup, { days: transitDays })).toEqual({
      plannedPickupDay: pickup,
      deliveryDay: delivery,
      warnings: [],
    });
  });
});

describe('a move from or to a terminal', () => {
  it('starts when the gate opens, with a warning', () => {
    const saturday = scheduleMove({ terminalAt: 'origin', terminal: terminal({}) }, '2026-11-28', {
      days: 1,
    });
    expect(saturday).toEqual({
      plannedPickupDay: '2026-11-30',
      deliveryDay: '2026-12-01',
      warnings: ['Conley is closed on Saturday, 2026-11-28: pickup is planned for Monday, 2026-11-30.'],
    });
  });

  it('ends when the gate opens, with a warning', () => {
    const thanksgiving = scheduleMove({ terminalAt: 'destination', terminal: terminal({}) }, '2026-11-25', {
      days: 1,
    });
    expect(thanksgiving).toEqual({
      plannedPickupDay: '2026-11-25',
      deliveryDay: '2026-11-27',
      warnings: ['Conley is closed on Thursday, 2026-11-26: delivery is planned for Friday, 2026-11-27.'],
    });
  });

  it('has a warning of unpublished gate hours, or of hours without an open day', () => {
    const warningOf = (hours: string) =>
      scheduleMove({ terminalAt: 'origin', terminal: terminal({ hours }) }, '2026-11-28', { days: 0 })
        .warnings;
    expect(warningOf('')).toEqual([
      expect.stringMatching(/probably closed on Saturday, .* Monday, 2026-11-30\. Its gate hours are not/),
    ]);
    expect(warningOf('Mo-Su off')).toEqual([
      expect.stringMatching(/closed on Saturday, 2026-11-28 and has no published open day/),
    ]);
  });

  it('has no warning at a ramp that is open every day, and delivers to a terminal on a Saturday gate', () => {
    const ramp = { terminalAt: 'origin', terminal: terminal({ type: 'rail', hours: '' }) } as const;
    expect(scheduleMove(ramp, '2026-11-28', { days: 0 })).toEqual({
      plannedPickupDay: '2026-11-28',
      deliveryDay: '2026-11-30',
      warnings: [],
    });
    const gate = { terminalAt: 'destination', terminal: terminal({ hours: 'Mo-Sa 07:00-17:00' }) } as const;
    expect(scheduleMove(gate, '2026-11-27', { days: 1 })).toEqual({
      plannedPickupDay: '2026-11-27',
      deliveryDay: '2026-11-28',
      warnings: [],
    });
  });

  it('never arrives before the transit time is over, and is finite even if a gate never opens', () => {
    const hours = fc.constantFrom('', 'Mo-Fr 07:00-17:00; PH off', 'Su off', '24/7');
    const at = fc.constantFrom('origin' as const, 'destination' as const);
    fc.assert(
      fc.property(day, days, hours, at, (pickup, transitDays, open, terminalAt) => {
        const move = { terminalAt, terminal: terminal({ hours: open }) };
        const { deliveryDay } = scheduleMove(move, pickup, { days: transitDays });
        expect(daysBetween(pickup, deliveryDay)).toBeGreaterThanOrEqual(transitDays);
      }),
    );
  });
});
