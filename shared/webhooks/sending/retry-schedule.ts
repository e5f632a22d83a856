/** Seconds from the end of each failed attempt to the next: 5 min, 15 min, 1 h, 4 h, 12 h. */
export const RETRY_SECONDS: readonly number[] = [300, 900, 3_600, 14_400, 43_200];

/** The interface specification's least interval between attempts (section 8). */
export const MIN_RETRY_SECONDS = 300;

const MAX_RETRIES = 5;
const MAX_JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Reads a schedule such as "300,900,3600,14400,43200": one to five intervals in whole seconds.
 * @param least shortest interval that is accepted, in seconds
 * @throws RangeError with a message for the operator
 */
export function parseRetrySchedule(text: string, least: number): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (wrong !== undefined) {
    throw new RangeError(
      `Retry schedule "${text}": "${wrong}" must be a whole number of seconds (at most 6 digits).`,
    );
  }
  if (parts.length > MAX_RETRIES) {
    throw new RangeError(
      `Retry schedule "${text}": ${parts.length} retries; at most ${MAX_RETRIES} are allowed.`,
    );
  }
  const intervals = parts.map(Number);
  const short = intervals.find((interval) => interval < least);
  if (short !== undefined) {
    throw new RangeError(
      `Retry schedule "${text}": ${short} s is too short; the shortest interval is ${least} s.`,
    );
  }
  return intervals;
}

export interface EndedAttempt {
  /** Intervals in seconds. */
  readonly schedule: readonly number[];
  /** Attempts made: 1 after the first. */
  readonly attempts: number;
  readonly endedAt: Date;
  /** The response header, as received. */
  readonly retryAfter?: string | undefined;
  /** From 0 to 1, like Math.random. */
  readonly random: () => number;
}

/**
 * When the next attempt is due: the interval of the schedule after the end of the failed attempt, plus up to 10 percent
 * jitter to spread the retries of an outage. Retry-After can lengthen the interval to at most 24 hours.
 * @returns undefined after the last attempt
 */
export function nextAttemptAt(ended: EndedAttempt): Date | undefined {
  const seconds = ended.schedule[ended.attempts - 1];
  if (seconds === undefined) return undefined;
  const interval = seconds * 1000;
  const jitter = Math.floor(interval * MAX_JITTER * ended.random());
  const requested = readRetryAfter(ended.retryAfter, ended.endedAt);
  const lengthened = requested > interval ? Math.min(requested + jitter, MAX_RETRY_AFTER_MS) : 0;
  return new Date(ended.endedAt.getTime() + Math.max(interval + jitter, lengthened));
}

/** RFC 9110, section 5.6.7: a recipient accepts all three forms of an HTTP date. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a Retry-After header: milliseconds from the end of the response, from seconds or a date (RFC 9110, section
 * 10.2.3). Infinity is possible.
 * @returns 0 for a date in the past and for an invalid header
 */
function readRetryAfter(header: string | undefined, endedAt: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATES.some((form) => form.test(text))) return 0;
  // The oldest form has no time zone, and is UTC.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - endedAt.getTime());
}
