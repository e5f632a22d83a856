import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractPrice } from '../../../../shared/contracts/pricing/contract-price.ts';
import {
  type ContractRate,
  RATE_TYPES,
  type VolumeTier,
} from '../../../../shared/contracts/rate/contract-rate.ts';
import { contractRate } from '../contract-rates.ts';

const MOVE = { miles: 100, marketLinehaulCents: 80_000, marketFuelCents: 9_000, dieselPrice: 3.75 };

const price = (fields: Partial<ContractRate>, move: Partial<typeof MOVE> = {}, tier?: VolumeTier) =>
  contractPrice(contractRate(fields), { ...MOVE, ...move }, tier);

/** A quotient of integers rounded half up, in whole numbers of any size. */
const rounded = (dividend: bigint, divisor: bigint): number =>
  Number((2n * dividend + divisor) / (2n * divisor));

const anyMove = fc.record({
  miles: fc.integer({ min: 1, max: 40_000 }).map((tenths) => tenths / 10),
  marketLinehaulCents: fc.integer({ min: 1, max: 5_000_000 }),
  marketFuelCents: fc.integer({ min: 0, max: 1_000_000 }),
  dieselPrice: fc.integer({ min: 0, max: 12_000 }).map((mills) => mills / 1_000),
});

describe('the price of a contract rate', () => {
  it('is the flat amount as it is', () => {
    expect(price({ amount: 61_234 })).toEqual({
      baseRateCents: 61_234,
      fuelSurchargeCents: 0,
      isMinimum: false,
    });
  });

  it('multiplies an amount per mile, with fractions of a cent, and rounds once', () => {
    expect(price({ rateType: 'per_mile', amount: 28_550 }).baseRateCents).toBe(28_550);
    // 0.0005 USD x 0.1 miles = 0.005 cents; 2.8555 USD x 33.3 miles = 9508.815 cents.
    expect(price({ rateType: 'per_mile', amount: 5 }, { miles: 0.1 }).baseRateCents).toBe(0);
    expect(price({ rateType: 'per_mile', amount: 28_555 }, { miles: 33.3 }).baseRateCents).toBe(9_509);
    fc.assert(
      fc.property(anyMove, fc.integer({ min: 1, max: 10_000_000 }), (move, amount) => {
        const exact = rounded(BigInt(amount) * BigInt(Math.round(move.miles * 10)), 1_000n);
        expect(price({ rateType: 'per_mile', amount }, move).baseRateCents).toBe(exact);
      }),
    );
  });

  it('takes a percentage of the market linehaul, without fuel', () => {
    expect(price({ rateType: 'percent_of_market', amount: 9_250 }).baseRateCents).toBe(74_000);
    fc.assert(
      fc.property(anyMove, fc.integer({ min: 1, max: 50_000 }), (move, amount) => {
        const exact = rounded(BigInt(amount) * BigInt(move.marketLinehaulCents), 10_000n);
        expect(price({ rateType: 'percent_of_market', amount }, move).baseRateCents).toBe(exact);
      }),
    );
  });

  it('is at least the minimum', () => {
    const perMile = { rateType: 'per_mile', amount: 28_500, minimumCents: 40_000 } as const;
    expect(price(perMile)).toMatchObject({ baseRateCents: 40_000, isMinimum: true });
    expect(price(perMile, { miles: 200 })).toMatchObject({ baseRateCents: 57_000, isMinimum: false });
    expect(price({ amount: 40_000, minimumCents: 40_000 })).toMatchObject({ isMinimum: false });
  });

  it('with a tier is that of a rate with the amount of the tier', () => {
    const anyTerms = fc.record({
      rateType: fc.constantFrom(...RATE_TYPES),
      amount: fc.integer({ min: 1, max: 50_000 }),
      minimumCents: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyMove, anyTerms, fc.integer({ min: 1, max: 50_000 }), (move, terms, amount) => {
        const tier = { fromVolume: 10, amount };
        expect(price({ ...terms, tiers: [tier] }, move, tier)).toEqual(price({ ...terms, amount }, move));
        expect(price({ ...terms, tiers: [tier] }, move)).toEqual(price(terms, move));
      }),
    );
  });

  it('charges fuel as the rate states', () => {
    expect(price({ fuel: 'included' }).fuelSurchargeCents).toBe(0);
    expect(price({ fuel: 'market' }).fuelSurchargeCents).toBe(9_000);
    const fuelSchedule = { pegMills: 1_250, milesPerGallonHundredths: 550 };
    // (3.75 - 1.25) / 5.5 x 100 miles = 45.4545 USD.
    expect(price({ fuel: 'schedule', fuelSchedule }).fuelSurchargeCents).toBe(4_545);
    expect(price({ fuel: 'schedule', fuelSchedule }, { dieselPrice: 1.2 }).fuelSurchargeCents).toBe(0);
    const anySchedule = fc.record({
      pegMills: fc.integer({ min: 0, max: 10_000 }),
      milesPerGallonHundredths: fc.integer({ min: 100, max: 2_000 }),
    });
    fc.assert(
      fc.property(anyMove, anySchedule, (move, schedule) => {
        const over = Math.max(0, Math.round(move.dieselPrice * 1_000) - schedule.pegMills);
        const exact = rounded(
          BigInt(over) * BigInt(Math.round(move.miles * 10)),
          BigInt(schedule.milesPerGallonHundredths),
        );
        expect(price({ fuel: 'schedule', fuelSchedule: schedule }, move).fuelSurchargeCents).toBe(exact);
      }),
    );
  });
});
