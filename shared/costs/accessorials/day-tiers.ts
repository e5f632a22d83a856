/** The amount of each day from `fromDay` until the next tier. Days are counted from 1; days before the first tier are free. */
export interface DayTier {
  readonly fromDay: number;
  readonly cents: number;
}

/**
 * The sum of days 1 to `days`, in cents.
 * @param tiers in order of strictly increasing days.
 */
export const centsOfDays = (tiers: readonly DayTier[], days: number): number =>
  tiers.reduce((sum, { fromDay, cents }, index) => {
    const next = Math.min(days + 1, tiers[index + 1]?.fromDay ?? Number.POSITIVE_INFINITY);
    return sum + Math.max(0, next - fromDay) * cents;
  }, 0);
