import { readRetryAfter } from './retry-after.ts';

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
