import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportCell, Sums } from '../../../../shared/quotes/reports/quote-report.ts';
import { reportRows, reportTotal } from '../../../../shared/quotes/reports/report-rows.ts';

const sums = (quotes: number, marginCents = 0, spreadCents = 0): Sums => ({
  ...{ quotes, marginCents, spreadCents },
  marginCostCents: quotes * 100_000,
  marketCents: quotes * 110_000,
});

const cell = (month: string, label: string, of: ReportCell['sums']): ReportCell => ({
  ...{ month, label, sums: of },
  group: label.toLowerCase(),
});

describe('a report', () => {
  it('has win rate, margin and spread of a group over its months, and counts superseded quotes apart', () => {
    const cells = [
      cell('2026-01', 'Acme', {
        converted: sums(2, 30_001, 11_000),
        superseded: sums(5, 999_999, 999_999),
      }),
      cell('2026-02', 'ACME', { declined: sums(1, 9_000, -22_000), undecided: sums(1) }),
    ];
    const figures = {
      ...{ quotes: 4, won: 2, lost: 1, superseded: 5, win_rate: 66.67 },
      average_margin: { amount: 97.5, percent: 9.75 },
      average_margin_won: { amount: 150.01, percent: 15 },
      spread_to_market: { amount: -27.5, percent: -2.5 },
      spread_to_market_won: { amount: 55, percent: 5 },
    };
    expect(reportRows(cells, 'customer')).toEqual([{ key: 'ACME', ...figures }]);
    expect(reportTotal(cells)).toEqual(figures);
  });

  it('has no averages without quotes, and no row for a group whose quotes were deleted', () => {
    const cells = [
      cell('2026-01', 'Gone', { undecided: sums(0), converted: sums(0) }),
      cell('2026-01', 'Revised', { superseded: sums(1, 100, 100) }),
    ];
    const none = { average_margin: null, average_margin_won: null };
    expect(reportRows(cells, 'customer')).toEqual([
      expect.objectContaining({ key: 'Revised', quotes: 0, superseded: 1, win_rate: null, ...none }),
    ]);
  });

  it('orders months from the last, and other groups from the largest', () => {
    const months = ['2026-01', '2026-03', '2026-02'].map((month) =>
      cell(month, month, { undecided: sums(1) }),
    );
    expect(reportRows(months, 'month').map(({ key }) => key)).toEqual(['2026-03', '2026-02', '2026-01']);
    const lanes = (['B', 'A', 'C'] as const).map((label, index) =>
      cell('2026-01', label, { undecided: sums(index === 2 ? 7 : 3) }),
    );
    expect(reportRows(lanes, 'lane').map(({ key }) => key)).toEqual(['C', 'A', 'B']);
  });

  it('has the same figures however the quotes are spread over cells', () => {
    const part = fc.record({ quotes: fc.nat(50), marginCents: fc.integer({ min: -1e6, max: 1e6 }) });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const each = parts.map(({ quotes, marginCents }) =>
          cell('2026-01', 'A', { converted: sums(quotes, marginCents) }),
        );
        const quotes = parts.reduce((sum, { quotes }) => sum + quotes, 0);
        const marginCents = parts.reduce((sum, part) => sum + part.marginCents, 0);
        const one = [cell('2026-01', 'A', { converted: sums(quotes, marginCents) })];
        expect(reportTotal(each)).toEqual(reportTotal(one));
      }),
    );
  });
});
