import type { UsageKey } from './dynamodb-read-account.ts';

/** The account that a call counts on. */
export interface CountedAccount {
  readonly usageTable: string;
  readonly key: UsageKey;
  readonly usageLimit: number;
  /** Calls so far, as they were read. */
  readonly used: number;
}

/** Adds one call; together with `belowLimit`. */
export const ONE_MORE = '#used = if_not_exists(#used, :zero) + :one';

/** Holds while the period has a call left; a period that has no item yet has all of them. */
export const belowLimit = (usageLimit: number): string =>
  `(${usageLimit > 0 ? 'attribute_not_exists(#used) OR ' : ''}#used < :limit)`;

export const COUNT_NAMES = { '#used': 'used' } as const;

export const countValues = (usageLimit: number) => ({ ':one': 1, ':zero': 0, ':limit': usageLimit });
