import { MAX_CUSTOMER_LENGTH } from '../../customers/customer-names.ts';
import { daysBetween, utcDay } from '../../platform/time/utc-day.ts';
import { quoteCreatedAt } from './quote-id.ts';
import { MAX_VALIDITY_DAYS } from './quote-outcome.ts';
import type { NewQuote } from './quote-store.ts';

/** Far below DynamoDB's limit of 400 kB per item. */
const MAX_DETAIL_BYTES = 100_000;
/** Keeps batches of stream records small. The charges of the largest own tariff take 44,000. */
const MAX_EVENT_BYTES = 64_000;
/** Short rows keep list pages cheap. */
const MAX_PLACE_LENGTH = 200;
/** Characters of a customer's reference. */
export const MAX_REFERENCE_LENGTH = 255;

/** A quote violates the bounds of `NewQuote`: a bug, since no API request can cause it. */
export class QuoteOutOfBoundsError extends Error {
  override readonly name = 'QuoteOutOfBoundsError';
}

/** The JSON texts of a quote, and the number of valid days after the creation day. */
export interface BoundedQuote {
  readonly detail: string;
  readonly event: string;
  readonly validityDays: number;
}

/**
 * Serializes the opaque parts of a new quote, and checks all bounds.
 * @throws QuoteOutOfBoundsError with the name of the invalid part.
 */
export function boundQuote(quote: NewQuote): BoundedQuote {
  const { totalCents, currency, origin, destination, customerReference, customer } = quote.summary;
  const validityDays = daysBetween(utcDay(quoteCreatedAt(quote.quoteId)), quote.expiryDay);
  if (!(validityDays >= 0 && validityDays <= MAX_VALIDITY_DAYS)) {
    throw new QuoteOutOfBoundsError(`expiryDay is ${validityDays} days after creation`);
  }
  if (!Number.isSafeInteger(totalCents)) throw new QuoteOutOfBoundsError('totalCents is not an integer');
  if (!/^[A-Z]{3}$/.test(currency))
    throw new QuoteOutOfBoundsError('currency is not a code of three capital letters');
  if (origin.length > MAX_PLACE_LENGTH) throw new QuoteOutOfBoundsError('origin is too long');
  if (destination.length > MAX_PLACE_LENGTH) throw new QuoteOutOfBoundsError('destination is too long');
  // A character has at most two UTF-16 units.
  if (customerReference.length > 2 * MAX_REFERENCE_LENGTH) {
    throw new QuoteOutOfBoundsError('customerReference is too long');
  }
  if (customer.length > 2 * MAX_CUSTOMER_LENGTH) throw new QuoteOutOfBoundsError('customer is too long');
  return {
    detail: jsonWithin('detail', quote.detail, MAX_DETAIL_BYTES),
    event: jsonWithin('event', quote.event, MAX_EVENT_BYTES),
    validityDays,
  };
}

function jsonWithin(part: string, value: unknown, maxBytes: number): string {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new QuoteOutOfBoundsError(`${part} is not a JSON value`);
  const bytes = Buffer.byteLength(json);
  if (bytes > maxBytes) throw new QuoteOutOfBoundsError(`${part} has ${bytes} bytes, more than ${maxBytes}`);
  return json;
}
