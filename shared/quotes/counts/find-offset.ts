import type { Count } from './count-levels.ts';

/** The position of an offset: a part, and the number of quotes to skip in it. */
export interface OffsetPosition {
  readonly part: number;
  readonly skip: number;
}

/**
 * Finds the part that holds the quote at an offset, from the newest part to the oldest. If concurrent writes left fewer
 * quotes than the offset, the result is the end of the oldest part; without counts it is undefined.
 */
export function findOffset(counts: readonly Count[], offset: number): OffsetPosition | undefined {
  let skip = offset;
  const byPart = sumByPart(counts);
  for (const [part, count] of byPart) {
    if (skip < count) return { part, skip };
    skip -= count;
  }
  const oldest = byPart.at(-1);
  return oldest && { part: oldest[0], skip: oldest[1] };
}

/** Parts with their numbers of quotes, newest first. */
function sumByPart(counts: readonly Count[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const { part, count } of counts) sums.set(part, (sums.get(part) ?? 0) + count);
  return [...sums].sort(([a], [b]) => b - a);
}
