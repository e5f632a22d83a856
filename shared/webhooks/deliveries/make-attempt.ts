import type { StoredItem } from '../../platform/dynamodb/conditional-write.ts';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { SendResult, WebhookRequest } from '../sending/http-send-webhook.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import { nextAttemptAt } from '../sending/retry-schedule.ts';
import { signatureHeaders } from '../sending/sign-payload.ts';
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts';
import type { AttemptOutcome, DeliveryAttempts } from './delivery-attempts.ts';
import { readPayload } from './dynamodb-delivery-items.ts';

export interface AttemptParts {
  readonly table: DynamoDbTable;
  readonly attempts: DeliveryAttempts;
  readonly send: (request: WebhookRequest, resolved: ResolvedReceiver) => Promise<SendResult>;
  readonly gate: Pick<ReceiverGate, 'acknowledge'>;
  /** Seconds from the end of each attempt to the start of the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
}

/** The receiver of a delivery: its URL, its addresses as they were admitted, and the valid secrets. */
export interface Target {
  readonly url: string;
  readonly resolved: ResolvedReceiver;
  readonly secrets: readonly string[];
  /** Called while a request is open for longer than a quick receiver needs. */
  readonly onSlow?: () => void;
}

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
const LAST_ATTEMPT_INTERRUPTED = 'The last attempt was interrupted, and no attempt is left.';

function outcomeOf(
  { ok, status, retryAfter }: SendResult,
  { attempts, maxAttempts }: Delivery,
  schedule: readonly number[],
  endedAt: Date,
): AttemptOutcome {
  if (ok) return { status: 'delivered' };
  if (status === GONE) return { status: 'failed', reason: GONE_REASON };
  const dueAt = attempts < maxAttempts ? nextAttemptAt(schedule, attempts, endedAt, retryAfter) : undefined;
  if (dueAt !== undefined) return { status: 'pending', dueAt };
  const made = attempts === 1 ? 'Its only attempt' : `All of its ${attempts} attempts`;
  return { status: 'failed', reason: `${made} failed.` };
}

/**
 * Makes the next attempt of a delivery as it was read. What the request needs is read before the claim, so that a fault of the
 * service leaves the delivery as it is. A failure of the receiver is a result.
 */
export function createAttempt({ table, attempts, send, gate, schedule, now }: AttemptParts) {
  /** Undefined if no attempt was made: another run has the delivery, or it has failed without one. */
  return async (item: StoredItem, target: Target): Promise<Attempted | undefined> => {
    const { url, resolved, secrets, onSlow } = target;
    const { deliveryId, orgId, mode, eventId } = item as unknown as Delivery;
    const made = Number(item.attempts);
    if (made >= Number(item.maxAttempts)) {
      await attempts.fail(item, LAST_ATTEMPT_INTERRUPTED, now());
      return undefined;
    }
    const payload = await readPayload(table, { orgId, mode }, eventId);
    if (payload === undefined) {
      await attempts.fail(item, 'Its payload is no longer kept.', now());
      return undefined;
    }
    const body = payload.bytes;
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
    const result = await send({ url, body, headers }, resolved).finally(() => clearTimeout(slow));
    const { ok, address, retryAfter: _, body: answer, bodyTruncated, ...logged } = result;
    // Without it, the next delivery to the address counts as one to an unproven receiver.
    if (ok) await gate.acknowledge(url, address).catch(() => {});
    const attempt: Attempt = {
      ...{ number, url, startedAt: at.toISOString(), ...logged },
      ...(answer.length === 0 ? {} : { responseBody: answer }),
      ...(bodyTruncated ? { responseTruncated: true } : {}),
    };
    const outcome = outcomeOf(result, delivery, schedule, now());
    if (!(await attempts.record(claim, attempt, outcome))) {
      log(LOG.attemptClaimLost, { orgId, deliveryId, number });
      return undefined;
    }
    const dueAt = outcome.status === 'pending' ? outcome.dueAt : undefined;
    return { delivery, attempt, status: outcome.status, ...(dueAt && { dueAt }) };
  };
}

export type MakeAttempt = ReturnType<typeof createAttempt>;
