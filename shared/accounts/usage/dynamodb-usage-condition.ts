import type { UsageKey } from './dynamodb-read-account.ts';

/** The usage item in which a call is counted. */
export interface CountedUsage {
  readonly usageTable: string;
  readonly key: UsageKey;
  readonly usageLimit: number;
  /** Calls of the period, as last read. */
  readonly used: number;
}

/** Update expression that adds one call. Use it with the condition `belowLimit`. */
export const ADD_ONE = '#used = if_not_exists(#used, :zero) + :one';

/** Condition that the usage is below the limit. A period without an item has no usage. */
export const belowLimit = (limit: number): string =>
  `(${limit > 0 ? 'attribute_not_exists(#used) OR ' : ''}#used < :limit)`;

export const COUNT_NAMES = { '#used': 'used' } as const;

export const countValues = (limit: number) => ({ ':one': 1, ':zero': 0, ':limit': limit });
