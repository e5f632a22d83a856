import { expect, it } from 'vitest';
import type { ReadQuoteReportResponse } from '../../../clients/typescript/src/index.ts';
import {
  monthErrors,
  readReportFilter,
  writeReportFilter,
} from '../../../web/console/src/reports/report-filter.ts';
import { reportCsv, rowName } from '../../../web/console/src/reports/report-texts.ts';

it('the filter of a report survives the address, and invalid values become defaults', () => {
  const filter = { from: '2026-01', to: '2026-03', group: 'lane' } as const;
  expect(readReportFilter(new URLSearchParams(writeReportFilter(filter)))).toEqual(filter);
  const invalid = new URLSearchParams('from=2026-13&to=March&group=color');
  expect(writeReportFilter(readReportFilter(invalid))).toEqual({});
});

it('months have the form of the API, are in order and at most 35 months apart', () => {
  expect(monthErrors({ from: '2026-1', to: '' })).toEqual({
    from: 'Enter a month as YYYY-MM, such as 2026-03.',
  });
  expect(monthErrors({ from: '2026-04', to: '2026-03' })).toEqual({
    from: 'Enter a month that is not after the last month.',
  });
  expect(monthErrors({ from: '2023-03', to: '2026-03' })).toEqual({
    from: 'Enter a month at most 35 months before the last month.',
  });
  for (const months of [
    { from: '2023-04', to: '2026-03' },
    { from: '2026-03', to: '2026-03' },
    { from: '2099-01', to: '' },
  ])
    expect(monthErrors(months)).toEqual({});
});

it('a row has a name for people', () => {
  expect(rowName('month', '2026-03')).toBe('Mar 2026');
  expect(rowName('equipment', 'dryvan')).toBe('Dry van');
  expect(rowName('customer', '')).toBe('Without a customer');
  expect(rowName('customer', 'dryvan')).toBe('dryvan');
});

it('the file of a report has each figure of the API, and no cell that a spreadsheet evaluates', () => {
  const figures = {
    ...{ quotes: 3, won: 1, lost: 1, superseded: 2, win_rate: 50 },
    average_margin: { amount: 120.5, percent: 9.25 },
    average_margin_won: null,
    spread_to_market: { amount: -3.1, percent: -0.2 },
    spread_to_market_won: null,
  };
  const report: ReadQuoteReportResponse = {
    ...{ from: '2026-01', to: '2026-03', group_by: 'customer', total_rows: 1, total: figures },
    rows: [{ key: '=Acme, Inc.', ...figures }],
  };
  expect(reportCsv(report).split('\r\n')).toEqual([
    'customer,quotes,won,lost,superseded,win_rate_percent,average_margin_usd,average_margin_percent,average_margin_won_usd,average_margin_won_percent,spread_to_market_usd,spread_to_market_percent,spread_to_market_won_usd,spread_to_market_won_percent',
    `"'=Acme, Inc.",3,1,1,2,50,120.5,9.25,,,-3.1,-0.2,,`,
    '',
  ]);
});
