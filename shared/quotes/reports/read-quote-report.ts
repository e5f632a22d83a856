import * as v from 'valibot';
import { recentPeriods, usagePeriod } from '../../accounts/usage/usage-period.ts';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import { QUOTE_SOURCES, type QuoteReports, REPORT_GROUPS, REPORT_SOURCES } from './quote-report.ts';
import type { QuoteReport } from './report-document.ts';
import { reportRows, reportTotal } from './report-rows.ts';

const DEFAULT_MONTHS = 12;
const MAX_MONTHS = 36;
const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;

const month = v.pipe(
  v.string(),
  v.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM, from 2000-01'),
);

export const quoteReportParameters = v.object({
  from: v.exactOptional(month),
  to: v.exactOptional(month),
  group_by: v.optional(v.picklist(REPORT_GROUPS, `must be one of ${REPORT_GROUPS.join(', ')}`), 'month'),
  source: v.optional(v.picklist(REPORT_SOURCES, `must be one of ${REPORT_SOURCES.join(', ')}`), 'quotes'),
  limit: integerParameter(MAX_ROWS, DEFAULT_ROWS, `must be an integer from 1 to ${MAX_ROWS}`),
});

/** Months since the year 0. */
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
  readonly now: () => Date;
}

/** Reports on a caller's quotes by the month of their creation (UTC). */
export function readQuoteReportUseCase({ reports, now }: ReadQuoteReportPorts) {
  return async (query: Readonly<Record<string, string>>, caller: Account): Promise<Outcome<QuoteReport>> => {
    const parsed = v.safeParse(quoteReportParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { source, group_by: groupBy, limit, to = usagePeriod(now()) } = parsed.output;
    const { from = recentPeriods(new Date(`${to}-01`), DEFAULT_MONTHS).at(-1) ?? to } = parsed.output;
    const error = rangeError(from, to);
    if (error !== undefined) return reject(invalidParameters([error]));
    const sources = source === 'all' ? QUOTE_SOURCES : [source];
    const cells = (
      await Promise.all(sources.map((one) => reports.read(caller, groupBy, from, to, one)))
    ).flat();
    const rows = reportRows(cells, groupBy);
    return succeed({
      ...{ from, to, source, group_by: groupBy },
      rows: rows.slice(0, limit),
      total_rows: rows.length,
      total: reportTotal(cells),
    });
  };
}
