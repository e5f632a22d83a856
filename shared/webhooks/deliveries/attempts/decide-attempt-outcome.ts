import { nextAttemptAt } from '../../sending/retry-schedule.ts';
import type { AttemptOutcome } from '../delivery-ports.ts';
import { firstCheckAt, messageDelay } from '../due-times.ts';

/** The part of an attempt's result that decides its outcome. */
export interface AttemptResult {
  readonly ok: boolean;
  readonly status?: number;
  /** As the receiver sent it. */
  readonly retryAfter?: string;
  readonly endedAt: Date;
  /** No later attempt can succeed. */
  readonly permanent?: true;
}

export interface AttemptRules {
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly maxAttempts: number;
  /** Seconds. */
  readonly schedule: readonly number[];
  readonly random: () => number;
}

/** HTTP status of a receiver that no longer exists: its webhook is disabled. */
export const GONE = 410;

const URL_NOT_VALID =
  'The url of the webhook is not valid, so nothing can be sent to it. Replace it by PUT /v1/webhooks/{id}.';

/** The state of a delivery after an attempt. */
export function decideAttemptOutcome(result: AttemptResult, rules: AttemptRules): AttemptOutcome {
  const { number, maxAttempts, schedule, random } = rules;
  const { ok, status, retryAfter, endedAt, permanent = false } = result;
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
  const enqueued = messageDelay(dueAt, endedAt) !== undefined;
  return { status: 'pending', dueAt, nextCheckAt: firstCheckAt(dueAt, enqueued) };
}
