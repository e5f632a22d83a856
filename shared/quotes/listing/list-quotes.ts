import * as v from 'valibot';
import { usd } from '../../costs/model/cents.ts';
import { parseCustomerId } from '../../customers/customer.ts';
import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { callerText } from '../../platform/text/bounded-text.ts';
import { readInteger } from '../../platform/text/decimal-number.ts';
import { readDay } from '../../platform/time/utc-day.ts';
import type { ListedQuotes } from '../record/quote-document.ts';
import {
  MAX_REFERENCE_LENGTH,
  QUOTE_OUTCOMES,
  QUOTE_STATUSES,
  type QuoteFilter,
  type QuoteRow,
  quoteCreatedAt,
} from '../record/stored-quote.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import type { QuoteLists } from '../store/dynamodb-quote-list.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const LIMIT = `must be an integer from 1 to ${MAX_LIMIT}`;
const OFFSET = 'must be an integer of at least 0';

const day = v.pipe(
  v.string(),
  v.check((text) => readDay(text) !== undefined, 'must be a date in the format YYYY-MM-DD'),
  v.metadata({ format: 'date' }),
);
const whole = (message: string) =>
  v.pipe(v.string(), v.transform(readInteger), v.number(message), v.metadata({ type: 'integer' }));

const name = (longest: number) =>
  v.pipe(
    callerText(longest),
    v.check((text) => text.trim() !== '', 'must not be empty'),
  );

/** Query parameters of a list call (interface specification, 4.3). */
export const listQuotesParameters = v.object({
  status: v.exactOptional(v.picklist(QUOTE_STATUSES, `must be one of ${QUOTE_STATUSES.join(', ')}`)),
  outcome: v.exactOptional(v.picklist(QUOTE_OUTCOMES, `must be one of ${QUOTE_OUTCOMES.join(', ')}`)),
  customer: v.exactOptional(name(MAX_CUSTOMER_LENGTH)),
  customer_id: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((id) => parseCustomerId(id) !== undefined, 'must be the id of a customer'),
    ),
  ),
  customer_reference: v.exactOptional(name(MAX_REFERENCE_LENGTH)),
  start_date: v.exactOptional(day),
  end_date: v.exactOptional(day),
  limit: v.optional(
    v.pipe(whole(LIMIT), v.minValue(1, LIMIT), v.maxValue(MAX_LIMIT, LIMIT)),
    String(DEFAULT_LIMIT),
  ),
  offset: v.optional(
    v.pipe(whole(OFFSET), v.minValue(0, OFFSET), v.metadata({ maximum: Number.MAX_SAFE_INTEGER })),
    '0',
  ),
});

export function readListQuery(
  query: Readonly<Record<string, string>>,
): Outcome<{ readonly filter: QuoteFilter; readonly limit: number; readonly offset: number }> {
  const parsed = v.safeParse(listQuotesParameters, query);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  const { start_date: first, end_date: last } = query;
  const isRange =
    first !== undefined && last !== undefined && !errors.some(({ field }) => field.endsWith('_date'));
  if (isRange && first > last) errors.push({ field: 'start_date', message: 'must not be after end_date' });
  if (query.customer !== undefined && query.customer_id !== undefined) {
    errors.push({ field: 'customer_id', message: 'must not be given with customer' });
  }
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  const { status, outcome, customer, customer_id: customerId } = parsed.output;
  const { customer_reference: customerReference, start_date: start, end_date: end } = parsed.output;
  const { limit, offset } = parsed.output;
  return succeed({
    filter: {
      ...(status && { status }),
      ...(outcome && { outcome }),
      ...(customer && { customer }),
      ...(customerId && { customerId }),
      ...(customerReference && { customerReference }),
      ...(start && { start }),
      ...(end && { end }),
    },
    limit,
    offset,
  });
}

export function listQuotesUseCase(quotes: QuoteLists) {
  return async (query: Readonly<Record<string, string>>, caller: Account): Promise<Outcome<ListedQuotes>> => {
    const read = readListQuery(query);
    if (!read.ok) return read;
    const { filter, limit, offset } = read.body;
    const { rows, totalCount } = await quotes.list(caller, filter, limit, offset);
    return succeed({
      quotes: rows.map(describeRow),
      pagination: { total_count: totalCount, limit, offset },
    });
  };
}

export const describeRow = ({ quoteId, totalCents, customerId, equipment, ...row }: QuoteRow) => ({
  quote_id: quoteId,
  status: row.status,
  outcome: row.outcome,
  created_at: quoteCreatedAt(quoteId).toISOString(),
  total_rate: usd(totalCents),
  currency: row.currency,
  route: { origin: row.origin, destination: row.destination },
  customer_reference: row.customerReference,
  customer: row.customer,
  customer_id: customerId ?? null,
  equipment_type: equipment,
});
