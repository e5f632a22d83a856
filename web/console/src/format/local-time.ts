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
