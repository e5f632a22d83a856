import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costOfMove, type Move, totalCents } from '../../../shared/rates/cost-model.ts';
import { TERMINAL_TYPES } from '../../../shared/terminals/terminal.ts';

const US_DIESEL_2024 = 3.544;

const move = fc.record({
  miles: fc.double({ min: 0, max: 4_000, noNaN: true }),
  terminalType: fc.constantFrom(...TERMINAL_TYPES),
  dieselPrice: fc.double({ min: 0, max: 12, noNaN: true }),
});

const usd = (changes: Partial<Move>) =>
  totalCents(costOfMove({ miles: 33, terminalType: 'marine', dieselPrice: US_DIESEL_2024, ...changes })) /
  100;

describe('cost model on the published anchors', () => {
  it('prices the 33-mile sample at its $448 within 1%', () => {
    expect(Math.abs(usd({ miles: 33, dieselPrice: 4.259 }) / 448 - 1)).toBeLessThan(0.01);
  });

  it('prices port to Inland Empire within 15% of its $636', () => {
    expect(Math.abs(usd({ miles: 60, dieselPrice: 4 }) / 636 - 1)).toBeLessThan(0.15);
  });

  it.each([
    [100, 4.5, 8],
    [250, 3.5, 5],
    [500, 2.8, 4],
    [800, 2.8, 4],
    [2_000, 2.8, 4],
  ])('is within the planning band at %d miles', (miles, low, high) => {
    const perMile = usd({ miles }) / miles;
    expect(perMile).toBeGreaterThanOrEqual(low);
    expect(perMile).toBeLessThanOrEqual(high);
  });

  it('is flat but for fuel up to 30 miles, within the band of minimums', () => {
    const near = costOfMove({ miles: 1, terminalType: 'marine', dieselPrice: US_DIESEL_2024 });
    const far = costOfMove({ miles: 30, terminalType: 'marine', dieselPrice: US_DIESEL_2024 });

    expect(near).toMatchObject({ minimumApplied: true, linehaulCents: far.linehaulCents });
    expect(totalCents(near)).toBeGreaterThanOrEqual(35_000);
    expect(totalCents(far)).toBeLessThanOrEqual(50_000);
  });

  it('costs no less than ATRI says that the miles of a long haul cost', () => {
    expect(usd({ miles: 1_000 })).toBeGreaterThan(2.26 * 1_000);
  });

  it('charges a ramp less than a port, where a truck waits longer', () => {
    expect(usd({ terminalType: 'rail' })).toBeLessThan(usd({ terminalType: 'marine' }));
  });
});

describe('cost model, whatever the move', () => {
  it('gives integer cents, never negative, never below the minimum', () => {
    fc.assert(
      fc.property(move, (any) => {
        const { linehaulCents, fuelCents } = costOfMove(any);
        expect(Number.isSafeInteger(linehaulCents) && Number.isSafeInteger(fuelCents)).toBe(true);
        expect(linehaulCents).toBeGreaterThanOrEqual(35_000);
        expect(fuelCents).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never falls when the miles rise', () => {
    fc.assert(
      fc.property(move, fc.double({ min: 0, max: 2_000, noNaN: true }), (any, more) => {
        expect(totalCents(costOfMove({ ...any, miles: any.miles + more }))).toBeGreaterThanOrEqual(
          totalCents(costOfMove(any)),
        );
      }),
    );
  });

  it('never falls when diesel rises', () => {
    fc.assert(
      fc.property(move, fc.double({ min: 0, max: 10, noNaN: true }), (any, more) => {
        expect(
          totalCents(costOfMove({ ...any, dieselPrice: any.dieselPrice + more })),
        ).toBeGreaterThanOrEqual(totalCents(costOfMove(any)));
      }),
    );
  });

  it('has no step: a tenth of a mile costs less than two dollars, at any distance', () => {
    for (let tenths = 0; tenths < 10_000; tenths++) {
      const step = usd({ miles: (tenths + 1) / 10 }) - usd({ miles: tenths / 10 });
      expect(step).toBeLessThan(2);
    }
  });
});
