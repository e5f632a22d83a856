/** From here on an organization is near its limit. */
const NEAR_PERCENT = 80;

/**
 * The whole percent of its limit that an organization has reached by exactly this call; undefined where that is below
 * 80, or was reached by a call before. So a month has a few lines of it, however many calls it has.
 * @param used calls of the period, this one included.
 */
export function usageMark(used: number, usageLimit: number): number | undefined {
  if (usageLimit <= 0) return undefined;
  const percentAt = (calls: number) => Math.floor((100 * calls) / usageLimit);
  const percent = percentAt(used);
  return percent >= NEAR_PERCENT && percent > percentAt(used - 1) ? percent : undefined;
}
