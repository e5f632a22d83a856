const FORM = /^\d{4}-\d{2}-\d{2}$/;

const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** The day that a text is, YYYY-MM-DD; undefined for every other text, and for days no calendar has (2026-02-30). */
export function readDay(text: string): string | undefined {
  if (!FORM.test(text)) return undefined;
  const start = startOf(text);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text) ? text : undefined;
}

/** The weekday of a day, YYYY-MM-DD: 0 = Sunday to 6 = Saturday. */
export const weekdayOf = (day: string): number => startOf(day).getUTCDay();
