import type { ReadQuoteReportQuery } from '../api/client.ts';

export type ReportGroup = NonNullable<ReadQuoteReportQuery['group_by']>;
export type ReportSource = NonNullable<ReadQuoteReportQuery['source']>;

/** What a report covers, as the address of the page has it. */
export interface ReportFilter {
  /** YYYY-MM as it is typed; empty = default of the API. */
  readonly from: string;
  readonly to: string;
  readonly group: ReportGroup;
  readonly source: ReportSource;
}

export const NO_REPORT_FILTER: ReportFilter = { from: '', to: '', group: 'month', source: 'quotes' };

export const REPORT_GROUPS: readonly {
  readonly value: ReportGroup;
  readonly label: string;
}[] = [
  { value: 'month', label: 'Month' },
  { value: 'customer', label: 'Customer' },
  { value: 'lane', label: 'Lane' },
  { value: 'equipment', label: 'Equipment' },
];

export const REPORT_SOURCES: readonly {
  readonly value: ReportSource;
  readonly label: string;
}[] = [
  { value: 'quotes', label: 'Quotes' },
  { value: 'rfps', label: 'Lanes of RFPs' },
  { value: 'imported', label: 'Imported past quotes' },
  { value: 'all', label: 'All' },
];

/** Months and periods that the API accepts. */
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
const MAX_MONTHS_BETWEEN = 35;
export const MAX_MONTH_LENGTH = 7;

/** Reads the filter; invalid values become the default. */
export function readReportFilter(parameters: URLSearchParams): ReportFilter {
  const month = (name: string) => {
    const text = parameters.get(name) ?? '';
    return MONTH.test(text) ? text : '';
  };
  const group = REPORT_GROUPS.find(({ value }) => value === parameters.get('group'))?.value;
  const source = REPORT_SOURCES.find(({ value }) => value === parameters.get('source'))?.value;
  return {
    from: month('from'),
    to: month('to'),
    group: group ?? NO_REPORT_FILTER.group,
    source: source ?? NO_REPORT_FILTER.source,
  };
}

/** The filter as parameters; defaults are left out. */
export const writeReportFilter = ({ from, to, group, source }: ReportFilter): Record<string, string> => ({
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
  ...(group === NO_REPORT_FILTER.group ? {} : { group }),
  ...(source === NO_REPORT_FILTER.source ? {} : { source }),
});

/** The months as the API reads them. */
export const reportQuery = ({ from, to, group, source }: ReportFilter): ReadQuoteReportQuery => ({
  from: from || undefined,
  to: to || undefined,
  group_by: group,
  source,
});

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** What is wrong with the months; {} if the API can decide. The API knows the current month. */
export function monthErrors({
  from,
  to,
}: Pick<ReportFilter, 'from' | 'to'>): Readonly<Partial<Record<'from' | 'to', string>>> {
  const isWrong = (month: string) => month !== '' && !MONTH.test(month);
  const form = 'Enter a month as YYYY-MM, such as 2026-03.';
  if (isWrong(from) || isWrong(to))
    return { ...(isWrong(from) ? { from: form } : {}), ...(isWrong(to) ? { to: form } : {}) };
  if (from === '' || to === '') return {};
  if (from > to) return { from: 'Enter a month that is not after the last month.' };
  return monthNumber(to) - monthNumber(from) > MAX_MONTHS_BETWEEN
    ? { from: `Enter a month at most ${MAX_MONTHS_BETWEEN} months before the last month.` }
    : {};
}
