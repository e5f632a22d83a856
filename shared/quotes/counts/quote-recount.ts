import type { Account } from '../../platform/account/account.ts';
import type { Level } from './count-levels.ts';
import type { ListPartition } from './list-partition.ts';

/** A stored count that differs from the number of rows. */
export interface CountDifference {
  readonly level: Level;
  /** The customer, if the count is of the list of a customer. */
  readonly customer?: string;
  /** "2026-03", "2026-03-17", "2026-03-17#083" */
  readonly period: string;
  readonly part: number;
  readonly partition: ListPartition;
  readonly stored: number;
  readonly counted: number;
}

export interface Recount {
  /** Number of rows. */
  readonly quotes: number;
  readonly differences: readonly CountDifference[];
}

/** Port: compares the counts of quotes with their rows. Concurrent API calls do not cause differences. */
export interface QuoteRecounts {
  /** All accounts with quotes; scans the whole table. */
  accounts(): Promise<readonly Account[]>;
  /** Counts an account's rows again; with `fix`, corrects the counts that differ. */
  recount(account: Account, fix: boolean): Promise<Recount>;
}
