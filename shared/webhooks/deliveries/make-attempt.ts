import type { StoredItem } from '../../platform/dynamodb/conditional-write.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import { nextAttemptAt } from '../sending/retry-schedule.ts';
import type { SendResult, WebhookSender } from '../sending/send-webhook.ts';
import { signatureHeaders } from '../sending/sign-payload.ts';
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts';
import type { AttemptOutcome, DeliveryAttempts } from './delivery-attempts.ts';

export interface AttemptParts {
  readonly attempts: DeliveryAttempts;
  readonly readPayload: (
    eventOf: Pick<Delivery, 'orgId' | 'mode' | 'eventId'>,
  ) => Promise<Uint8Array | undefined>;
  readonly sender: WebhookSender;
  readonly gate: Pick<ReceiverGate, 'acknowledge'>;
  /** Seconds from the end of each attempt to the start of the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
}

/** The receiver of a delivery: its URL, its addresses as they were admitted, and the valid secrets. */
export interface Target {
  readonly url: string;
  /** Undefined if nothing can be sent: the attempt records why. */
  readonly resolved: ResolvedReceiver | undefined;
  readonly secrets: readonly string[];
  /** Called while a request is open for longer than a quick receiver needs. */
  readonly onSlow?: () => void;
}

/** An attempt that was made. */
export interface Attempted {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  readonly status: DeliveryStatus;
  /** When the next attempt is due, if there is one. */
  readonly dueAt?: Date;
}

/** An attempt without an outcome by then counts as lost: claim, request and record take at most 12 seconds. */
export const LOST_AFTER_MS = 15_000;
/** A receiver that takes longer is slow. */
const SLOW_MS = 1_000;

export const GONE = 410;
export const GONE_REASON = 'The receiver answered 410 Gone.';
const URL_NOT_VALID =
  'The url of the webhook is not valid, so nothing can be sent to it. Replace it by PUT /v1/webhooks/{id}.';
const LAST_ATTEMPT_INTERRUPTED = 'The last attempt was interrupted, and no attempt is left.';

/** The state of a delivery after an attempt that ended at `endedAt`. */
function outcomeOf(
  { ok, status, retryAfter, permanent }: SendResult,
  { number, maxAttempts }: { readonly number: number; readonly maxAttempts: number },
  schedule: readonly number[],
  endedAt: Date,
): AttemptOutcome {
  if (ok) return { status: 'delivered' };
  if (status === GONE) return { status: 'failed', reason: GONE_REASON };
  if (permanent) return { status: 'failed', reason: URL_NOT_VALID };
  const next = { schedule, attempts: number, endedAt, retryAfter, random: Math.random };
  const dueAt = number >= maxAttempts ? undefined : nextAttemptAt(next);
  if (dueAt !== undefined) return { status: 'pending', dueAt };
  const made = number === 1 ? 'Its only attempt' : `All of its ${number} attempts`;
  return { status: 'failed', reason: `${made} failed.` };
}

/**
 * Makes the next attempt of a delivery as it was read. What the request needs is read before the claim, so that a fault of the
 * service leaves the delivery as it is. A failure of the receiver is a result.
 */
export function createAttempt({ attempts, readPayload, sender, gate, schedule, now }: AttemptParts) {
  /** Undefined if no attempt was made: another run has the delivery, or it has failed without one. */
  return async (item: StoredItem, target: Target): Promise<Attempted | undefined> => {
    const { url, resolved, secrets, onSlow } = target;
    const { deliveryId, orgId, mode, eventId } = item as unknown as Delivery;
    const made = Number(item.attempts);
    if (made >= Number(item.maxAttempts)) {
      await attempts.fail(item, LAST_ATTEMPT_INTERRUPTED, now());
      return undefined;
    }
    const body = await readPayload({ orgId, mode, eventId });
    if (body === undefined) {
      await attempts.fail(item, 'Its payload is no longer kept.', now());
      return undefined;
    }
    const at = now();
    const headers = {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-delivery-id': deliveryId,
      'x-delivery-attempt': String(made + 1),
      ...signatureHeaders({ id: eventId, body, secrets, at: machineTime(at) }),
    };
    const lostMs = LOST_AFTER_MS + (schedule[Math.min(made, schedule.length - 1)] ?? 0) * 1000;
    const claim = await attempts.claim(item, url, at, new Date(at.getTime() + lostMs));
    if (claim === undefined) return undefined;

    const { delivery, number } = claim;
    const slow = onSlow && setTimeout(onSlow, SLOW_MS);
    const result = await sender.send({ url, body, headers }, resolved).finally(() => clearTimeout(slow));
    // Without it, the next delivery to the address counts as one to an unproven receiver.
    if (result.ok) await gate.acknowledge(url, result.address).catch(() => {});
    const { status, error, detail, body: answer, bodyTruncated } = result;
    const attempt: Attempt = {
      number,
      url,
      startedAt: at.toISOString(),
      durationMs: Math.round(result.durationMs),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
      ...(detail === undefined ? {} : { detail }),
      ...(answer.length === 0 ? {} : { responseBody: answer }),
      ...(bodyTruncated ? { responseTruncated: true } : {}),
    };
    const outcome = outcomeOf(result, { number, maxAttempts: delivery.maxAttempts }, schedule, now());
    if (!(await attempts.record(claim, attempt, outcome))) {
      log(LOG.attemptClaimLost, { orgId, deliveryId, number });
      return undefined;
    }
    const dueAt = outcome.status === 'pending' ? outcome.dueAt : undefined;
    return { delivery, attempt, status: outcome.status, ...(dueAt && { dueAt }) };
  };
}

export type MakeAttempt = ReturnType<typeof createAttempt>;
