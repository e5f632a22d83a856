import { nextAttemptAt } from '../../sending/retry-schedule.ts';
import type { AttemptOutcome } from '../delivery-ports.ts';
import { hintDelay, lookAtOf } from '../due-times.ts';

/** What an attempt came to, as far as the rules ask. */
export interface SentAttempt {
  readonly ok: boolean;
  readonly status?: number;
  /** As the receiver sent it. */
  readonly retryAfter?: string;
  readonly endedAt: Date;
  /** No later attempt can succeed. */
  readonly permanent?: true;
}

export interface JudgeParts {
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly maxAttempts: number;
  /** Seconds. */
  readonly schedule: readonly number[];
  readonly random: () => number;
}

/** The receiver says that it is gone for good: it gets nothing more. */
export const GONE = 410;

const URL_NOT_VALID =
  'The url of the webhook is not valid, so nothing can be sent to it. Replace it by PUT /v1/webhooks/{id}.';

/** What becomes of a delivery after an attempt. */
export function judgeAttempt(outcome: SentAttempt, parts: JudgeParts): AttemptOutcome {
  const { number, maxAttempts, schedule, random } = parts;
  const { ok, status, retryAfter, endedAt, permanent = false } = outcome;
  if (ok) return { status: 'delivered' };
  if (status === GONE) {
    return { status: 'failed', reason: 'The receiver answered 410 Gone; the webhook was disabled.' };
  }
  if (permanent) return { status: 'failed', reason: URL_NOT_VALID };
  const dueAt =
    number >= maxAttempts
      ? undefined
      : nextAttemptAt({
          schedule,
          attempts: number,
          endedAt,
          random,
          ...(retryAfter === undefined ? {} : { retryAfter }),
        });
  if (dueAt === undefined) {
    const made = number === 1 ? 'Its only attempt' : `All of its ${number} attempts`;
    return { status: 'failed', reason: `${made} failed.` };
  }
  const hinted = hintDelay(dueAt, endedAt) !== undefined;
  return { status: 'pending', dueAt, lookAt: lookAtOf(dueAt, hinted) };
}
