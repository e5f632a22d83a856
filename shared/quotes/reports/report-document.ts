import * as v from 'valibot';
import { REPORT_GROUPS, REPORT_SOURCES } from './quote-report.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/));
/** USD, and percent; both can be less than 0. */
export const reportAverage = v.looseObject({ amount: v.number(), percent: v.number() });
/** Null without quotes. */
const average = v.nullable(reportAverage);

const figures = {
  quotes: count,
  won: count,
  lost: count,
  superseded: count,
  win_rate: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  average_margin: average,
  average_margin_won: average,
  spread_to_market: average,
  spread_to_market_won: average,
};

const total = v.looseObject(figures);
const row = v.looseObject({ key: v.string(), customer_id: v.exactOptional(v.string()), ...figures });

/** The 200 body. */
export const quoteReportResponse = v.looseObject({
  from: month,
  to: month,
  source: v.picklist(REPORT_SOURCES),
  group_by: v.picklist(REPORT_GROUPS),
  rows: v.array(row),
  total_rows: count,
  total,
});

export type QuoteReportTotal = v.InferOutput<typeof total>;
export type QuoteReportRow = v.InferOutput<typeof row>;
export type QuoteReport = v.InferOutput<typeof quoteReportResponse>;
