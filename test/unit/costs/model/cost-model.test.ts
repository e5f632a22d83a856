import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  costOfMove,
  type Move,
  minimumLinehaulCents,
  totalCents,
} from '../../../../shared/costs/model/cost-model.ts';
import { sameDayMiles } from '../../../../shared/costs/model/truck-work.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { TERMINAL_TYPES } from '../../../../shared/terminals/catalogue/terminal.ts';
import { US_DIESEL_2024 } from './published-anchors.ts';

const move = fc.record({
  miles: fc.double({ min: 0, max: 4_000, noNaN: true }),
  terminalType: fc.constantFrom(...TERMINAL_TYPES),
  state: fc.constantFrom('US', ...US_STATES.keys()),
  dieselPrice: fc.double({ min: 0, max: 12, noNaN: true }),
});

const SAMPLE: Move = { miles: 33, terminalType: 'marine', state: 'US', dieselPrice: US_DIESEL_2024 };
const cost = (changes: Partial<Move>) => costOfMove({ ...SAMPLE, ...changes });
const usd = (changes: Partial<Move>) => totalCents(cost(changes)) / 100;

describe('cost model', () => {
  it('charges the minimum linehaul up to 30 miles', () => {
    const near = cost({ miles: 1 });

    expect(near).toMatchObject({ minimumApplied: true, linehaulCents: cost({ miles: 30 }).linehaulCents });
    expect(cost({ miles: 40 }).minimumApplied).toBe(false);
  });

  it("costs at least ATRI's cost per mile on a long haul", () => {
    expect(usd({ miles: 1_000 })).toBeGreaterThan(2.26 * 1_000);
  });

  it('charges less at a ramp than at a port, where a truck waits longer', () => {
    expect(usd({ terminalType: 'rail' })).toBeLessThan(usd({ terminalType: 'marine' }));
  });

  it('varies with the driver wage of the state, by the share of the driver only', () => {
    const [louisiana = 0, mean = 0, newJersey = 0] = ['LA', 'US', 'NJ'].map((state) =>
      usd({ miles: 100, state }),
    );

    expect(louisiana).toBeLessThan(mean);
    expect(newJersey).toBeGreaterThan(mean);
    expect(newJersey / mean).toBeLessThan(32.1 / 28.71);
  });

  it.each([
    ['marine', 227.5],
    ['rail', 260],
  ] as const)('from a %s terminal, the maximum same-day distance is %d miles', (type, miles) => {
    expect(sameDayMiles(type)).toBeCloseTo(miles, 6);
    const nights = [miles, miles + 25, miles + 50].map(
      (far) => cost({ miles: far, terminalType: type }).work.nights,
    );
    expect(nights.map((count) => Number(count.toFixed(6)))).toEqual([0, 0.5, 1]);
  });

  it('adds a night per 500 miles', () => {
    expect([500, 1_000, 2_000].map((miles) => cost({ miles }).work.nights)).toEqual([1, 2, 4]);
  });
});

describe('cost model for any move', () => {
  it('returns integer cents, never negative, never below the minimum', () => {
    fc.assert(
      fc.property(move, (any) => {
        const { linehaulCents, fuelCents, lines } = costOfMove(any);
        expect(Number.isSafeInteger(linehaulCents) && Number.isSafeInteger(fuelCents)).toBe(true);
        expect(linehaulCents).toBeGreaterThanOrEqual(minimumLinehaulCents(any.terminalType, any.state));
        expect(fuelCents).toBeGreaterThanOrEqual(0);
        expect(lines.every(({ cents }) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true);
      }),
    );
  });

  it('is the sum of its lines, each of which is quantity x rate', () => {
    fc.assert(
      fc.property(move, (any) => {
        const priced = costOfMove(any);
        const sum = priced.lines.reduce((total, { cents }) => total + cents, 0);
        expect(sum).toBe(totalCents(priced));
        for (const { quantity, centsEach, cents } of priced.lines) {
          expect(Math.abs(quantity * centsEach - cents)).toBeLessThanOrEqual(0.5);
        }
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

  it('is continuous: a tenth of a mile adds less than two dollars at any distance', () => {
    for (let tenths = 0; tenths < 10_000; tenths++) {
      const step = usd({ miles: (tenths + 1) / 10 }) - usd({ miles: tenths / 10 });
      expect(step).toBeLessThan(2);
    }
  });
});
