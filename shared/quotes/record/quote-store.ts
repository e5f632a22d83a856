import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { Account } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { QuoteFigures } from './quote-document.ts';
import type { QuoteId } from './quote-id.ts';
import type { Conversion, Decline, QuoteDecisions, QuoteOutcome, QuoteStatus } from './quote-outcome.ts';

/** The fields of a list item (interface specification, 2.3) except id, creation time and status. */
export interface QuoteSummary {
  /** Integer cents. */
  readonly totalCents: number;
  /** ISO 4217: "USD". */
  readonly currency: string;
  /** As shown in the list, at most 200 characters each. */
  readonly origin: string;
  readonly destination: string;
  /** The caller's own reference, at most 255 characters; "" for none. */
  readonly customerReference: string;
  /** Name of the customer, at most 200 characters; "" for none. */
  readonly customer: string;
  readonly equipment: EquipmentType;
}

/** The areas of a quote's lane, by which histories find it. */
export interface LaneAreas {
  /** With the port of its terminal. */
  readonly laneArea: string;
  /** With the place that the request names instead of the terminal; absent if it is the same. */
  readonly requestedArea?: string | undefined;
}

/** A quote to store. */
export interface NewQuote extends LaneAreas {
  /** Contains the creation time: `createQuoteIds`, `quoteCreatedAt`. */
  readonly quoteId: QuoteId;
  /** 0 to 90 days after the creation day: `expiryDayOf`. */
  readonly expiryDay: UtcDay;
  readonly summary: QuoteSummary;
  /** Any JSON value, at most 100,000 bytes as text; returned unchanged. */
  readonly detail: unknown;
  /** The event object (6.3) as JSON, at most 64,000 bytes as text. Each event sets its status. */
  readonly event: unknown;
  /** The version of the pricing strategy that priced the quote. */
  readonly strategyVersion: number;
  readonly figures: QuoteFigures;
  /** The quote that this one supersedes. */
  readonly revises?: QuoteId;
}

export interface StoredQuote extends Omit<NewQuote, 'figures' | keyof LaneAreas>, QuoteDecisions {
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
}

/** A list item. */
export interface QuoteRow extends QuoteSummary {
  readonly quoteId: QuoteId;
  readonly status: QuoteStatus;
  readonly outcome: QuoteOutcome;
}

export interface QuoteFilter {
  /** Absent = any. */
  readonly status?: QuoteStatus;
  /** Absent = any. */
  readonly outcome?: QuoteOutcome;
  /** Customer and reference without case, accents and spaces at the ends; absent = any. */
  readonly customer?: string;
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
 * `extra-write-rejected`: the condition of the extra write was not met, so nothing was written. `used`: the quotes of the
 * month, including this quote if it was created. Quotes that are created at the same moment may be missing from it.
 */
export type Creation =
  /** `used` is absent if there is no limit, because the count is then not read. */
  | { readonly outcome: 'created'; readonly used?: number }
  | { readonly outcome: 'over-limit'; readonly used: number }
  | { readonly outcome: 'extra-write-rejected' }
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

/**
 * Port: quotes of all organizations. A change is atomic, visible to every read that begins after it, and applied once
 * even if its response is lost. The store retries transient errors (conflicts, throttling). If other writes come first
 * each time, a change throws ContendedWriteError: nothing was written, and a later retry may succeed.
 *
 * `Extra` is data that is written in the same transaction as a quote: the answer to a call with an Idempotency-Key. The
 * factory of the store gets the function that converts it to a write.
 */
export interface QuoteStore<Extra = never> {
  /**
   * Creates a quote. If it revises another, that quote is superseded in the same transaction.
   * @param monthlyLimit maximum number of quotes in the quote's month (UTC), deleted ones included. Exact under any
   * concurrency. If the extra write is rejected and the limit is reached, the result is `extra-write-rejected`.
   * @throws QuoteOutOfBoundsError if the quote violates the bounds of `NewQuote`; callers of the API cannot cause it.
   */
  create(account: Account, quote: NewQuote, extra?: Extra, monthlyLimit?: number): Promise<Creation>;
  read(account: Account, quoteId: QuoteId): Promise<StoredQuote | undefined>;
  /** `limit` from 1, `offset` from 0. The cost depends on the quotes of the day in which the offset is, not on all quotes. */
  list(account: Account, filter: QuoteFilter, limit: number, offset: number): Promise<QuotePage>;
  /** A converted quote gives the same result again, with the data of the first conversion, also after its expiry day. */
  convert(account: Account, quoteId: QuoteId, conversion?: Conversion): Promise<ConversionResult>;
  /** Declines an active or expired quote. The same decline gives the same result again. */
  decline(account: Account, quoteId: QuoteId, decline: Decline): Promise<DeclineResult>;
  /** Deletes a quote in any status, from reads, lists and totals. */
  delete(account: Account, quoteId: QuoteId): Promise<'deleted' | 'not-found'>;
}
