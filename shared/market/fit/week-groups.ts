/** Loads that are in memory together. */
const LOADS_AT_ONCE = 80_000;

/**
 * The weeks of a freight market, in groups that memory is for, weeks ascending; each week is in one group whole.
 * @param loadsByWeek how many loads were read of each week.
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
