import type { Account } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { QuoteId } from './quote-id.ts';
import type { QuoteStatus } from './quote-status.ts';

/** What a list shows of a quote (interface specification, 2.3) beside its id, moment and status. */
export interface QuoteSummary {
  /** Integer cents. */
  readonly totalCents: number;
  /** ISO 4217: "USD". */
  readonly currency: string;
  /** As the list shows them, at most 200 characters each. */
  readonly origin: string;
  readonly destination: string;
  /** The caller's own, at most 255 characters; "" for none. */
  readonly customerReference: string;
}

/** A quote as its maker hands it over. */
export interface NewQuote {
  /** Its moment is the quote's: `createQuoteIds`, `quoteCreatedAt`. */
  readonly quoteId: QuoteId;
  /** 0 to 90 days after the day it is made: `expiryDayOf`. */
  readonly expiryDay: UtcDay;
  readonly summary: QuoteSummary;
  /** Any JSON value, at most 100,000 bytes as text; comes back as it was. */
  readonly detail: unknown;
  /** The event object (6.3) as JSON, at most 32,000 bytes as text. Its status is set when an event is made of it. */
  readonly event: unknown;
  /** The version of the pricing strategy it was made by. */
  readonly strategyVersion: number;
}

export interface StoredQuote extends NewQuote {
  readonly status: QuoteStatus;
  /** ISO 8601 UTC, of the first conversion. */
  readonly convertedAt?: string;
}

/** A line of the list. */
export interface QuoteRow extends QuoteSummary {
  readonly quoteId: QuoteId;
  readonly status: QuoteStatus;
}

export interface QuoteFilter {
  /** Absent = any. */
  readonly status?: QuoteStatus;
  /** First and last UTC day of creation, both included; absent = no bound. */
  readonly start?: UtcDay;
  readonly end?: UtcDay;
}

export interface QuotePage {
  /** Newest first; empty past the end. */
  readonly rows: readonly QuoteRow[];
  /** Of the filter, whatever the page. */
  readonly totalCount: number;
}

/**
 * `extra-write-rejected`: what was to be written with the quote could not be, so nothing was. `overLimit`: the quotes of
 * the month, which are as many as may be made or more. `contended`: other writes came first each time; nothing was
 * written, and the same creation may succeed a moment later.
 */
export type Creation = 'created' | 'extra-write-rejected' | 'contended' | { readonly overLimit: number };

/** `contended` as in `Creation`. */
export type Conversion =
  | { readonly outcome: 'converted'; readonly quote: StoredQuote }
  | { readonly outcome: 'expired' | 'not-found' | 'contended' };

/**
 * Port: quotes of all organizations. A change is one atomic step, seen by every read that begins after it, and is made
 * once however often its answer is lost. Whatever passes (conflicts, throttling) is tried again here.
 *
 * `Extra` is what may be written with a quote, all or nothing: the answer of a call with an Idempotency-Key. The
 * store is made with what turns one into a write.
 */
export interface QuoteStore<Extra = never> {
  /**
   * @param monthlyLimit quotes that may be made in the quote's month (UTC), deleted ones included: never more are, under
   * any concurrency. A extra that is there already comes before a limit that is reached.
   * @throws QuoteOutOfBoundsError where the quote is not as `NewQuote` says: a fault of its maker.
   */
  create(account: Account, quote: NewQuote, extra?: Extra, monthlyLimit?: number): Promise<Creation>;
  read(account: Account, quoteId: QuoteId): Promise<StoredQuote | undefined>;
  /** `limit` from 1, `offset` from 0: any offset costs the same. */
  list(account: Account, filter: QuoteFilter, limit: number, offset: number): Promise<QuotePage>;
  /** Again: the same answer, with the first `convertedAt`, whether expired since or not. */
  convert(account: Account, quoteId: QuoteId): Promise<Conversion>;
  /** In any status; afterwards the quote is nowhere. */
  delete(account: Account, quoteId: QuoteId): Promise<'deleted' | 'not-found' | 'contended'>;
}
