import { DAY_MS, readDay, startOfDay } from './utc-calendar.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z$/;

/** Accepted formats of a moment, for messages. */
export const MOMENT_FORM = 'a UTC time such as 2026-03-02T10:00:00Z, or a day as YYYY-MM-DD';

/**
 * Parses a UTC time or a day; undefined for other texts and for days that do not exist.
 * @param day `start`: a day means its first moment; `end`: the first moment after the day.
 */
export function readMoment(text: string, day: 'start' | 'end'): Date | undefined {
  const found = readDay(text);
  if (found !== undefined) {
    return new Date(startOfDay(found) + (day === 'start' ? 0 : DAY_MS));
  }
  const [, date = ''] = FORM.exec(text) ?? [];
  return readDay(date) === undefined ? undefined : new Date(text);
}
