import { addDays, type UtcDay, utcDay } from '../../platform/time/utc-day.ts';
import { type QuoteId, quoteCreatedAt } from './quote-id.ts';

export const QUOTE_STATUSES = ['active', 'expired', 'converted'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** Longest validity that a pricing strategy can set, in days (design decision: 1 to 90). */
export const MAX_VALIDITY_DAYS = 90;

/** The last UTC day on which a quote is valid; it ends at 23:59:59Z. */
export const expiryDayOf = (id: QuoteId, validityDays: number): UtcDay =>
  addDays(utcDay(quoteCreatedAt(id)), validityDays);

export const expiryMoment = (expiryDay: UtcDay): string => `${expiryDay}T23:59:59Z`;

/** Derived on each read, so that it is never stale: converted, else expired, else active. */
export function quoteStatus(
  quote: { readonly expiryDay: UtcDay; readonly convertedAt?: string | undefined },
  today: UtcDay,
): QuoteStatus {
  if (quote.convertedAt !== undefined) return 'converted';
  return today > quote.expiryDay ? 'expired' : 'active';
}

/** The result of a quote. `expired`: its validity ended without a decision. */
export const QUOTE_OUTCOMES = ['open', 'won', 'lost', 'superseded', 'expired'] as const;
export type QuoteOutcome = (typeof QUOTE_OUTCOMES)[number];

/** A permanent end of a quote's negotiation. A declined quote can still be revised, which supersedes it. */
export type QuoteDecision = 'converted' | 'declined' | 'superseded';

export const DECLINE_REASONS = [
  'price',
  'service',
  'capacity',
  'timing',
  'cancelled',
  'no_response',
  'other',
] as const;

export interface Decline {
  readonly reason: (typeof DECLINE_REASONS)[number];
  /** Integer cents. */
  readonly competitorPriceCents?: number;
  readonly note?: string;
}

export interface Conversion {
  readonly convertedBy?: string;
  readonly orderReference?: string;
}

/** Times (ISO 8601 UTC) and details of a quote's decisions. */
export interface QuoteDecisions {
  readonly convertedAt?: string;
  readonly conversion?: Conversion;
  readonly declinedAt?: string;
  readonly decline?: Decline;
  readonly supersededAt?: string;
  /** The quote that superseded this one. */
  readonly supersededBy?: QuoteId;
}

type DecisionTime = 'convertedAt' | 'declinedAt' | 'supersededAt';

export function decisionOf({
  convertedAt,
  declinedAt,
  supersededAt,
}: Readonly<Partial<Record<DecisionTime, string | undefined>>>): QuoteDecision | undefined {
  if (convertedAt !== undefined) return 'converted';
  if (supersededAt !== undefined) return 'superseded';
  return declinedAt === undefined ? undefined : 'declined';
}

const OUTCOMES = { converted: 'won', declined: 'lost', superseded: 'superseded' } as const;

/** Derived on each read, like the status. */
export function quoteOutcome(
  decision: QuoteDecision | undefined,
  expiryDay: UtcDay,
  today: UtcDay,
): QuoteOutcome {
  if (decision !== undefined) return OUTCOMES[decision];
  return quoteStatus({ expiryDay }, today) === 'active' ? 'open' : 'expired';
}
