import * as v from 'valibot';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Answer, reject } from '../platform/http/outcome.ts';
import { isRequestObject, type RequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import type { CreateQuote } from './create-quote.ts';
import { priceRequest } from './record/manual-price.ts';
import { type CreatedQuote, type QuoteDetail, quoteDetail } from './record/quote-document.ts';
import { parseQuoteId } from './record/stored-quote.ts';
import {
  BODY_NOT_AN_OBJECT,
  invalidParameters,
  quoteNotFound,
  rejectDecision,
} from './request/quote-rejections.ts';
import { quoteFields, readQuoteRequest, withoutUnknownNames } from './request/read-quote-request.ts';
import type { QuoteReader } from './store/dynamodb-quote-items.ts';

const REVISED_FIELDS = { ...quoteFields.entries, special_requirements: true };

export interface ReviseQuotePorts {
  readonly quotes: QuoteReader;
  readonly createQuote: CreateQuote;
}

/**
 * Creates a quote with changed fields of another, which it supersedes in the same transaction. What the body leaves out is
 * as in the revised quote. A converted or superseded quote cannot be revised, so revisions have no cycles.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function reviseQuoteUseCase({ quotes, createQuote }: ReviseQuotePorts) {
  return async (
    text: string,
    caller: Account,
    body: unknown,
    keyed?: KeyedCall,
  ): Promise<Answer<{ readonly quote: CreatedQuote }>> => {
    const changes = body ?? {};
    if (!isRequestObject(changes)) return reject(BODY_NOT_AN_OBJECT);
    const errors = errorsOf(changes);
    if (errors.length > 0) return reject(invalidParameters(errors));
    const quoteId = parseQuoteId(text);
    const revised = quoteId && (await quotes.read(caller, quoteId));
    if (!revised) return reject(quoteNotFound(text));
    if (revised.convertedAt !== undefined)
      return reject(rejectDecision(quoteId, { outcome: 'already-converted' }));
    const draft = readQuoteRequest({ ...requestOf(v.parse(quoteDetail, revised.detail)), ...changes });
    return draft.ok ? createQuote(draft.body, caller, keyed, quoteId) : draft;
  };
}

/** Errors of changes that are wrong for every quote. */
function errorsOf(changes: RequestObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  rejectUnknownFields(changes, REVISED_FIELDS, '', errors);
  const draft = readQuoteRequest(changes);
  if (!draft.ok) return errors;
  const isOfChange = ({ field }: FieldError) => Object.hasOwn(changes, field.split('[')[0] ?? '');
  return [...errors, ...withoutUnknownNames(draft.body).errors.filter(isOfChange)];
}

function requestOf(detail: QuoteDetail) {
  const { route, rate_source: source } = detail;
  // Most fields have the same name in requests and quotes.
  const sameFields = Object.entries(detail).filter(([name]) => Object.hasOwn(quoteFields.entries, name));
  return {
    ...Object.fromEntries(sameFields),
    origin: route.requested.origin,
    destination: route.requested.destination,
    stops: route.requested.stops ?? [],
    pickup_date: detail.service_details.pickup_date,
    special_requirements: detail.special_requirements.map((name) => {
      const quantity = detail.quantities?.[name];
      return quantity === undefined ? name : { name, quantity };
    }),
    pricing_type: source.pricing_type,
    ...(source.type === 'manual' &&
      source.set && {
        price: priceRequest({ set: source.set, value: source.value ?? 0, reason: source.set_reason ?? '' }),
      }),
  };
}
