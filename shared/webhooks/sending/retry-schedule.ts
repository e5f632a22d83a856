import * as v from 'valibot';

/** Seconds from the end of each failed attempt to the next: 5 min, 15 min, 1 h, 4 h, 12 h. */
export const RETRY_SECONDS: readonly number[] = [300, 900, 3_600, 14_400, 43_200];

/** The interface specification's least interval between attempts (section 8). */
export const MIN_RETRY_SECONDS = 300;

const MAX_JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** A schedule such as "300,900,3600,14400,43200": one to five intervals in whole seconds. */
export const retrySchedule = v.pipe(
  v.string(),
  v.regex(/^\s*\d{1,6}(\s*,\s*\d{1,6}){0,4}\s*$/),
  v.transform((text) => text.split(',').map(Number)),
);

/**
 * When the next attempt is due: the interval of the schedule after the end of the failed attempt, plus up to 10 percent
 * jitter to spread the retries of an outage. Retry-After can lengthen the interval to at most 24 hours.
 * @param schedule intervals in seconds. @param attempts that were made. @param retryAfter the response header, as received.
 * @returns undefined after the last attempt
 */
export function retryAt(
  schedule: readonly number[],
  attempts: number,
  endedAt: Date,
  retryAfter?: string,
  random = Math.random,
): Date | undefined {
  const seconds = schedule[attempts - 1];
  if (seconds === undefined) return undefined;
  const interval = seconds * 1000;
  const jitter = Math.floor(interval * MAX_JITTER * random());
  const requested = readRetryAfter(retryAfter, endedAt);
  const lengthened = requested > interval ? Math.min(requested + jitter, MAX_RETRY_AFTER_MS) : 0;
  return new Date(endedAt.getTime() + Math.max(interval + jitter, lengthened));
}

/** The three forms of a date that a recipient accepts (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]+,? [\w -]+ \d{2}:\d{2}:\d{2}( GMT| \d{4})$/;

/** Milliseconds that a Retry-After header asks for, as seconds or a date; 0 for a date in the past and for an invalid header. */
function readRetryAfter(header: string | undefined, endedAt: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // The oldest form has no time zone, and is UTC.
  const at = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - endedAt.getTime());
}
