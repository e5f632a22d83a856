import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ROAD_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import {
  costOfMove,
  type Move,
  minimumLinehaulCents,
  modelConfidence,
  modelError,
  rateRange,
  totalCents,
} from '../../../shared/costs/model/cost-model.ts';
import {
  costOfRoadMove,
  type RoadMove,
  roadFuelCentsPerMile,
} from '../../../shared/costs/model/road-cost-model.ts';
import {
  fuelCentsPerMile,
  meanWage,
  sameDayMiles,
} from '../../../shared/costs/model/truck-operating-cost.ts';
import { US_STATES } from '../../../shared/geography/places/us-states.ts';
import { TERMINAL_TYPES } from '../../../shared/terminals/catalogue/terminal.ts';

/** U.S. diesel price of 2024-09-30 (EIA), used for the planning bands. */
const US_DIESEL_2024 = 3.544;

const anyMiles = fc.double({ min: 0, max: 4_000, noNaN: true });
const moreMiles = fc.double({ min: 0, max: 2_000, noNaN: true });
const dieselPrice = fc.double({ min: 0, max: 12, noNaN: true });

describe('the cost model of containers', () => {
  const SAMPLE: Move = { miles: 33, terminalType: 'marine', state: 'US', dieselPrice: US_DIESEL_2024 };
  const cost = (changes: Partial<Move>) => costOfMove({ ...SAMPLE, ...changes });
  const usd = (changes: Partial<Move>) => totalCents(cost(changes)) / 100;

  it.each([
    ['33 miles, Los Angeles (published sample)', 448, 448, [33], 'CA', 4.259],
    ['Port to Inland Empire (average of 2014, a congested year)', 636, 636, [60], 'CA', 4],
    ['up to 30 miles (planning band)', 350, 500, [10, 30], 'US', US_DIESEL_2024],
    ['31-100 miles, a mile (planning band)', 4.5, 8, [60, 100], 'US', US_DIESEL_2024],
    ['100-250 miles, a mile (planning band)', 3.5, 5, [150, 200, 250], 'US', US_DIESEL_2024],
    // Near 250 miles, the band is below what both ways cost a truck, $4.52 a mile (ATRI).
    ['beyond 250 miles, a mile (planning band)', 2.8, 4, [400, 500, 800], 'US', US_DIESEL_2024],
  ] as const)('has %s, $%d to $%d, in the range of its rate', (_, low, high, distances, state, diesel) => {
    for (const miles of distances) {
      const cents = totalCents(cost({ miles, state, dieselPrice: diesel }));
      const { minCents, maxCents } = rateRange(cents, miles);
      const unit = 100 * (low < 100 ? miles : 1);
      expect([miles, minCents <= high * unit, maxCents >= low * unit]).toEqual([miles, true, true]);
    }
  });

  it.each([
    [10, 'marine', 'US', 400_00, 8_34],
    [100, 'rail', 'NJ', 592_72, 83_42],
    [400, 'marine', 'TX', 1_555_07, 276_11],
    [1_000, 'intermodal', 'LA', 2_761_16, 587_26],
  ] as const)(
    'prices %d miles from a %s terminal in %s',
    (miles, terminalType, state, linehaulCents, fuelCents) => {
      expect(cost({ miles, terminalType, state })).toMatchObject({ linehaulCents, fuelCents });
    },
  );

  it('prices the 33-mile sample within 1% of $448, and long hauls above the cost per mile of ATRI', () => {
    expect(Math.abs(usd({ state: 'CA', dieselPrice: 4.259 }) / 448 - 1)).toBeLessThan(0.01);
    expect(usd({ miles: 1_000 })).toBeGreaterThan(2.26 * 1_000);
  });

  it.each(['marine', 'rail'] as const)(
    'pays the whole way back to a %s terminal on the same day, and less of it farther away',
    (terminalType) => {
      const truckMiles = (miles: number) => {
        const { loadedMiles, emptyMiles } = cost({ miles, terminalType }).work;
        return (loadedMiles + emptyMiles) / miles;
      };
      expect([20, 100, 200, sameDayMiles(terminalType)].map(truckMiles)).toEqual([2, 2, 2, 2]);
      expect(truckMiles(400)).toBeLessThan(1.8);
      expect(truckMiles(1_000)).toBeLessThan(1.5);
    },
  );

  it('charges the minimum linehaul up to 30 miles', () => {
    const { linehaulCents } = cost({ miles: 30 });
    expect(cost({ miles: 1 })).toMatchObject({ minimumApplied: true, linehaulCents });
    expect(cost({ miles: 40 }).minimumApplied).toBe(false);
  });

  it('varies with the driver wage of the state, by the share of the driver only', () => {
    const [mean, newJersey] = [usd({ miles: 100 }), usd({ miles: 100, state: 'NJ' })];
    expect(newJersey).toBeGreaterThan(mean);
    expect(newJersey / mean).toBeLessThan(32.1 / 28.71);
  });

  it.each([
    ['marine', 227.5],
    ['rail', 260],
  ] as const)(
    'from a %s terminal has a maximum same-day distance of %d miles, then nights',
    (terminalType, miles) => {
      expect(sameDayMiles(terminalType)).toBeCloseTo(miles, 6);
      const nights = [miles, miles + 25, miles + 50, 1_000, 2_000].map(
        (far) => cost({ miles: far, terminalType }).work.nights,
      );
      expect(nights.map((count) => Number(count.toFixed(6)))).toEqual([0, 0.5, 1, 2, 4]);
    },
  );

  const move = fc.record({
    miles: anyMiles,
    terminalType: fc.constantFrom(...TERMINAL_TYPES),
    state: fc.constantFrom('US', ...US_STATES.keys()),
    dieselPrice,
  });

  it('is the sum of its lines in integer cents, never below the minimum; each line is quantity x rate', () => {
    fc.assert(
      fc.property(move, (any) => {
        const priced = costOfMove(any);
        const { linehaulCents, fuelCents, lines } = priced;
        expect(
          [linehaulCents, fuelCents, ...lines.map(({ cents }) => cents)].every(Number.isSafeInteger),
        ).toBe(true);
        expect(linehaulCents).toBeGreaterThanOrEqual(
          minimumLinehaulCents(any.terminalType, meanWage(any.state)),
        );
        expect(Math.min(fuelCents, ...lines.map(({ cents }) => cents))).toBeGreaterThanOrEqual(0);
        expect(lines.reduce((total, { cents }) => total + cents, 0)).toBe(totalCents(priced));
        for (const { quantity, centsEach, cents } of lines) {
          expect(Math.abs(quantity * centsEach - cents)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });

  it('never falls when miles or diesel rise', () => {
    fc.assert(
      fc.property(move, moreMiles, (any, more) => {
        const total = totalCents(costOfMove(any));
        expect(totalCents(costOfMove({ ...any, miles: any.miles + more }))).toBeGreaterThanOrEqual(total);
        const dearer = { ...any, dieselPrice: any.dieselPrice + more / 200 };
        expect(totalCents(costOfMove(dearer))).toBeGreaterThanOrEqual(total);
      }),
    );
  });

  it('is continuous: a tenth of a mile adds less than two dollars at any distance', () => {
    for (let tenths = 0; tenths < 10_000; tenths++) {
      const step = usd({ miles: (tenths + 1) / 10 }) - usd({ miles: tenths / 10 });
      if (step >= 2) throw new Error(`${step} USD at ${tenths / 10} miles`);
    }
  });

  it.each([
    [1.25, 0],
    [0.9, 0],
    [3.0, 31.82],
    [4.259, 54.71],
  ])('has a fuel surcharge of (diesel - peg) / mpg per mile: $%d per gallon is %d cents', (price, cents) => {
    expect(fuelCentsPerMile(price)).toBeCloseTo(cents, 2);
  });
});

describe('the error of the cost model', () => {
  it('falls continuously with distance, and gives a range that contains the rate', () => {
    expect([0, 150, 275, 400, 2_000].map(modelError)).toEqual([0.35, 0.35, 0.3, 0.25, 0.25]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), anyMiles, (rateCents, distance) => {
        const { minCents, maxCents } = rateRange(rateCents, distance);
        expect(minCents).toBeLessThanOrEqual(rateCents);
        expect(maxCents).toBeGreaterThanOrEqual(rateCents);
      }),
    );
  });

  it('keeps the confidence without observations in the lowest tier, less with each doubt', () => {
    fc.assert(
      fc.property(anyMiles, fc.integer({ min: 0, max: 20 }), (distance, doubts) => {
        const confidence = modelConfidence(distance, doubts);
        expect(Number.isInteger(confidence)).toBe(true);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(62);
        expect(modelConfidence(distance, doubts + 1)).toBeLessThanOrEqual(confidence);
      }),
    );
  });
});

describe('the cost model of trailers', () => {
  const total = (any: RoadMove) => {
    const { linehaulCents, fuelCents } = costOfRoadMove(any);
    return linehaulCents + fuelCents;
  };
  const usd = (changes: Partial<RoadMove>) =>
    total({ equipment: 'dryvan', miles: 500, dieselPrice: US_DIESEL_2024, ...changes }) / 100;

  it.each([
    ['dryvan', 27, 200_00, 12_42],
    ['dryvan', 500, 1_004_30, 230_00],
    ['reefer', 27, 281_14, 12_42],
    ['reefer', 500, 1_200_05, 230_00],
    ['flatbed', 500, 1_147_43, 230_00],
  ] as const)('prices a %s over %d miles', (equipment, miles, linehaulCents, fuelCents) => {
    expect(costOfRoadMove({ equipment, miles, dieselPrice: US_DIESEL_2024 })).toMatchObject({
      ...{ linehaulCents, fuelCents },
    });
  });

  it('is near published prices: of spot vans, of a mile, and of reefers and flatbeds above a van', () => {
    for (const [miles, published] of [[27, 216] as const, [45, 237] as const])
      expect(Math.abs(usd({ miles }) / published - 1)).toBeLessThan(0.15);
    for (const miles of [250, 500, 800, 1_500]) expect(usd({ miles })).toBeGreaterThan(2.26 * miles);
    for (const equipment of ['reefer', 'flatbed'] as const) {
      for (const miles of [800, 1_500]) {
        const perMile = (usd({ equipment, miles }) - usd({ miles })) / miles;
        expect(perMile).toBeGreaterThan(0.25);
        expect(perMile).toBeLessThan(0.5);
      }
    }
  });

  // The published table: USD per gallon, USD per mile.
  it.each([
    [0, 0],
    [1.169, 0],
    [1.17, 0.01],
    [1.65, 0.09],
    [1.709, 0.09],
    [1.71, 0.11],
    [1.999, 0.15],
    [2, 0.16],
    [3, 0.36],
    [3.499, 0.45],
    [3.75, 0.51],
    [3.799, 0.51],
    [4.95, 0.75],
    [5, 0.76],
    [6.924, 1.14],
  ])('has, at $%d per gallon, a fuel surcharge of $%d per loaded mile of any trailer', (price, perMile) => {
    expect(roadFuelCentsPerMile(price)).toBe(Math.round(perMile * 100));
    for (const equipment of ROAD_EQUIPMENT) {
      const { linehaulCents, fuelCents } = costOfRoadMove({ equipment, miles: 1_000, dieselPrice: price });
      expect(fuelCents).toBe(Math.round(perMile * 100_000));
      expect(linehaulCents).toBe(costOfRoadMove({ equipment, miles: 1_000, dieselPrice: 1 }).linehaulCents);
    }
  });

  it('has integer cents, at least the minimum, and never falls when miles or diesel rise', () => {
    const move = fc.record({ equipment: fc.constantFrom(...ROAD_EQUIPMENT), miles: anyMiles, dieselPrice });
    fc.assert(
      fc.property(move, moreMiles, (any, more) => {
        const { linehaulCents, fuelCents } = costOfRoadMove(any);
        expect(Number.isSafeInteger(linehaulCents) && Number.isSafeInteger(fuelCents)).toBe(true);
        expect(linehaulCents).toBeGreaterThanOrEqual(20_000);
        expect(fuelCents).toBeGreaterThanOrEqual(0);
        expect(total({ ...any, miles: any.miles + more })).toBeGreaterThanOrEqual(total(any));
        expect(total({ ...any, dieselPrice: any.dieselPrice + more / 200 })).toBeGreaterThanOrEqual(
          total(any),
        );
      }),
    );
  });
});
