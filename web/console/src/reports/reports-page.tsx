import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { QuoteReportAverage, ReadQuoteReportQuery, ReadQuoteReportResponse } from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { useSession } from '../api/session.tsx';
import { downloadCsv } from '../files/download.ts';
import { Filters, queryOf, useTextFilter } from '../form/filters.tsx';
import { FormSelect, FormText } from '../form/form.tsx';
import { monthText } from '../format/dates.ts';
import { count, counted, dollars, percent, signedDollars, signedPercent } from '../format/numbers.ts';
import { MarginPercent } from '../rates/rate-figures.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { type Column, DataTable, MAX_ROWS } from '../shell/data-table.tsx';
import { Empty, Loaded } from '../shell/feedback.tsx';
import { Facts, Page, Panel } from '../shell/page.tsx';
import { type ReportGroup, type ReportRow, reportCsv, rowName } from './report-texts.ts';

const REPORT_GROUPS = [
  { value: 'month', label: 'Month' },
  { value: 'customer', label: 'Customer' },
  { value: 'lane', label: 'Lane' },
  { value: 'equipment', label: 'Equipment' },
];

const NONE = '–';

const winRateText = (rate: number | null): string => (rate === null ? NONE : percent(rate / 100));

const withShare = (amount: string, share: ReactNode) => (
  <>
    {amount} <span className="small">{share}</span>
  </>
);
const marginOf = (average: QuoteReportAverage | null) =>
  average === null ? NONE : withShare(dollars(average.amount), <MarginPercent value={average.percent} />);
const spreadOf = (average: QuoteReportAverage | null) =>
  average === null ? NONE : withShare(signedDollars(average.amount), signedPercent(average.percent));

const FIGURES: readonly Column<Omit<ReportRow, 'key'>>[] = [
  { title: 'Quotes', cell: ({ quotes }) => count(quotes) },
  { title: 'Won', cell: ({ won }) => count(won) },
  { title: 'Lost', isMinor: true, cell: ({ lost }) => count(lost) },
  { title: 'Revised', isMinor: true, cell: ({ superseded }) => count(superseded) },
  { title: 'Win rate', cell: ({ win_rate }) => winRateText(win_rate) },
  { title: 'Margin', cell: ({ average_margin }) => marginOf(average_margin) },
  { title: 'Margin, won', isMinor: true, cell: ({ average_margin_won }) => marginOf(average_margin_won) },
  { title: 'Spread', isMinor: true, cell: ({ spread_to_market }) => spreadOf(spread_to_market) },
  { title: 'Spread, won', isMinor: true, cell: ({ spread_to_market_won }) => spreadOf(spread_to_market_won) },
];

const ReportTable = ({ report: { group_by: group, rows } }: { readonly report: ReadQuoteReportResponse }) => (
  <DataTable<ReportRow>
    caption="Report on quotes"
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      {
        title: REPORT_GROUPS.find(({ value }) => value === group)?.label ?? group,
        isHeader: true,
        cell: ({ key, lost, superseded, spread_to_market: spread }) => (
          <>
            <bdi className="cell-name">{rowName(group, key)}</bdi>
            <span className="small phone-only">
              {count(lost)} lost, {count(superseded)} revised
              {spread === null ? '' : `, spread ${signedDollars(spread.amount)}`}
            </span>
          </>
        ),
      },
      ...FIGURES.map((figure) => ({ ...figure, isNumber: true })),
    ]}
  />
);

const NO_FILTER = { from: '', to: '', group_by: 'month', source: 'quotes' };
const REPORT_SOURCES = [
  { value: 'quotes', label: 'Quotes' },
  { value: 'rfps', label: 'Lanes of RFPs' },
  { value: 'imported', label: 'Imported past quotes' },
  { value: 'all', label: 'All' },
];
const MONTH_FIELDS = [
  { name: 'from', label: 'First month (UTC)' },
  { name: 'to', label: 'Last month (UTC)' },
] as const;

