import type { Account } from '../../platform/account/account.ts';
import type { KeyedAnswer, KeyedCall, RememberedAnswer } from '../idempotency/idempotency-store.ts';

/** `used`: calls of the period, this one included where it counted. */
export type Counting =
  | { readonly counted: true; readonly used: number }
  | { readonly counted: false; readonly used: number };

/** Another call with the same Idempotency-Key was counted and answered meanwhile. */
export interface AnsweredBefore {
  readonly call: KeyedCall;
  readonly answeredBefore: RememberedAnswer;
}

/** An organization's account for one period, as it was read. */
export interface UsageAccount {
  /** Whether the organization has billing information. */
  readonly billing: boolean;
  /** Successful calls that the period allows. */
  readonly usageLimit: number;
  /** Successful calls of the period so far. */
  readonly used: number;
  /**
   * Counts one call, unless that would exceed the limit: under any concurrency, never more than `usageLimit` calls of
   * a period count. A repetition on the wire after a lost answer counts once.
   */
  count(): Promise<Counting>;
  /**
   * Counts one call and remembers its answer, both or neither: a key's calls count once, whatever crashes. Where it
   * counted, `used` is what was read plus this call, and calls at the same moment may be missing in it.
   */
  countAnswered(answer: KeyedAnswer): Promise<Counting | AnsweredBefore>;
}

/** Port: what an organization may use, and what it used. */
export interface AccountLedger {
  /** The account for a period (YYYY-MM) in one round trip; undefined when there is no such organization. */
  read(holder: Account, period: string): Promise<UsageAccount | undefined>;
}
