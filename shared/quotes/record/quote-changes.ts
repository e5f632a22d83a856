import type { Account } from '../../platform/account/account.ts';
import type { QuoteId } from './quote-id.ts';

/** Times of the announced changes of a quote, ISO 8601 UTC. */
export interface QuoteChanges {
  /** Absent for a quote that an import of an organization wrote: its creation is not announced. */
  readonly createdAt?: string;
  readonly convertedAt?: string;
  readonly declinedAt?: string;
  readonly supersededAt?: string;
  /** When the expiry was announced, after the expiry day. */
  readonly expiryAnnouncedAt?: string;
  /** When the quote was restored after a deletion. */
  readonly restoredAt?: string;
}

/** Port: the changes of stored quotes. */
export interface QuoteChangeReader {
  /** Undefined if the account has no such quote. */
  changesOf(account: Account, quoteId: QuoteId): Promise<QuoteChanges | undefined>;
}
