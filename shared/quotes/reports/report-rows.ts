import { usd } from '../../costs/model/cents.ts';
import { percentageOf } from '../../costs/model/percentage.ts';
import { type DecisionState, type ReportCell, type ReportGroup, SUMMED, type Sums } from './quote-report.ts';
import type { QuoteReportRow, QuoteReportTotal } from './report-document.ts';

type SumsByState = Readonly<Record<DecisionState, Sums>>;

const NOTHING: Sums = { quotes: 0, marginCents: 0, marginCostCents: 0, spreadCents: 0, marketCents: 0 };

const add = (...sums: readonly (Sums | undefined)[]): Sums =>
  sums.reduce<Sums>(
    (total, each) =>
      Object.fromEntries(SUMMED.map((name) => [name, total[name] + (each?.[name] ?? 0)])) as Sums,
    NOTHING,
  );

const sumCells = (cells: readonly ReportCell[]): SumsByState => {
  const sumOf = (state: DecisionState) => add(...cells.map(({ sums }) => sums[state]));
  return {
    undecided: sumOf('undecided'),
    converted: sumOf('converted'),
    declined: sumOf('declined'),
    superseded: sumOf('superseded'),
  };
};

/** The average of an amount for each quote, and its share of all costs; null without quotes. */
const average = (cents: number, ofCents: number, quotes: number) =>
  quotes === 0 ? null : { amount: usd(Math.round(cents / quotes)), percent: percentageOf(cents, ofCents) };

/** Figures of quotes; averages are of those that this service priced. Superseded quotes are only counted: the quote that revises them stands for them. */
function describeCells(cells: readonly ReportCell[]): QuoteReportTotal {
  const { undecided, converted, declined, superseded } = sumCells(cells);
  const priced = sumCells(cells.filter(({ isImported }) => isImported !== true));
  const allPriced = add(priced.undecided, priced.converted, priced.declined);
  const decided = converted.quotes + declined.quotes;
  const margin = ({ marginCents, marginCostCents, quotes }: Sums) =>
    average(marginCents, marginCostCents, quotes);
  const spread = ({ spreadCents, marketCents, quotes }: Sums) => average(spreadCents, marketCents, quotes);
  return {
    quotes: undecided.quotes + decided,
    won: converted.quotes,
    lost: declined.quotes,
    superseded: superseded.quotes,
    win_rate: decided === 0 ? null : percentageOf(converted.quotes, decided),
    average_margin: margin(allPriced),
    average_margin_won: margin(priced.converted),
    spread_to_market: spread(allPriced),
    spread_to_market_won: spread(priced.converted),
  };
}

const hasQuotes = ({ quotes, superseded }: QuoteReportTotal): boolean => quotes + superseded > 0;

/** The report over all cells. */
export const reportTotal = (cells: readonly ReportCell[]): QuoteReportTotal => describeCells(cells);

/**
 * A row for each group with quotes. Months are in order, the last first; other groups by the number of quotes, the largest
 * first. A group is named as in its latest month.
 */
export function reportRows(cells: readonly ReportCell[], groupBy: ReportGroup): QuoteReportRow[] {
  const groups = [...Map.groupBy(cells, ({ group }) => group).values()];
  const rows = groups.map((ofGroup) => {
    const latest = ofGroup.reduce((last, each) => (each.month > last.month ? each : last));
    return { key: latest.label, ...describeCells(ofGroup) };
  });
  const byKey = (a: QuoteReportRow, b: QuoteReportRow) => (a.key < b.key ? -1 : 1);
  return rows
    .filter(hasQuotes)
    .sort((a, b) => (groupBy === 'month' ? -byKey(a, b) : b.quotes - a.quotes || byKey(a, b)));
}
