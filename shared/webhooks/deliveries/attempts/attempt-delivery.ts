import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import { machineTime } from '../../../platform/time/machine-time.ts';
import type { Admission, SendBudget } from '../../limits/send-budget.ts';
import type { ResolvedReceiver } from '../../receiver-guard/resolve-receiver.ts';
import type { SecretOpening } from '../../secrets/webhook-secrets.ts';
import type { ReceiverGate } from '../../sending/admit-receiver.ts';
import type { WebhookSender } from '../../sending/send-webhook.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { Attempt, DeliveryMessage, DeliveryStatus } from '../delivery.ts';
import { closeMessage, deliveryMessage } from '../delivery-messages.ts';
import type { AttemptOutcome, Claim, DeliveryAttempts } from '../delivery-ports.ts';
import { firstCheckAt, messageDelay } from '../due-times.ts';
import { attemptRequest } from './attempt-request.ts';
import { decideAttemptOutcome, GONE } from './decide-attempt-outcome.ts';

export interface AttemptParts {
  readonly attempts: DeliveryAttempts;
  readonly webhooks: WebhookHealth;
  readonly secrets: SecretOpening;
  readonly sender: WebhookSender;
  readonly budget: Pick<SendBudget, 'admit'>;
  readonly gate: ReceiverGate;
  readonly retries: MessageQueue;
  /** Seconds from the end of each attempt to the start of the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
  readonly random: () => number;
}

/**
 * `none`: no attempt was due. `late`: too little time was left to start one. `postponed`: a rate limit was exceeded;
 * the delivery waits for its tokens.
 */
export type Attempted =
  | { readonly outcome: 'none' | 'late' | 'postponed' }
  | {
      readonly outcome: 'attempted';
      readonly attempt: Attempt;
      readonly status: DeliveryStatus;
      /** Seconds from the event to the response, if the first attempt succeeded and no rate limit had postponed it. */
      readonly delaySeconds?: number;
    };

const NONE: Attempted = { outcome: 'none' };
const POSTPONED: Attempted = { outcome: 'postponed' };

/**
 * An attempt without an outcome by then counts as lost. Claim, request and record take at most 12 seconds, unless requests
 * to the table must be repeated: then the outcome of the later attempt is recorded, and the receiver may get the event twice.
 */
const LOST_AFTER_MS = 15_000;

/** A message that arrives at most this early is attributed to clock skew, and is sent again. */
const MAX_CLOCK_SKEW_MS = 5_000;

/** A receiver that takes longer is slow: its deliveries use the slow queue for `SLOW_FOR_MS`. */
const SLOW_MS = 1_000;
const SLOW_FOR_MS = 10 * 60_000;

const DISABLED_FOR_FAILURES = 'The webhook was disabled: its receiver failed for too long.';

/** An attempt without a recorded outcome counts as failed: the next one waits for the interval of the schedule. */
const dueIfLost = (schedule: readonly number[], at: Date) => (number: number) => {
  const seconds = schedule[Math.min(number, schedule.length) - 1] ?? 0;
  return new Date(at.getTime() + LOST_AFTER_MS + seconds * 1000);
};

/**
 * Makes the next attempt of a due delivery. Payload, secrets and tokens are read before the claim. A failure of the
 * receiver is a result. A failure of the service is thrown: before the claim the delivery is unchanged, after it the
 * attempt stays interrupted. `tooLate` is called before the claim: whether the attempt would outlast the run.
 */
export function attemptDeliveryUseCase(parts: AttemptParts) {
  const { attempts, webhooks, secrets, sender, budget, gate, retries, schedule, now, random } = parts;

  /** Never fails: the sweep finds a delivery whose message was lost. */
  const sendMessage = async (
    message: Parameters<MessageQueue['send']>[0][number],
    { orgId, webhookId }: Pick<DeliveryMessage, 'orgId' | 'webhookId'>,
  ): Promise<void> => {
    const failed = await retries.send([message]).catch(() => [0]);
    if (failed.length > 0) log(LOG.deliveryMessageNotSent, { orgId, webhookId });
  };

  const validSecrets = (webhook: Webhook, at: Date): Promise<string[]> => {
    const { orgId, mode, id: webhookId } = webhook;
    const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > at.toISOString());
    return Promise.all(valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId })));
  };

  // All deliveries of a run share one webhook object: it is marked once.
  const marked = new WeakMap<Webhook, Promise<void>>();
  const markSlow = (webhook: Webhook): Promise<void> => {
    const at = now();
    // Renewed only in the second half of its duration.
    if ((webhook.slowUntil ?? '') >= new Date(at.getTime() + SLOW_FOR_MS / 2).toISOString()) {
      return Promise.resolve();
    }
    const known = marked.get(webhook);
    if (known !== undefined) return known;
    const until = new Date(at.getTime() + SLOW_FOR_MS);
    const marking = webhooks.markSlow(webhook, webhook.id, until).catch((error: unknown) => {
      marked.delete(webhook);
      const { orgId, id: webhookId } = webhook;
      log(LOG.slowReceiverNotRecorded, { orgId, webhookId, ...describeError(error) });
    });
    marked.set(webhook, marking);
    return marking;
  };

  const send = async (
    claim: Claim,
    webhook: Webhook,
    body: Uint8Array,
    keys: string[],
    resolved: ResolvedReceiver | undefined,
  ) => {
    const { delivery, number } = claim;
    const { eventId, deliveryId } = delivery;
    const { url } = webhook;
    const at = now();
    const parts = { url, eventId, deliveryId, attempt: number, body, secrets: keys };
    const request = attemptRequest({ ...parts, at: machineTime(at) });
    // Marked while the request is open, so that later deliveries to this receiver do not block the fast queue.
    const slow = delivery.test ? undefined : setTimeout(() => void markSlow(webhook), SLOW_MS);
    const result = await sender.send(request, resolved).finally(() => clearTimeout(slow));
    // Without it, the next delivery to the address counts as one to an unproven receiver.
    if (result.ok) await gate.acknowledge(url, result.address).catch(() => {});
    const attempt: Attempt = {
      number,
      url,
      startedAt: at.toISOString(),
      durationMs: Math.round(result.durationMs),
      ...(result.status === undefined ? {} : { status: result.status }),
      ...(result.error === undefined ? {} : { error: result.error }),
      ...(result.detail === undefined ? {} : { detail: result.detail }),
      ...(result.body.length === 0 ? {} : { responseBody: result.body }),
      ...(result.bodyTruncated ? { responseTruncated: true } : {}),
    };
    return { result, attempt };
  };

  /** Updates the state of the webhook after an attempt. */
  const updateWebhook = async (
    webhook: Webhook,
    attempt: Attempt,
    outcome: AttemptOutcome,
  ): Promise<void> => {
    const { id, exhausted } = webhook;
    const at = now();
    if (attempt.error === 'timeout' || (attempt.durationMs ?? 0) > SLOW_MS) await markSlow(webhook);
    if (outcome.status === 'delivered' && exhausted !== undefined) await webhooks.clearExhausted(webhook, id);
    if (outcome.status !== 'failed') return;
    if (attempt.status === GONE) {
      const reason = 'The receiver answered 410 Gone.';
      if (await webhooks.disable(webhook, reason, at)) await close(webhook, reason);
    } else await exhaust(webhook);
  };

  const close = async (webhook: Webhook, reason: string): Promise<void> => {
    log(LOG.webhookDisabled, { orgId: webhook.orgId, webhookId: webhook.id, reason });
    await sendMessage(closeMessage(webhook, webhook.id, reason), {
      orgId: webhook.orgId,
      webhookId: webhook.id,
    });
  };

  const exhaust = async (webhook: Webhook): Promise<void> => {
    if (await webhooks.countExhausted(webhook, now())) await close(webhook, DISABLED_FOR_FAILURES);
  };

  const postpone = async (
    message: DeliveryMessage,
    admission: Extract<Admission, { send: false }>,
    at: Date,
  ) => {
    const { dueAt, send: _, ...tokens } = admission;
    const delay = messageDelay(dueAt, at);
    const nextCheckAt = firstCheckAt(dueAt, delay !== undefined);
    if (!(await attempts.postpone(message, { dueAt, nextCheckAt, ...tokens }, at))) return NONE;
    const { hostTokenAt, tokenAt, ...rest } = message;
    if (delay !== undefined) await sendMessage(deliveryMessage({ ...rest, ...tokens }, delay), message);
    return POSTPONED;
  };

  return async (message: DeliveryMessage, webhook: Webhook, tooLate = () => false): Promise<Attempted> => {
    /** The receiver first: a delivery that waits for it uses no token of its organization. */
    const admit = async () => {
      const room = await gate.admit(webhook.url, message.attempts > 0);
      if ('dueAt' in room) return { admission: { send: false, ...room } as const, resolved: undefined };
      return { admission: await budget.admit(message, webhook.url), resolved: room.resolved };
    };
    const [body, keys, { admission, resolved }] = await Promise.all([
      attempts.payload(message),
      validSecrets(webhook, now()),
      admit(),
    ]);
    const at = now();
    // Reading took too long: an attempt that is claimed now could be interrupted.
    if (tooLate()) return { outcome: 'late' };
    if (body === undefined) {
      await attempts.fail(message, 'Its payload is no longer kept.', at);
      return NONE;
    }
    if (!admission.send) return postpone(message, admission, at);
    const claimed = await attempts.claim(message, webhook.url, at, dueIfLost(schedule, at));
    if (claimed.outcome === 'over') return NONE;
    if (claimed.outcome === 'not-due') {
      const early = Date.parse(claimed.dueAt) - at.getTime();
      if (early <= MAX_CLOCK_SKEW_MS) {
        await sendMessage(
          deliveryMessage({ ...message, attempts: claimed.attempts }, Math.ceil(early / 1000)),
          message,
        );
      }
      return NONE;
    }
    if (claimed.outcome === 'no-attempts-left') {
      if (!claimed.delivery.test) await exhaust(webhook);
      return NONE;
    }

    const { claim } = claimed;
    const { delivery, number } = claim;
    const { result, attempt } = await send(claim, webhook, body, keys, resolved);
    const endedAt = now();
    const { maxAttempts } = delivery;
    const outcome = decideAttemptOutcome({ ...result, endedAt }, { number, maxAttempts, schedule, random });
    if (!(await attempts.record(claim, attempt, outcome))) {
      log(LOG.attemptLeaseLost, { orgId: delivery.orgId, deliveryId: delivery.deliveryId, number });
      return { outcome: 'attempted', attempt, status: 'pending' };
    }
    if (outcome.status === 'pending') {
      const delay = messageDelay(outcome.dueAt, now());
      // The next attempt reserves its own tokens.
      const { hostTokenAt, tokenAt, ...rest } = message;
      if (delay !== undefined)
        await sendMessage(deliveryMessage({ ...rest, attempts: number }, delay), message);
    }
    if (!delivery.test) await updateWebhook(webhook, attempt, outcome);
    const { status } = outcome;
    const isFirst = number === 1 && !message.tokenAt && !message.hostTokenAt;
    if (status !== 'delivered' || !isFirst || delivery.test) return { outcome: 'attempted', attempt, status };
    const delaySeconds = (endedAt.getTime() - Date.parse(delivery.createdAt)) / 1000;
    return { outcome: 'attempted', attempt, status, delaySeconds };
  };
}
