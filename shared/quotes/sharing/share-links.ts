import { createHash, randomBytes } from 'node:crypto';
import type { KeyedAnswer } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account, Caller } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { QuoteId } from '../record/quote-id.ts';

/** A link to store. Times are ISO 8601 UTC. */
export interface NewShareLink {
  /** `shareTokenHash`: the token itself is not stored. */
  readonly tokenHash: string;
  /** Id of the API key. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The link of a quote. */
export interface ShareLink extends Omit<NewShareLink, 'tokenHash'> {
  readonly views: number;
  /** Absent before the first view. */
  readonly lastViewedAt?: string;
}

/** `no-quote`: the account has no such quote. */
export type MissingLink = 'no-quote' | 'no-link';

export interface SharedQuote {
  readonly account: Account;
  readonly quoteId: QuoteId;
}

export interface SharePage {
  /** By quote, newest quote first. A page can have fewer links than its limit without being the last one. */
  readonly shares: readonly (ShareLink & { readonly quoteId: QuoteId })[];
  /** `after` of the next page; absent on the last page. */
  readonly next?: QuoteId;
}

/**
 * Port: share links of quotes, at most one for each quote. The deletion of a quote deletes its link in the same
 * transaction. Creations and revocations are stored with their audit event. Reads are strongly consistent.
 */
export interface ShareLinks {
  /** The expiry day of a quote in any status; undefined without such a quote. */
  expiryDay(account: Account, quoteId: QuoteId): Promise<UtcDay | undefined>;
  /**
   * Stores a link in place of the earlier one, with 0 views. `answered`: the Idempotency-Key of `answer` has an answer,
   * and nothing was written.
   * @throws ContendedWriteError if other writes came first each time.
   */
  replace(
    caller: Caller,
    quoteId: QuoteId,
    link: NewShareLink,
    answer?: KeyedAnswer,
  ): Promise<'replaced' | 'no-quote' | 'answered'>;
  /** The link, also if it has expired. */
  read(account: Account, quoteId: QuoteId): Promise<ShareLink | MissingLink>;
  /** A page of the links that have not expired. */
  list(account: Account, now: Date, limit: number, after?: QuoteId): Promise<SharePage>;
  /** Deletes the link, also if it has expired. */
  revoke(caller: Caller, quoteId: QuoteId, at: Date): Promise<'revoked' | MissingLink>;
  /**
   * Counts a view at a moment. Concurrent views are all counted.
   * @returns the quote of the token; undefined if the token has no link, or the link has expired.
   */
  countView(tokenHash: string, at: Date): Promise<SharedQuote | undefined>;
}

/** 256 random bits in base64url. */
const FORM = /^[\w-]{43}$/;

/** A new token of a share link. It contains nothing about its quote. */
export const createShareToken = (): string => randomBytes(32).toString('base64url');

export const isShareToken = (text: string): boolean => FORM.test(text);

/** SHA-256 (hex) of a token, which is stored in place of it. */
export const shareTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
