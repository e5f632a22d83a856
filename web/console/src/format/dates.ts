/** Calendar days are texts YYYY-MM-DD without a time zone; times are ISO 8601 in UTC. */

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const MS_PER_DAY = 86_400_000;

/** A calendar day for people; an invalid text stays as it is. */
export const dayText = (day: string): string => formatted(DAY, `${day}T00:00:00Z`, day);
/** @param month YYYY-MM */
export const monthText = (month: string): string => formatted(MONTH, `${month}-01T00:00:00Z`, month);

/** A time in the zone of the person. @param timeZone only for tests */
export const timeText = (time: string, timeZone?: string): string =>
  formatted(
    new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      ...(timeZone === undefined ? {} : { timeZone }),
    }),
    time,
    time,
  );
/** The same time in UTC, to the second. */
export const utcText = (time: string): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

/** Today in the zone of the person: the local calendar, also within hours of a clock change. */
export function today(now: Date = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The calendar day a number of days later. Days of UTC have no clock change. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY);

function formatted(format: Intl.DateTimeFormat, time: string, otherwise: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? otherwise : format.format(date);
}
