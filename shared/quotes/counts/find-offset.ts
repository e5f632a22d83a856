import type { Count } from './count-levels.ts';

/** Where an offset lies among parts: in this one, after `rest` of its quotes. */
export interface Found {
  readonly part: number;
  readonly rest: number;
}

/**
 * Goes from the newest part to the oldest one until more quotes are passed than the offset says. Where counts and
 * offset were read at different moments and there are not as many, it ends at the end of the oldest part.
 */
export function findOffset(counts: readonly Count[], offset: number): Found | undefined {
  let rest = offset;
  const byPart = sumByPart(counts);
  for (const [part, count] of byPart) {
    if (rest < count) return { part, rest };
    rest -= count;
  }
  const oldest = byPart.at(-1);
  return oldest && { part: oldest[0], rest: oldest[1] };
}

/** Parts with their quotes, newest first. */
function sumByPart(counts: readonly Count[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const { part, count } of counts) sums.set(part, (sums.get(part) ?? 0) + count);
  return [...sums].sort(([a], [b]) => b - a);
}
