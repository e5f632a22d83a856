import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ROAD_EQUIPMENT } from '../../../shared/equipment/equipment-type.ts';
import { costOfRoadMove, type RoadMove } from '../../../shared/rates/road-cost-model.ts';

const US_DIESEL_2024 = 3.544;

const move = fc.record({
  equipment: fc.constantFrom(...ROAD_EQUIPMENT),
  miles: fc.double({ min: 0, max: 4_000, noNaN: true }),
  dieselPrice: fc.double({ min: 0, max: 12, noNaN: true }),
});

const total = (any: RoadMove) => {
  const { linehaulCents, fuelCents } = costOfRoadMove(any);
  return linehaulCents + fuelCents;
};

const usd = (changes: Partial<RoadMove>) =>
  total({ equipment: 'dryvan', miles: 500, dieselPrice: US_DIESEL_2024, ...changes }) / 100;

describe('road cost model on the published anchors', () => {
  it.each([
    [27, 216],
    [45, 237],
  ])('prices a spot van over %d miles within 15%% of $%d', (miles, published) => {
    expect(Math.abs(usd({ miles }) / published - 1)).toBeLessThan(0.15);
  });

  it.each([250, 500, 800, 1_500])(
    'costs no less over %d miles than ATRI says that they cost a truck',
    (miles) => {
      expect(usd({ miles })).toBeGreaterThan(2.26 * miles);
    },
  );

  it.each(['reefer', 'flatbed'] as const)(
    'prices a %s 25 to 50 cents a mile above a van on long hauls',
    (equipment) => {
      for (const miles of [800, 1_500]) {
        const perMile = (usd({ equipment, miles }) - usd({ miles })) / miles;
        expect(perMile).toBeGreaterThan(0.25);
        expect(perMile).toBeLessThan(0.5);
      }
    },
  );

  it('charges fuel by the formula of published tables: $3.75 a gallon, peg $1.25, 5.5 mpg, every truck mile', () => {
    const { fuelCents } = costOfRoadMove({ equipment: 'dryvan', miles: 1_000, dieselPrice: 3.75 });
    expect(fuelCents).toBe(Math.round((1_200 * 2.5 * 100) / 5.5));
  });

  it('charges a van no fuel below the peg, and a reefer what its unit burns', () => {
    expect(costOfRoadMove({ equipment: 'dryvan', miles: 500, dieselPrice: 1 }).fuelCents).toBe(0);
    expect(costOfRoadMove({ equipment: 'reefer', miles: 500, dieselPrice: 1 }).fuelCents).toBeGreaterThan(0);
  });
});

describe('road cost model, whatever the move', () => {
  it('gives integer cents, never negative, and at least the minimum', () => {
    fc.assert(
      fc.property(move, (any) => {
        const { linehaulCents, fuelCents } = costOfRoadMove(any);
        expect(Number.isSafeInteger(linehaulCents) && Number.isSafeInteger(fuelCents)).toBe(true);
        expect(linehaulCents).toBeGreaterThanOrEqual(20_000);
        expect(fuelCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never falls when miles or diesel rise', () => {
    fc.assert(
      fc.property(move, fc.double({ min: 0, max: 2_000, noNaN: true }), (any, more) => {
        expect(total({ ...any, miles: any.miles + more })).toBeGreaterThanOrEqual(total(any));
        expect(total({ ...any, dieselPrice: any.dieselPrice + more })).toBeGreaterThanOrEqual(total(any));
      }),
    );
  });
});
