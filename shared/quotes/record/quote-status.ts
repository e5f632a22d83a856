import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { type QuoteId, quoteCreatedAt } from './quote-id.ts';

export const QUOTE_STATUSES = ['active', 'expired', 'converted'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** Longest validity that a pricing strategy can set, in days (design decision: 1 to 90). */
export const MAX_VALIDITY_DAYS = 90;

/** The last UTC day on which a quote is valid; it ends at 23:59:59Z. */
export const expiryDayOf = (id: QuoteId, validityDays: number): UtcDay =>
  addDays(utcDay(quoteCreatedAt(id)), validityDays);

/** The last second of an expiry day (UTC). */
export const expiryMoment = (expiryDay: UtcDay): string => `${expiryDay}T23:59:59Z`;

/** Derived on each read, so that it is never stale: converted, else expired, else active. */
export function quoteStatus(
  quote: { readonly expiryDay: UtcDay; readonly convertedAt?: string },
  today: UtcDay,
): QuoteStatus {
  if (quote.convertedAt !== undefined) return 'converted';
  return today > quote.expiryDay ? 'expired' : 'active';
}
