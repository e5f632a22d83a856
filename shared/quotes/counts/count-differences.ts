import type { QuoteId } from '../record/quote-id.ts';
import { bucketsOf } from './count-levels.ts';
import type { PeriodCount } from './dynamodb-count-items.ts';
import type { ListPartition } from './list-partition.ts';
import type { CountDifference } from './quote-recount.ts';

/** Counts by their name within a level: "2026-03-17 83.7". */
type Sums = Map<string, PeriodCount>;

/** Where sums of counts, shard by shard or row by row, are not the same. */
export function differences(
  level: CountDifference['level'],
  stored: readonly PeriodCount[],
  counted: readonly PeriodCount[],
): CountDifference[] {
  const [inNodes, inRows] = [sum(stored), sum(counted)];
  return [...new Map([...inNodes, ...inRows])].flatMap(([name, { period, part, partition }]) => {
    const pair = { stored: inNodes.get(name)?.count ?? 0, counted: inRows.get(name)?.count ?? 0 };
    return pair.stored === pair.counted ? [] : [{ level, period, part, partition, ...pair }];
  });
}

function sum(counts: readonly PeriodCount[]): Sums {
  const sums: Sums = new Map();
  for (const count of counts) {
    const name = `${count.period} ${count.part}.${count.partition}`;
    sums.set(name, { ...count, count: count.count + (sums.get(name)?.count ?? 0) });
  }
  return sums;
}

/** A quote's row, as far as it is counted. */
export interface CountedRow {
  readonly partition: ListPartition;
  readonly quoteId: QuoteId;
}

/** The counts that rows amount to at a level, one by one. */
export const countsOf = (level: CountDifference['level'], rows: readonly CountedRow[]): PeriodCount[] =>
  rows.map(({ partition, quoteId }) => ({ ...bucketsOf(quoteId)[level], partition, count: 1 }));
