export interface MonthUsage {
  /** YYYY-MM */
  readonly period: string;
  readonly used: number;
}

const MONTHS = 12;

/** The last 12 months, oldest first; months without calls have 0. @param current YYYY-MM */
export function yearOf(months: readonly MonthUsage[], current: string): MonthUsage[] {
  const [year = 0, month = 1] = current.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1 - (MONTHS - 1 - index), 1));
    const period = date.toISOString().slice(0, 7);
    return { period, used: months.find((known) => known.period === period)?.used ?? 0 };
  });
}
