import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import { MAX_CUSTOMER_LENGTH, parseCustomerId } from '../../customers/customer-names.ts';
import type { Account } from '../../platform/account/account.ts';
import { integerParameter, integerText } from '../../platform/http/integer-parameter.ts';
import { type FieldError, fieldErrors } from '../../platform/http/invalid-parameters.ts';
import type { NamedSchemas } from '../../platform/http/operation-description.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { callerText } from '../../platform/text/bounded-text.ts';
import { readDay } from '../../platform/time/utc-calendar.ts';
import { describeMargin, MARGIN_FIELDS, quoteMargin } from '../record/quote-margin.ts';
import {
  expiryMoment,
  MAX_REFERENCE_LENGTH,
  OUTCOME_TEXT,
  QUOTE_OUTCOMES,
  QUOTE_STATUSES,
  type QuoteFilter,
  type QuoteRow,
  quoteCreatedAt,
} from '../record/stored-quote.ts';
import { invalidParameters } from '../request/quote-rejections.ts';
import type { QuoteLists } from '../store/dynamodb-quote-list.ts';

const MAX_LIMIT = 100;

const day = v.pipe(
  v.string(),
  v.check((text) => readDay(text) !== undefined, 'must be a date in the format YYYY-MM-DD'),
  v.metadata({ format: 'date' }),
);
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
  limit: integerParameter(MAX_LIMIT, 20, `must be an integer from 1 to ${MAX_LIMIT}`),
  offset: v.optional(integerText(0, Number.MAX_SAFE_INTEGER, 'must be an integer of at least 0'), '0'),
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
  const { limit, offset, customer_id: customerId, customer_reference: customerReference } = parsed.output;
  const { status, outcome, customer, start_date: start, end_date: end } = parsed.output;
  return succeed({
    filter: { status, outcome, customer, customerId, customerReference, start, end },
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

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A list item (interface specification, 2.3), with the additional customer reference. */
export const listedQuote = v.looseObject({
  quote_id: text,
  status: v.picklist(QUOTE_STATUSES),
  outcome: v.picklist(QUOTE_OUTCOMES),
  created_at: v.pipe(text, v.isoTimestamp()),
  total_rate: v.pipe(v.number(), v.minValue(0)),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  route: v.looseObject({ origin: text, destination: text }),
  customer_reference: text,
  customer: text,
  customer_id: v.nullable(text),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  expiry_date: v.exactOptional(v.pipe(text, v.isoTimestamp())),
  margin: v.exactOptional(quoteMargin),
});

export const listQuotesResponse = v.object({
  quotes: v.array(listedQuote),
  pagination: v.object({ total_count: count, limit: count, offset: count }),
});
export type ListedQuotes = v.InferOutput<typeof listQuotesResponse>;

export const QUOTE_LIST_SCHEMAS: NamedSchemas = {
  QuoteListItem: {
    schema: listedQuote,
    description: 'A quote in a list.',
    fields: {
      quote_id: 'Id of the quote.',
      status: 'Status at the time of the call.',
      outcome: OUTCOME_TEXT,
      created_at: 'Time of creation, UTC.',
      total_rate: 'Price of the move.',
      currency: 'Currency of `total_rate`.',
      route: 'Origin and destination.',
      'route.origin': 'Origin.',
      'route.destination': 'Destination.',
      customer_reference: 'The reference of the request; empty if it had none.',
      customer: 'Name of the customer; empty if the request had none.',
      customer_id:
        'Id of the customer that the name stood for when the quote was made; null if there was none.',
      equipment_type: 'Equipment.',
      expiry_date: 'End of the validity; absent if converted.',
      ...MARGIN_FIELDS,
    },
  },
};

export const describeRow = ({
  quoteId,
  totalCents,
  customerId,
  equipment,
  expiryDay,
  marginCents,
  marginCostCents,
  ...row
}: QuoteRow) => ({
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
  ...(expiryDay && { expiry_date: expiryMoment(expiryDay) }),
  ...(marginCents !== undefined &&
    marginCostCents !== undefined && { margin: describeMargin(marginCents, marginCostCents) }),
});
