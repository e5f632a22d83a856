import type { QuoteId } from '../record/quote-id.ts';
import { bucketsOf } from './count-levels.ts';
import type { PeriodCount } from './dynamodb-day-counts.ts';
import type { ListPartition } from './list-partition.ts';
import type { CountDifference } from './quote-recount.ts';

/** Counts of a level by period and attribute name: "2026-03-17 83.7". */
type Sums = Map<string, PeriodCount>;

/** The differences between stored counts and counted rows of a level, after each side is summed. */
export function differences(
  level: CountDifference['level'],
  stored: readonly PeriodCount[],
  counted: readonly PeriodCount[],
): CountDifference[] {
  const [inItems, inRows] = [sum(stored), sum(counted)];
  return [...new Map([...inItems, ...inRows])].flatMap(([name, { period, part, partition }]) => {
    const pair = { stored: inItems.get(name)?.count ?? 0, counted: inRows.get(name)?.count ?? 0 };
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

/** The parts of a list row that decide its counts. */
export interface CountedRow {
  readonly partition: ListPartition;
  readonly quoteId: QuoteId;
  readonly customer: string;
}

/** The counts of rows at a level: one entry with count 1 for each row. */
export const countsOf = (
  level: CountDifference['level'],
  rows: readonly Omit<CountedRow, 'customer'>[],
): PeriodCount[] =>
  rows.map(({ partition, quoteId }) => ({ ...bucketsOf(quoteId)[level], partition, count: 1 }));
