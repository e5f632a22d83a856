import type { Account } from '../../platform/account/account.ts';
import type { KeyedAnswer, KeyedCall, StoredAnswer } from '../idempotency/idempotency-store.ts';

/** Result of counting a call. */
export interface CountResult {
  readonly counted: boolean;
  /** Calls of the period, including this call if it was counted. */
  readonly used: number;
}

/** Another call with the same Idempotency-Key was counted and answered in the meantime. */
export interface AlreadyAnswered {
  readonly call: KeyedCall;
  readonly answeredBefore: StoredAnswer;
}

/**
 * Limits and usage of an account for one period, as last read. The lanes of an RFP are counted together with their
 * creation (`shared/rfps/store/dynamodb-rfp-limits.ts`).
 */
export interface AccountUsage {
  /** Whether the organization has billing information. */
  readonly billing: boolean;
  /** Maximum number of counted calls in the period. */
  readonly usageLimit: number;
  /** Counted calls of the period so far. */
  readonly used: number;
  /**
   * Counts one call unless that would exceed the limit. Even concurrent calls never count more than `usageLimit` calls
   * in a period. A retried request counts once.
   */
  count(): Promise<CountResult>;
  /**
   * Counts one call and stores its answer in one transaction, so that all calls with one Idempotency-Key
   * count once, even after a crash.
   * If the call was counted, `used` is the last read value plus 1 and may miss concurrent calls.
   */
  countAnswered(answer: KeyedAnswer): Promise<CountResult | AlreadyAnswered>;
}

/** Port: usage limits and usage of accounts. */
export interface AccountLedger {
  /** Usage of a period (YYYY-MM), in one round trip; undefined if the organization is unknown. */
  read(account: Account, period: string): Promise<AccountUsage | undefined>;
}

/** Usage of a month (YYYY-MM) without counting; undefined if the organization is unknown. */
export type UsageOf = (
  account: Account,
  period: string,
) => Promise<Pick<AccountUsage, 'billing' | 'usageLimit' | 'used'> | undefined>;
