/** Calendar days are texts YYYY-MM-DD without a time zone; times are ISO 8601 in UTC. */

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const MS_PER_DAY = 86_400_000;

/** A calendar day for people; an invalid text stays as it is. */
export const dayText = (day: string): string => formatted(DAY, `${day}T00:00:00Z`, day);
/** @param month YYYY-MM */
export const monthText = (month: string): string => formatted(MONTH, `${month}-01T00:00:00Z`, month);

/** A time in the zone of the person. */
export const timeText = (time: string): string => formatted(TIME, time, time);
/** The same time in UTC, to the second. */
export const utcText = (time: string): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

/** Today in the zone of the person: the local calendar, also within hours of a clock change. */
export const today = (): string => localTime(new Date().toISOString()).slice(0, 10);

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

/** Times of `<input type="datetime-local">`: texts YYYY-MM-DDTHH:MM in the zone of the person. */

const MS_PER_MINUTE = 60_000;

/** A UTC time in the zone of the person; empty if it is not a time. */
export function localTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The UTC time of a local time; empty if it is not a time. A time that a clock change skips means the hour after it. */
export function utcTime(local: string): string {
  const date = new Date(local);
  const time = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  // Years above 9999 have a sign, which the API does not read.
  return /^\d{4}-/.test(time) ? time : '';
}

/** The end of the minute of a time, so that the minute is included. */
export const endOfMinute = (time: Date): Date =>
  new Date((Math.floor(time.getTime() / MS_PER_MINUTE) + 1) * MS_PER_MINUTE);
