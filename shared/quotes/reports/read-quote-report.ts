import * as v from 'valibot';
import { recentPeriods, usagePeriod } from '../../accounts/usage/usage-headers.ts';
import { percentageOf, usd } from '../../costs/model/cents.ts';
import type { CustomerMatches } from '../../customers/dynamodb-customers.ts';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import type { QuoteReports } from './dynamodb-report-cells.ts';
import {
  type DecisionState,
  QUOTE_SOURCES,
  REPORT_GROUPS,
  REPORT_SOURCES,
  type ReadRfpCells,
  type ReportCell,
  type ReportGroup,
  type ReportSource,
  SUMMED,
  type Sums,
} from './quote-report.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const month = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/));
/** USD, and percent; both can be less than 0. */
export const reportAverage = v.looseObject({ amount: v.number(), percent: v.number() });
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

export const quoteReportResponse = v.looseObject({
  from: month,
  to: month,
  source: v.picklist(REPORT_SOURCES),
  group_by: v.picklist(REPORT_GROUPS),
  rows: v.array(row),
  total_rows: count,
  total,
});

type QuoteReportTotal = v.InferOutput<typeof total>;
type QuoteReportRow = v.InferOutput<typeof row>;
type QuoteReport = v.InferOutput<typeof quoteReportResponse>;

/** The sums of cells in some states. */
function sumOf(cells: readonly ReportCell[], ...states: readonly DecisionState[]): Sums {
  const sums = cells.flatMap((cell) => states.flatMap((state) => cell.sums[state] ?? []));
  return Object.fromEntries(
    SUMMED.map((name) => [name, sums.reduce((total, each) => total + each[name], 0)]),
  ) as Sums;
}

/** The average of an amount for each quote, and its share of all costs; null without quotes. */
const averageOf = (cents: number, ofCents: number, quotes: number) =>
  quotes === 0 ? null : { amount: usd(Math.round(cents / quotes)), percent: percentageOf(cents, ofCents) };

/** Figures of quotes; averages are of those that this service priced. Superseded quotes are only counted: the quote that revises them stands for them. */
export function reportTotal(cells: readonly ReportCell[]): QuoteReportTotal {
  const quotesIn = (state: DecisionState) => sumOf(cells, state).quotes;
  const [won, lost] = [quotesIn('converted'), quotesIn('declined')];
  const priced = cells.filter(({ hasNoAmounts }) => hasNoAmounts !== true);
  const all = sumOf(priced, 'undecided', 'converted', 'declined');
  const allWon = sumOf(priced, 'converted');
  const margin = ({ marginCents, marginCostCents, quotes }: Sums) =>
    averageOf(marginCents, marginCostCents, quotes);
  const spread = ({ spreadCents, marketCents, quotes }: Sums) => averageOf(spreadCents, marketCents, quotes);
  return {
    quotes: quotesIn('undecided') + won + lost,
    won,
    lost,
    superseded: quotesIn('superseded'),
    win_rate: won + lost === 0 ? null : percentageOf(won, won + lost),
    average_margin: margin(all),
    average_margin_won: margin(allWon),
    spread_to_market: spread(all),
    spread_to_market_won: spread(allWon),
  };
}

const hasQuotes = ({ quotes, superseded }: QuoteReportTotal): boolean => quotes + superseded > 0;

/**
 * A row for each group with quotes. Months are in order, the last first; other groups by the number of quotes, the largest
 * first. A group is named as in its latest month.
 */
export function reportRows(cells: readonly ReportCell[], groupBy: ReportGroup): QuoteReportRow[] {
  const groups = [...Map.groupBy(cells, ({ group }) => group).values()];
  const rows = groups.map((ofGroup) => {
    const latest = ofGroup.reduce((last, each) => (each.month > last.month ? each : last));
    const { customerId } = latest;
    return { key: latest.label, ...(customerId && { customer_id: customerId }), ...reportTotal(ofGroup) };
  });
  const byKey = (a: QuoteReportRow, b: QuoteReportRow) => (a.key < b.key ? -1 : 1);
  return rows
    .filter(hasQuotes)
    .sort((a, b) => (groupBy === 'month' ? -byKey(a, b) : b.quotes - a.quotes || byKey(a, b)));
}

