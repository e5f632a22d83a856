import { readRetryAfter } from './retry-after.ts';

const MOST_RETRIES = 5;
const MOST_JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

/**
 * Reads a schedule such as "300,900,3600,14400,43200": one to five gaps in whole seconds.
 * @param least seconds below which a gap is refused
 * @throws RangeError that says what is wrong, for an operator to read
 */
export function parseRetrySchedule(text: string, least: number): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (wrong !== undefined) {
    throw new RangeError(
      `Retry schedule "${text}": "${wrong}" is no whole number of seconds (at most 6 digits).`,
    );
  }
  if (parts.length > MOST_RETRIES) {
    throw new RangeError(
      `Retry schedule "${text}": ${parts.length} retries, at most ${MOST_RETRIES} are made.`,
    );
  }
  const gaps = parts.map(Number);
  const short = gaps.find((gap) => gap < least);
  if (short !== undefined) {
    throw new RangeError(`Retry schedule "${text}": ${short} s is too short, the least gap is ${least} s.`);
  }
  return gaps;
}

export interface EndedAttempt {
  /** Gaps in seconds. */
  readonly schedule: readonly number[];
  /** Made so far: 1 after the first one. */
  readonly attempts: number;
  readonly endedAt: Date;
  /** Header of the answer, as sent. */
  readonly retryAfter?: string | undefined;
  /** From 0 to 1, as Math.random. */
  readonly random: () => number;
}

/**
 * When the next attempt is due: never earlier than the schedule's gap after the end of this one, up to a tenth of the
 * gap later, so that retries of one outage spread; later still where the receiver asks for it, by 24 hours at most.
 * @returns undefined after the last attempt
 */
export function nextAttemptAt(ended: EndedAttempt): Date | undefined {
  const seconds = ended.schedule[ended.attempts - 1];
  if (seconds === undefined) return undefined;
  const gap = seconds * 1000;
  const jitter = Math.floor(gap * MOST_JITTER * ended.random());
  const asked = readRetryAfter(ended.retryAfter, ended.endedAt);
  const lengthened = asked > gap ? Math.min(asked + jitter, LONGEST_RETRY_AFTER_MS) : 0;
  return new Date(ended.endedAt.getTime() + Math.max(gap + jitter, lengthened));
}
