/** The calendar month (UTC) that a call counts in, YYYY-MM. */
export const usagePeriod = (moment: Date): string => moment.toISOString().slice(0, 7);
