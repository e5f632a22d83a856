import type { QuoteReportAverage, ReadQuoteReportResponse } from '../api/client.ts';
import { dollars, signedDollars } from '../format/money.ts';
import { count, percent, signedPercent } from '../format/numbers.ts';
import { type Column, DataTable } from '../shell/data-table.tsx';
import { Facts } from '../shell/facts.tsx';
import { REPORT_GROUPS } from './report-filter.ts';
import { type ReportRow, rowName } from './report-texts.ts';
import styles from './reports-page.module.css';

/** What a cell shows without quotes. */
const NONE = '–';

const winRateText = (rate: number | null): string => (rate === null ? NONE : percent(rate / 100));

interface AverageProps {
  readonly average: QuoteReportAverage | null;
}

const Margin = ({ average }: AverageProps) =>
  average === null ? (
    NONE
  ) : (
    <>
      {dollars(average.amount)} <span className={styles.percent}>{percent(average.percent / 100)}</span>
    </>
  );

const Spread = ({ average }: AverageProps) =>
  average === null ? (
    NONE
  ) : (
    <>
      {signedDollars(average.amount)} <span className={styles.percent}>{signedPercent(average.percent)}</span>
    </>
  );

const FIGURES: readonly Column<Omit<ReportRow, 'key'>>[] = [
  { title: 'Quotes', cell: ({ quotes }) => count(quotes) },
  { title: 'Won', cell: ({ won }) => count(won) },
  { title: 'Lost', cell: ({ lost }) => count(lost) },
  { title: 'Revised', cell: ({ superseded }) => count(superseded) },
  { title: 'Win rate', cell: ({ win_rate }) => winRateText(win_rate) },
  { title: 'Margin', cell: ({ average_margin: average }) => <Margin average={average} /> },
  { title: 'Margin, won', cell: ({ average_margin_won: average }) => <Margin average={average} /> },
  { title: 'Spread', cell: ({ spread_to_market: average }) => <Spread average={average} /> },
  {
    title: 'Spread, won',
    cell: ({ spread_to_market_won: average }) => <Spread average={average} />,
  },
];

/** The figures over all rows. */
export const ReportTotal = ({ total }: Pick<ReadQuoteReportResponse, 'total'>) => (
  <div className={styles.total}>
    <Facts facts={FIGURES.map(({ title, cell }) => [title, cell(total)])} />
  </div>
);

/** The figures of each month, customer, lane or equipment. */
export const ReportTable = ({
  report: { group_by: group, rows },
}: {
  readonly report: ReadQuoteReportResponse;
}) => (
  <DataTable<ReportRow>
    caption="Report on quotes"
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      {
        title: REPORT_GROUPS.find(({ value }) => value === group)?.label ?? group,
        isHeader: true,
        cell: ({ key }) => <bdi className={styles.name}>{rowName(group, key)}</bdi>,
      },
      ...FIGURES.map((figure) => ({ ...figure, isNumber: true })),
    ]}
  />
);
