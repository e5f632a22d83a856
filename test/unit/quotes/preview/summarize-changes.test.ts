import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarizeChanges } from '../../../../shared/quotes/preview/summarize-changes.ts';

const anyTotal = fc.integer({ min: 1, max: 5_000_000 });
const anyChange = fc.oneof(
  fc.record({ beforeCents: anyTotal, afterCents: anyTotal }),
  anyTotal.map((cents) => ({ beforeCents: cents, afterCents: cents })),
  fc.record({ beforeCents: anyTotal, percent: fc.integer({ min: -30, max: 30 }) }).map((one) => ({
    beforeCents: one.beforeCents * 100,
    afterCents: one.beforeCents * (100 + one.percent),
  })),
);
const ranges = (changes: Parameters<typeof summarizeChanges>[0]) =>
  summarizeChanges(changes)
    .distribution.filter(({ quotes }) => quotes > 0)
    .map(({ from_percent, to_percent, quotes }) => [from_percent, to_percent, quotes]);

describe('the summary of changed totals', () => {
  it('counts every quote once, and its sums are exact', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 100 }), (changes) => {
        const summary = summarizeChanges(changes);
        const cents = (usd: number) => Math.round(usd * 100);
        const total = (of: 'beforeCents' | 'afterCents') => changes.reduce((sum, one) => sum + one[of], 0);
        expect(summary.quotes).toBe(changes.length);
        expect(summary.changed).toBe(summary.increased + summary.decreased);
        expect(summary.changed).toBe(changes.filter((one) => one.beforeCents !== one.afterCents).length);
        expect(cents(summary.total_before)).toBe(total('beforeCents'));
        expect(cents(summary.total_after)).toBe(total('afterCents'));
        expect(cents(summary.total_change)).toBe(total('afterCents') - total('beforeCents'));
        expect(summary.distribution.reduce((sum, { quotes }) => sum + quotes, 0)).toBe(changes.length);
      }),
    );
  });

  it('has at least half of the changes on each side of the median', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 100 }), (changes) => {
        const median = summarizeChanges(changes).median_change * 100;
        const values = changes.map((one) => one.afterCents - one.beforeCents);
        expect(values.filter((value) => value <= median + 0.51).length * 2).toBeGreaterThanOrEqual(
          values.length,
        );
        expect(values.filter((value) => value >= median - 0.51).length * 2).toBeGreaterThanOrEqual(
          values.length,
        );
      }),
    );
  });

  it('puts each quote into the range of its change', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const [[from, to] = []] = ranges([change]);
        const percent = ((change.afterCents - change.beforeCents) * 100) / change.beforeCents;
        const [near, far] = percent < 0 ? [to, from] : [from, to];
        if (percent === 0) expect([from, to]).toEqual([0, 0]);
        else {
          expect(Math.abs(percent)).toBeGreaterThan(Math.abs(near ?? 0));
          expect(Math.abs(percent)).toBeLessThanOrEqual(
            far === null ? Number.POSITIVE_INFINITY : Math.abs(far ?? 0),
          );
        }
      }),
    );
  });

  it('has bounds that belong to the range nearer to 0, without an error of binary fractions', () => {
    const by = (percent: number) => ({ beforeCents: 100_00, afterCents: 100_00 + percent * 100 });
    expect(ranges([2, 2.01, -2, -2.01, 0, 0.01, 20, 20.01, -20.01].map(by))).toEqual([
      [null, -20, 1],
      [-5, -2, 1],
      [-2, 0, 1],
      [0, 0, 1],
      [0, 2, 2],
      [2, 5, 1],
      [10, 20, 1],
      [20, null, 1],
    ]);
  });

  it('is the same range for an increase and for its opposite', () => {
    const range = (afterCents: number) => ranges([{ beforeCents: 10_000, afterCents }])[0]?.slice(0, 2);
    for (const cents of [1, 200, 201, 500, 999, 2_000, 9_999]) {
      const [from = null, to = null] = range(10_000 + cents) ?? [];
      const opposite = [to, from].map((bound) => (bound === null ? null : -Number(bound)));
      expect(range(10_000 - cents)?.map(String)).toEqual(
        opposite.map((bound) => String(bound === null ? null : bound + 0)),
      );
    }
  });

  it('is 0 without quotes, and has the mean of both middles for an even number', () => {
    expect(summarizeChanges([])).toMatchObject({ quotes: 0, median_change: 0, median_change_percent: 0 });
    const changes = [0, 100, 250, 9_000].map((cents) => ({
      beforeCents: 10_000,
      afterCents: 10_000 + cents,
    }));
    expect(summarizeChanges(changes)).toMatchObject({ median_change: 1.75, median_change_percent: 1.75 });
  });
});
