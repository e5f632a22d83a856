import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { residualOf } from '../../../../shared/market/cells/market-cell.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import {
  type LevelAbove,
  subtractCurve,
  type WeekValues,
  weekValues,
} from '../../../../shared/market/cells/week-values.ts';
import { weightAt } from '../../../../shared/market/model/robust-mean.ts';

const SPAN = { from: 100, to: 106 };
const ON_COST: LevelAbove = { byKind: [], byWeek: [], byStep: [] };

const load = fc.record({
  week: fc.integer({ min: SPAN.from - 1, max: SPAN.to + 1 }),
  kind: fc.integer({ min: 0, max: 40 }),
  residual: fc.integer({ min: -20, max: 20 }).map((percent) => percent / 100),
  contributor: fc.constant('a'),
});
const loads = fc.array(load, { maxLength: 60 });

/** Loads by week and value, whatever the arrays. */
const summaryOf = ({ values, counts, starts, loads }: WeekValues) =>
  Array.from(loads, (sum, week) => {
    const entries = Array.from(values.subarray(starts[week], starts[week + 1]), (value, entry) => ({
      value,
      count: counts[(starts[week] ?? 0) + entry] ?? 0,
    }));
    return { sum, entries };
  });

describe('the loads of a level, week by week', () => {
  it('are those of the span, relative to the level above', () => {
    const byWeek = Array.from({ length: 7 }, (_, week) => week / 10);
    const byKind = byWeek.map(() => Float64Array.from({ length: 41 }, (_, kind) => kind / 100));
    fc.assert(
      fc.property(loads, (of) => {
        const made = summaryOf(weekValues(cellOf(of), SPAN, { byKind, byWeek, byStep: [] }));
        for (const [position, { sum, entries }] of made.entries()) {
          const own = of.filter(({ week }) => week === SPAN.from + position);
          expect(sum).toBe(own.length);
          expect(entries.reduce((all, { count }) => all + count, 0)).toBe(own.length);
          const mean = own.reduce(
            (all, { residual, kind }) => all + residual - kind / 100 - position / 10,
            0,
          );
          expect(entries.reduce((all, { value, count }) => all + value * count, 0)).toBeCloseTo(mean, 9);
        }
      }),
    );
  });

  it('are reduced by a curve at their distance steps', () => {
    const made = weekValues(
      cellOf([
        { week: 100, kind: 0, residual: 0.1, contributor: 'a' },
        { week: 100, kind: 2, residual: 0.1, contributor: 'a' },
      ]),
      SPAN,
      ON_COST,
    );
    expect([...subtractCurve(made, [0.04, 9, -0.03]).values].map((value) => value.toFixed(6))).toEqual([
      '0.060000',
      '0.130000',
    ]);
    expect([...made.values]).toEqual([residualOf(256 + 10), residualOf(256 + 10)]);
  });
});

describe('the weight of a load', () => {
  it('is 1 within a scatter, and 5 of 4 and the square of its scatters beyond', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (off) => {
        if (Math.abs(off) <= 1) expect(weightAt(off)).toBe(1);
        else expect(weightAt(off)).toBeCloseTo(5 / (4 + off * off), 12);
      }),
    );
  });
});
