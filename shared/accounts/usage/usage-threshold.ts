/** Percent of the usage limit from which each further percent is logged. */
const NEAR_PERCENT = 80;

/**
 * The whole percent of the usage limit that this call reaches; undefined below 80 percent, or if an earlier call reached
 * it, or if the limit is 0. A month therefore has at most 21 log lines, however many calls it has.
 * @param used calls of the period, including this call.
 */
export function reachedUsagePercent(used: number, usageLimit: number): number | undefined {
  const percentAt = (calls: number) => Math.floor((100 * calls) / usageLimit);
  const percent = percentAt(used);
  return percent >= NEAR_PERCENT && percent > percentAt(used - 1) ? percent : undefined;
}
