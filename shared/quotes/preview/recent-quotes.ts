import type { Account } from '../../platform/account/account.ts';
import type { QuoteRow } from '../record/quote-store.ts';

/** A quote of the list with its stored detail. */
export interface RecentQuote {
  readonly row: QuoteRow;
  readonly detail: unknown;
}

/** Port: the newest quotes of an account. */
export interface RecentQuotes {
  /**
   * The newest quotes in any status, newest first; fewer if the account has fewer, or if quotes are deleted meanwhile.
   * @param limit 1 to 100.
   */
  recent(account: Account, limit: number): Promise<readonly RecentQuote[]>;
}