const DEFAULT_MONTHS = 12;
const MAX_MONTHS = 36;
const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;

const monthParameter = v.pipe(
  v.string(),
  v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM, from 2000-01'),
);

export const quoteReportParameters = v.object({
  from: v.exactOptional(monthParameter),
  to: v.exactOptional(monthParameter),
  group_by: v.optional(v.picklist(REPORT_GROUPS, `must be one of ${REPORT_GROUPS.join(', ')}`), 'month'),
  source: v.optional(v.picklist(REPORT_SOURCES, `must be one of ${REPORT_SOURCES.join(', ')}`), 'quotes'),
  limit: integerParameter(MAX_ROWS, DEFAULT_ROWS, `must be an integer from 1 to ${MAX_ROWS}`),
});

function monthNumber(text: string): number {
  const [year = 0, ofYear = 0] = text.split('-').map(Number);
  return year * 12 + ofYear;
}

function rangeError(from: string, to: string): FieldError | undefined {
  if (from > to) return { field: 'from', message: 'must not be after to' };
  const isTooLong = monthNumber(to) - monthNumber(from) >= MAX_MONTHS;
  return isTooLong
    ? { field: 'from', message: `must be at most ${MAX_MONTHS - 1} months before to` }
    : undefined;
}

export interface ReadQuoteReportPorts {
  readonly reports: QuoteReports;
  readonly rfpCells: ReadRfpCells;
  readonly customers: Pick<CustomerMatches, 'idsOf'>;
  readonly now: () => Date;
}

/** Cells by customer: those of a name or alias of one record are of one group, with the name of the record. */
async function byRecord(
  customers: Pick<CustomerMatches, 'idsOf'>,
  caller: Account,
  cells: readonly ReportCell[],
): Promise<readonly ReportCell[]> {
  const named = await customers.idsOf(
    caller,
    cells.map(({ label }) => label),
  );
  return cells.map((cell) => {
    const { customerId = null, name: label = cell.label } = named.get(cell.label) ?? {};
    return customerId === null ? cell : { ...cell, group: customerId, label, customerId };
  });
}

/** Reports on a caller's quotes by the month of their creation (UTC). */
export function readQuoteReportUseCase({ reports, rfpCells, customers, now }: ReadQuoteReportPorts) {
  return async (query: Readonly<Record<string, string>>, caller: Account): Promise<Outcome<QuoteReport>> => {
    const parsed = v.safeParse(quoteReportParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { source, group_by: groupBy, limit, to = usagePeriod(now()) } = parsed.output;
    const { from = recentPeriods(new Date(`${to}-01`), DEFAULT_MONTHS).at(-1) ?? to } = parsed.output;
    const error = rangeError(from, to);
    if (error !== undefined) return reject(invalidParameters([error]));
    const isIn = (one: ReportSource) => source === 'all' || source === one;
    const [ofRfps, ...ofQuotes] = await Promise.all([
      isIn('rfps') ? rfpCells(caller, groupBy, from, to) : [],
      ...QUOTE_SOURCES.filter(isIn).map((one) => reports.read(caller, groupBy, from, to, one)),
    ]);
    if (ofRfps === 'too-many-lanes') {
      const message =
        'has more lanes of RFPs than a report reads: group by month or customer, or choose fewer months';
      return reject(invalidParameters([{ field: 'group_by', message }]));
    }
    const found = [ofRfps, ...ofQuotes].flat();
    const cells = groupBy === 'customer' ? await byRecord(customers, caller, found) : found;
    const rows = reportRows(cells, groupBy);
    return succeed({
      ...{ from, to, source, group_by: groupBy },
      rows: rows.slice(0, limit),
      total_rows: rows.length,
      total: reportTotal(cells),
    });
  };
}
