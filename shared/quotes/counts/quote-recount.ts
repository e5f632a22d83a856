import type { Account } from '../../platform/account/account.ts';
import type { Level } from './count-levels.ts';
import type { ListPartition } from './list-partition.ts';

/** A count that is not what the rows say. */
export interface CountDifference {
  readonly level: Level;
  /** "2026-03", "2026-03-17", "2026-03-17#083" */
  readonly period: string;
  readonly part: number;
  readonly partition: ListPartition;
  readonly stored: number;
  readonly counted: number;
}

export interface Recount {
  /** Rows that there were. */
  readonly quotes: number;
  readonly differences: readonly CountDifference[];
}

/** Port: the counts of quotes held against their rows. Callers may go on meanwhile: a change of theirs is no difference. */
export interface QuoteRecounts {
  /** Who has quotes; reads the whole table. */
  accounts(): Promise<readonly Account[]>;
  /** Counts a account's rows anew; with `mend`, counts that differ are set right. */
  recount(account: Account, mend: boolean): Promise<Recount>;
}
