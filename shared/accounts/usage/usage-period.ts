/** The calendar month (UTC) in which a call counts, YYYY-MM. */
export const usagePeriod = (moment: Date): string => moment.toISOString().slice(0, 7);

/** The first instant after a period (YYYY-MM), when usage is reset to 0: ISO 8601 UTC. */
export function periodEnd(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month)).toISOString();
}

/** The month of `moment` and the months before it, newest first. */
export function recentPeriods(moment: Date, months: number): readonly string[] {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  return Array.from({ length: months }, (_, back) => usagePeriod(new Date(Date.UTC(year, month - back))));
}
