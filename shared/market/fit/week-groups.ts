/** Loads in memory at once. */
const LOADS_AT_ONCE = 80_000;

/**
 * Splits the weeks of a freight market into groups that fit in memory, weeks ascending. A week is never split.
 * @param loadsByWeek number of loads of each week.
 */
export function weekGroups(loadsByWeek: Iterable<readonly [week: number, loads: number]>): Set<number>[] {
  const groups: Set<number>[] = [];
  let loads = Number.POSITIVE_INFINITY;
  for (const [week, count] of [...loadsByWeek].sort(([a], [b]) => a - b)) {
    if (loads + count > LOADS_AT_ONCE) {
      groups.push(new Set());
      loads = 0;
    }
    groups.at(-1)?.add(week);
    loads += count;
  }
  return groups;
}
