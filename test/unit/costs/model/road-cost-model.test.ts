import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROAD_EQUIPMENT } from '../../../../shared/costs/equipment/equipment-type.ts';
import { costOfRoadMove, type RoadMove } from '../../../../shared/costs/model/road-cost-model.ts';
import { roadFuelCentsPerMile } from '../../../../shared/costs/model/road-fuel-surcharge.ts';

const GUIDE = readFileSync(
  new URL('../../../../docs/explanation/how-a-quote-is-made.md', import.meta.url),
  'utf8',
);

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

  it.each([250, 500, 800, 1_500])("costs at least ATRI's cost per mile over %d miles", (miles) => {
    expect(usd({ miles })).toBeGreaterThan(2.26 * miles);
  });

  it.each(['reefer', 'flatbed'] as const)(
    'prices a %s 25 to 50 cents per mile above a van on long hauls',
    (equipment) => {
      for (const miles of [800, 1_500]) {
        const perMile = (usd({ equipment, miles }) - usd({ miles })) / miles;
        expect(perMile).toBeGreaterThan(0.25);
        expect(perMile).toBeLessThan(0.5);
      }
    },
  );

  it('matches the rows of the guide', () => {
    const row = (anchor: string, published: string, model: string) =>
      expect(GUIDE.replace(/ +/g, ' ')).toContain(`| ${anchor} | ${published} | ${model} |`);
    const perMile = (miles: number, equipment: RoadMove['equipment'] = 'dryvan') =>
      usd({ miles, equipment }) / miles;
    const aboveVan = (miles: number) => perMile(miles, 'reefer') - perMile(miles);

    row('27 miles, spot van (SONAR TRAC)', '$216', `$${usd({ miles: 27 }).toFixed(0)}`);
    row('45 miles, spot van (SONAR TRAC)', '$237', `$${usd({ miles: 45 }).toFixed(0)}`);
    row(
      'a mile of a long haul costs a truck (ATRI 2025)',
      '$2.26',
      `$${perMile(1_500).toFixed(2)}-${perMile(500).toFixed(2)}`,
    );
    row(
      'reefer above van, a mile, 800-1,500 miles (DAT, 2024)',
      'about 0.38',
      `${aboveVan(1_500).toFixed(2)}-${aboveVan(800).toFixed(2)}`,
    );
  });
});

describe('fuel surcharge of trailers', () => {
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
  ])('is, at $%d per gallon, $%d per loaded mile of any trailer', (dieselPrice, perMile) => {
    expect(roadFuelCentsPerMile(dieselPrice)).toBe(Math.round(perMile * 100));
    for (const equipment of ROAD_EQUIPMENT)
      expect(costOfRoadMove({ equipment, miles: 1_000, dieselPrice }).fuelCents).toBe(
        Math.round(perMile * 100_000),
      );
  });

  it('does not change the linehaul at any diesel price', () => {
    for (const equipment of ROAD_EQUIPMENT)
      expect(costOfRoadMove({ equipment, miles: 500, dieselPrice: 7 }).linehaulCents).toBe(
        costOfRoadMove({ equipment, miles: 500, dieselPrice: 1 }).linehaulCents,
      );
  });

  it('never falls when diesel rises', () => {
    const price = fc.double({ min: 0, max: 12, noNaN: true });
    fc.assert(
      fc.property(price, price, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(roadFuelCentsPerMile(low)).toBeLessThanOrEqual(roadFuelCentsPerMile(high));
      }),
    );
  });
});

describe('road cost model for any move', () => {
  it('returns integer cents, never negative, and at least the minimum', () => {
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
