import type { KeyedAnswer } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import type { QuoteId } from '../record/quote-id.ts';

/** A link to store. Times are ISO 8601 UTC. */
export interface NewShareLink {
  /** `shareTokenHash`: the token itself is not stored. */
  readonly tokenHash: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The link of a quote. */
export interface ShareLink extends NewShareLink {
  readonly views: number;
  /** Absent before the first view. */
  readonly lastViewedAt?: string;
}

/** `no-quote`: the account has no such quote. */
export type MissingLink = 'no-quote' | 'no-link';

/**
 * Port: share links of quotes, at most one for each quote. The deletion of a quote deletes its link in the same
 * transaction. Reads are strongly consistent.
 */
export interface ShareLinks {
  /**
   * Stores a link in place of the earlier one, with 0 views. `answered`: the Idempotency-Key of `answer` has an answer,
   * and nothing was written.
   * @throws ContendedWriteError if other writes came first each time.
   */
  replace(
    account: Account,
    quoteId: QuoteId,
    link: NewShareLink,
    answer?: KeyedAnswer,
  ): Promise<'replaced' | 'no-quote' | 'answered'>;
  /** The link, also if it has expired. */
  read(account: Account, quoteId: QuoteId): Promise<ShareLink | MissingLink>;
  /** Deletes the link, also if it has expired. */
  revoke(account: Account, quoteId: QuoteId): Promise<'revoked' | MissingLink>;
  /**
   * Counts a view at a moment, if the link has this hash and has not expired. Concurrent views are all counted.
   * @returns whether the link is valid.
   */
  countView(account: Account, quoteId: QuoteId, tokenHash: string, at: Date): Promise<boolean>;
}
