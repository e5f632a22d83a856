import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DieselBook,
  MAX_RECORDED_WEEKS,
  mergeBundledWeeks,
} from '../../../../shared/costs/diesel/diesel-book.ts';
import { DIESEL_AREAS, DIESEL_WEEKS } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { type DieselFigure, planDieselChange } from '../../../../shared/costs/diesel/record-diesel.ts';
import { mondaysUpTo } from '../../../../shared/platform/time/utc-week.ts';

const NOW = new Date('2026-10-21T09:00:00Z');
const EMPTY: DieselBook = { version: 0, weeks: [] };
const recorder = { source: 'operator', recordedBy: 'pat', now: NOW, force: false };
const weekOf = (week: string, price = 6.2, row?: number): DieselFigure[] =>
  DIESEL_AREAS.map((area) => ({ week, area, price, ...(row === undefined ? {} : { row }) }));

/** The faults of figures, or none. */
const faultsOf = (figures: readonly DieselFigure[], changes = {}) => {
  const plan = planDieselChange(EMPTY, figures, { ...recorder, ...changes });
  return plan.ok ? [] : plan.faults;
};

describe('a plan to change diesel prices', () => {
  it('adds a new week with its source and operator', () => {
    expect(planDieselChange(EMPTY, weekOf('2026-10-12'), recorder)).toMatchObject({
      ok: true,
      unchanged: 0,
      corrections: [{ week: '2026-10-12', before: undefined, after: { R50: 6.2 } }],
      weeks: [{ week: '2026-10-12', source: 'operator', recordedBy: 'pat', recordedAt: NOW.toISOString() }],
    });
  });

  it('corrects one area of a bundled week and keeps the other areas', () => {
    const plan = planDieselChange(EMPTY, [{ week: '2026-10-05', area: 'R50', price: 7.3 }], recorder);

    expect(plan).toMatchObject({
      ok: true,
      corrections: [{ before: { NUS: 6.199, R50: 7.229 }, after: { NUS: 6.199, R50: 7.3 } }],
    });
  });

  it('changes nothing if all prices are known', () => {
    const figures = DIESEL_WEEKS.flatMap(({ week, prices }) =>
      DIESEL_AREAS.map((area) => ({ week, area, price: prices[area] })),
    );

    expect(planDieselChange(EMPTY, figures, recorder)).toEqual({
      ok: true,
      weeks: [],
      corrections: [],
      unchanged: DIESEL_WEEKS.length,
    });
  });

  it.each([
    ['2026-10-13', 'not a Monday'],
    ['2026-02-30', 'not a Monday'],
    ['12.10.2026', 'not a Monday'],
    ['2026-10-26', 'is in the future'],
  ])('rejects the week %s: %s', (week, fault) => {
    expect(faultsOf(weekOf(week)).map((found) => found.fault)).toEqual(
      DIESEL_AREAS.map(() => expect.stringContaining(fault)),
    );
  });

  it.each([0, 0.499, 20.001, 619.9, Number.NaN, Number.POSITIVE_INFINITY, -6.2])(
    'rejects %d USD per gallon, with and without force',
    (price) => {
      const figures = [{ week: '2026-10-05', area: 'R50' as const, price, row: 7 }];
      const fault = expect.stringContaining('is not between 0.5 and 20');
      expect(faultsOf(figures)).toEqual([{ row: 7, fault }]);
      expect(faultsOf(figures, { force: true })).toEqual([{ row: 7, fault }]);
    },
  );

  it('rejects a fourth decimal, a duplicate price, and a new week that lacks areas', () => {
    expect(faultsOf([{ week: '2026-10-05', area: 'R50', price: 7.2291 }])[0]?.fault).toMatch(/3 decimals/);
    expect(faultsOf([...weekOf('2026-10-12', 6.2, 2), ...weekOf('2026-10-12', 6.2, 3)])[0]).toEqual({
      row: 3,
      fault: 'NUS of 2026-10-12 is given twice',
    });
    expect(faultsOf(weekOf('2026-10-12').slice(0, 7))).toEqual([
      { fault: '2026-10-12 is a new week and lacks R50' },
    ]);
  });

  it('rejects a price that differs by more than 30% from the week before, unless forced', () => {
    const doubled = weekOf('2026-10-12', 6.2).map((figure) =>
      figure.area === 'R30' ? { ...figure, price: 11.8 } : figure,
    );

    expect(faultsOf(doubled)).toEqual([
      { fault: 'R30 of 2026-10-12: 11.8 differs by +103% from 5.819 of 2026-10-05' },
    ]);
    expect(faultsOf(doubled, { force: true })).toEqual([]);
  });

  it('compares with the week before as changed by the same figures', () => {
    const slide = [...weekOf('2026-10-12', 5), ...weekOf('2026-10-19', 4)];

    expect(faultsOf(slide).every(({ fault }) => fault.includes('2026-10-05'))).toBe(true);
    expect(faultsOf(weekOf('2026-10-19', 4)).length).toBeGreaterThan(0);
  });

  it('rejects a week that is older than the newest 260 weeks', () => {
    const mondays = mondaysUpTo(new Date('2025-09-28T00:00:00Z'), MAX_RECORDED_WEEKS + 1);
    const tooMany = mondays.flatMap((week) => weekOf(week, 3.5));

    expect(faultsOf(tooMany)).toEqual([
      { fault: `${mondays[0]} is older than the newest 260 weeks, which are kept` },
    ]);
    expect(faultsOf(tooMany.slice(DIESEL_AREAS.length))).toEqual([]);
  });

  it('removes the oldest weeks beyond the maximum when newer weeks are recorded', () => {
    const later = new Date('2036-10-21T09:00:00Z');
    const mondays = mondaysUpTo(later, MAX_RECORDED_WEEKS + 52);
    const record = (book: DieselBook, weeks: readonly string[]): DieselBook => {
      const figures = weeks.flatMap((week) => weekOf(week, 6.2));
      const plan = planDieselChange(book, figures, { ...recorder, now: later, force: true });
      if (!plan.ok) throw new Error(JSON.stringify(plan.faults));
      expect(plan.corrections.map(({ week }) => week)).toEqual(weeks);
      return { version: book.version + 1, weeks: plan.weeks };
    };
    const runs = fc.array(fc.integer({ min: 1, max: 26 }), { minLength: 1, maxLength: 2 });
    const before = fc.integer({ min: MAX_RECORDED_WEEKS - 5, max: MAX_RECORDED_WEEKS });
    fc.assert(
      fc.property(before, runs, (first, counts) => {
        let recorded = first;
        let book = record(EMPTY, mondays.slice(0, first));
        for (const count of counts) {
          book = record(book, mondays.slice(recorded, recorded + count));
          recorded += count;
        }
        const newest = mondays.slice(0, recorded).slice(-MAX_RECORDED_WEEKS);
        expect(book.weeks.map(({ week }) => week)).toEqual(newest);
      }),
      { numRuns: 20 },
    );
  });

  it('does not depend on the order of the figures, and is idempotent', () => {
    const weeks = fc.uniqueArray(fc.constantFrom(...mondaysUpTo(NOW, 8)), { minLength: 1 });
    const cents = fc.integer({ min: 5_000, max: 7_000 });
    const made = fc
      .tuple(weeks, cents)
      .map(([mondays, price]) => mondays.flatMap((week, index) => weekOf(week, (price + index) / 1000)));
    fc.assert(
      fc.property(made, fc.infiniteStream(fc.nat()), (figures, order) => {
        const forced = { ...recorder, force: true };
        const shuffled = figures
          .map((figure) => ({ figure, key: order.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ figure }) => figure);
        const plan = planDieselChange(EMPTY, figures, forced);
        const other = planDieselChange(EMPTY, shuffled, forced);
        if (!plan.ok || !other.ok) throw new Error('rejected');
        expect(other.weeks).toEqual(plan.weeks);
        const again = planDieselChange({ version: 1, weeks: plan.weeks }, figures, forced);
        expect(again).toMatchObject({ ok: true, corrections: [] });
        const merged = mergeBundledWeeks(plan.weeks).map(({ week }) => week);
        expect(merged).toEqual([...new Set(merged)].toSorted());
      }),
    );
  });
});