export default function ReportsPage() {
  const { client, canQuote } = useSession();
  const [filter, open, settled] = useTextFilter(NO_FILTER);
  const query = queryOf<ReadQuoteReportQuery>(settled);
  const report = useQuery({
    queryKey: ['quotes', 'report', query],
    queryFn: async ({ signal }) => await client.quotes.report({ ...query, limit: MAX_ROWS }, { signal }),
    placeholderData: keepPreviousData,
    // Each change of a quote changes the report.
    staleTime: 0,
  });
  const change = (part: Partial<typeof filter>) => open({ ...filter, ...part });
  const errors = report.isError ? fieldMessages(report.error) : {};
  const isFiltered = filter.from !== '' || filter.to !== '';
  const shown = report.isError ? undefined : report.data;
  return (
    <Page
      title="Reports"
      lead="Win rate, margin and spread to the market of your quotes, by the month of their creation."
      actions={
        <>
          <LinkButton to="/reports/import" variant="default">
            Import past quotes
          </LinkButton>
          <Button
            variant="default"
            disabled={shown === undefined || shown.rows.length === 0 || report.isPlaceholderData}
            onClick={() => {
              if (shown !== undefined)
                downloadCsv(`quotes-by-${shown.group_by}-${shown.from}-${shown.to}.csv`, reportCsv(shown));
            }}
          >
            Export CSV
          </Button>
        </>
      }
    >
      <Filters
        filter={filter}
        errors={errors}
        onChange={change}
        onClear={isFiltered && (() => change({ from: '', to: '' }))}
        clear="Show the last 12 months"
      >
        <FormSelect name="group_by" label="Group by" data={REPORT_GROUPS} />
        <FormSelect name="source" label="Quotes" data={REPORT_SOURCES} />
        {MONTH_FIELDS.map((field) => (
          // A browser without a picker of months shows a field for text.
          <FormText key={field.name} type="month" placeholder="YYYY-MM" {...field} />
        ))}
      </Filters>
      {errors.from !== undefined || errors.to !== undefined ? null : (
        <Loaded query={{ ...report, data: shown }}>
          {(data) =>
            data.rows.length === 0 ? (
              <Empty title={`No quotes ${periodText(data)}`}>
                {canQuote && !isFiltered ? (
                  <p>
                    <Link to="/quotes/new">Make a quote</Link>: the report counts it at once.
                  </p>
                ) : null}
              </Empty>
            ) : (
              <Report report={data} />
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

/** The months of a report: "from Dec 2025 to Nov 2026". */
const periodText = ({ from, to }: Pick<ReadQuoteReportResponse, 'from' | 'to'>): string =>
  from === to ? `in ${monthText(from)}` : `from ${monthText(from)} to ${monthText(to)}`;

const NOUNS: Readonly<Record<ReportGroup, string>> = {
  month: 'month',
  customer: 'customer',
  lane: 'lane',
  equipment: 'equipment type',
};

const Report = ({ report }: { readonly report: ReadQuoteReportResponse }) => {
  const { group_by: group, rows, total_rows: totalRows, total } = report;
  const noun = counted(totalRows, NOUNS[group]);
  return (
    <div className="stack">
      <Panel title="All quotes" note={`Created ${periodText(report)}, UTC.`}>
        <Facts facts={Object.fromEntries(FIGURES.map(({ title, cell }) => [title, cell(total)]))} />
      </Panel>
      <ReportTable report={report} />
      <p className="note" role="status">
        {rows.length < totalRows
          ? `The ${count(rows.length)} with the most quotes, of ${noun}.`
          : `${noun} with quotes.`}
      </p>
      <p className="note">
        The win rate is won quotes in percent of won and lost ones. The margin is the average of base rate
        over the cost that it covers, in USD and in percent of that cost. The spread is the average of base
        rate and fuel surcharge over the market rate, in USD and in percent of that rate. A revised quote
        counts only as revised: its revision stands for it in the other figures.
      </p>
    </div>
  );
};
