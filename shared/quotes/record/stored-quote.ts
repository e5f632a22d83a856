import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { QuoteFigures } from './quote-document.ts';
import type { QuoteId } from './quote-id.ts';
import type { QuoteDecisions, QuoteOutcome, QuoteStatus } from './quote-outcome.ts';

export const MAX_REFERENCE_LENGTH = 255;

/** The fields of a list item (interface specification, 2.3) except id, creation time and status. */
export const quoteSummary = v.object({
  totalCents: v.number(),
  /** ISO 4217: "USD". */
  currency: v.string(),
  origin: v.string(),
  destination: v.string(),
  /** "" for none. */
  customerReference: v.string(),
  customer: v.string(),
  customerId: v.exactOptional(v.string()),
  equipment: v.picklist(EQUIPMENT_TYPES),
});
type QuoteSummary = Readonly<v.InferOutput<typeof quoteSummary>>;

/** The areas of a quote's lane, by which histories find it. */
export interface LaneAreas {
  /** With the port of its terminal. */
  readonly laneArea: string;
  /** With the place that the request names instead of the terminal; absent if it is the same. */
  readonly requestedArea?: string | undefined;
}

export interface NewQuote extends LaneAreas {
  /** Contains the creation time: `createQuoteIds`, `quoteCreatedAt`. */
  readonly quoteId: QuoteId;
  /** 0 to 90 days after the creation day: `expiryDayOf`. */
  readonly expiryDay: UtcDay;
  readonly summary: QuoteSummary;
  /** Any JSON value, returned unchanged. */
  readonly detail: unknown;
  /** The event object (6.3) as JSON. Each event sets its status. */
  readonly event: unknown;
  readonly strategyVersion: number;
  readonly figures: QuoteFigures;
  readonly revises?: QuoteId;
}

export interface StoredQuote extends Omit<NewQuote, 'figures' | keyof LaneAreas>, QuoteDecisions {
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
}

export interface QuoteRow extends QuoteSummary {
  readonly quoteId: QuoteId;
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
}

export interface QuoteFilter {
  readonly status?: QuoteStatus;
  readonly outcome?: QuoteOutcome;
  /** Customer and reference without case, accents and spaces at the ends; absent = any. Not both `customer` and `customerId`. */
  readonly customer?: string;
  readonly customerId?: string;
  readonly customerReference?: string;
  /** First and last UTC day of creation, both included; absent = no bound. */
  readonly start?: UtcDay;
  readonly end?: UtcDay;
}

export interface QuotePage {
  /** Newest first; empty past the end. */
  readonly rows: readonly QuoteRow[];
  /** Number of quotes that match the filter, on all pages. */
  readonly totalCount: number;
}

export type NotFound = { readonly outcome: 'not-found' };
export type Superseded = { readonly outcome: 'superseded'; readonly by: QuoteId };
/** Why a quote can be neither declined nor revised. */
export type Decided = { readonly outcome: 'already-converted' } | Superseded;

/**
 * `answered`: the Idempotency-Key has an answer, so nothing was written. `used`: the quotes of the month, including this
 * quote if it was created. Quotes that are created at the same moment may be missing from it.
 */
export type Creation =
  /** `used` is absent if there is no limit, because the count is then not read. */
  | { readonly outcome: 'created'; readonly used?: number }
  | { readonly outcome: 'over-limit'; readonly used: number }
  | { readonly outcome: 'answered' }
  /** The quote that should be revised; nothing was written. */
  | { readonly outcome: 'not-revisable'; readonly reason: NotFound | Decided };

export type ConversionResult =
  | { readonly outcome: 'converted'; readonly quote: StoredQuote }
  | { readonly outcome: 'expired' | 'already-declined' }
  | NotFound
  | Superseded;

export type DeclineResult =
  | { readonly outcome: 'declined'; readonly quote: StoredQuote }
  | { readonly outcome: 'already-declined' }
  | NotFound
  | Decided;
