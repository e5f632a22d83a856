import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { readInteger } from '../../platform/text/decimal-number.ts';
import { readDay } from '../../platform/time/utc-day.ts';
import { invalidParameters } from '../pricing/quote-rejections.ts';
import { QUOTE_STATUSES } from '../record/quote-status.ts';
import type { QuoteFilter } from '../record/quote-store.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** The filter and the page of a list call. */
export interface ListQuery {
  readonly filter: QuoteFilter;
  readonly limit: number;
  readonly offset: number;
}

/** Reads the query of a list call. A rejection reports every invalid parameter. */
export function readListQuery(query: Readonly<Record<string, string>>): Outcome<ListQuery> {
  const errors: FieldError[] = [];
  const addError = (field: string, message: string) => {
    errors.push({ field, message });
  };
  const day = (field: 'start_date' | 'end_date') => {
    const text = query[field];
    const found = text === undefined ? undefined : readDay(text);
    if (text !== undefined && found === undefined) addError(field, 'must be a date in the format YYYY-MM-DD');
    return found;
  };

  const status = QUOTE_STATUSES.find((known) => known === query.status);
  if (query.status !== undefined && status === undefined) {
    addError('status', `must be one of ${QUOTE_STATUSES.join(', ')}`);
  }
  const start = day('start_date');
  const end = day('end_date');
  if (start !== undefined && end !== undefined && start > end) {
    addError('start_date', 'must not be after end_date');
  }
  const limit = query.limit === undefined ? DEFAULT_LIMIT : readInteger(query.limit);
  if (!(limit >= 1 && limit <= MAX_LIMIT)) addError('limit', `must be an integer from 1 to ${MAX_LIMIT}`);
  const offset = query.offset === undefined ? 0 : readInteger(query.offset);
  if (!(offset >= 0)) addError('offset', 'must be an integer of at least 0');
  if (errors.length > 0) return reject(invalidParameters(errors));
  return succeed({
    filter: { ...(status && { status }), ...(start && { start }), ...(end && { end }) },
    limit,
    offset,
  });
}
