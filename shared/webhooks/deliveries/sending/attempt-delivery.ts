import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import { machineTime } from '../../../platform/time/machine-time.ts';
import type { Admission, SendBudget } from '../../limits/send-budget.ts';
import type { SecretOpening } from '../../secrets/webhook-secrets.ts';
import type { WebhookSender } from '../../sending/send-webhook.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { Attempt, DeliveryHint, DeliveryStatus } from '../delivery.ts';
import { closeMessage, hintMessage } from '../delivery-messages.ts';
import type { AttemptOutcome, Claim, DeliveryAttempts } from '../delivery-ports.ts';
import { hintDelay, lookAtOf } from '../due-times.ts';
import { GONE, judgeAttempt } from './decide-attempt-outcome.ts';
import { webhookRequest } from './webhook-request.ts';

export interface AttemptParts {
  readonly attempts: DeliveryAttempts;
  readonly webhooks: WebhookHealth;
  readonly secrets: SecretOpening;
  readonly sender: WebhookSender;
  readonly budget: Pick<SendBudget, 'admit'>;
  readonly retries: MessageQueue;
  /** Seconds from the end of an attempt to the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
  readonly random: () => number;
}

/**
 * How a delivery came out of an attempt; `none`: there was none to make; `late`: none was begun any more; `deferred`: it
 * waits for the limits of its organization.
 */
export type Attempted =
  | { readonly outcome: 'none' | 'late' | 'deferred' }
  | { readonly outcome: 'attempted'; readonly attempt: Attempt; readonly status: DeliveryStatus };

const NONE: Attempted = { outcome: 'none' };
const DEFERRED: Attempted = { outcome: 'deferred' };

/** What a claim with its retries, the request and its record may take together: an attempt is taken for lost then. */
const LOST_AFTER_MS = 30_000;

/** A hint that comes before its time by no more than this met a clock that is behind. */
const CLOCKS_DIFFER_MS = 5_000;

/** A receiver that takes longer gets its deliveries by the road of slow ones, for a while. */
const SLOW_MS = 1_000;
const SLOW_FOR_MS = 10 * 60_000;

const DISABLED_FOR_FAILURES = 'The webhook was disabled: its receiver failed for too long.';

/** An attempt that nobody hears of again counts as one that failed: the next keeps its distance from it. */
const dueIfLost = (schedule: readonly number[], at: Date) => (number: number) => {
  const seconds = schedule[Math.min(number, schedule.length) - 1] ?? 0;
  return new Date(at.getTime() + LOST_AFTER_MS + seconds * 1000);
};

/**
 * Makes the next attempt of a delivery that is due. What is needed is read before the attempt is claimed: after that
 * only the receiver can fail. A receiver's failure is a result; ours is thrown, and leaves the delivery as it was.
 * `tooLate` is asked before the claim: whether the attempt would outlive the run that makes it.
 */
export function createAttemptDelivery(parts: AttemptParts) {
  const { attempts, webhooks, secrets, sender, budget, retries, schedule, now, random } = parts;

  /** Lost words to a queue lose nothing: the sweep looks at what is due. */
  const tell = async (
    message: Parameters<MessageQueue['send']>[0][number],
    { orgId, webhookId }: Pick<DeliveryHint, 'orgId' | 'webhookId'>,
  ): Promise<void> => {
    const failed = await retries.send([message]).catch(() => [0]);
    if (failed.length > 0) log('warn', LOG.hintNotSent, { orgId, webhookId });
  };

  const validSecrets = (webhook: Webhook, at: Date): Promise<string[]> => {
    const { orgId, mode, id: webhookId } = webhook;
    const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > at.toISOString());
    return Promise.all(valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId })));
  };

  // A run has one webhook for all of its deliveries: it is noted once.
  const noted = new WeakMap<Webhook, Promise<void>>();
  const noteSlow = (webhook: Webhook): Promise<void> => {
    const at = now();
    // Renewed in its second half alone.
    if ((webhook.slowUntil ?? '') >= new Date(at.getTime() + SLOW_FOR_MS / 2).toISOString()) {
      return Promise.resolve();
    }
    const known = noted.get(webhook);
    if (known !== undefined) return known;
    const until = new Date(at.getTime() + SLOW_FOR_MS);
    const noting = webhooks.markSlow(webhook, webhook.id, until).catch((error: unknown) => {
      noted.delete(webhook);
      const { orgId, id: webhookId } = webhook;
      log('warn', LOG.slowNotNoted, { orgId, webhookId, ...describeError(error) });
    });
    noted.set(webhook, noting);
    return noting;
  };

  const send = async (claim: Claim, webhook: Webhook, body: Uint8Array, keys: string[]) => {
    const { delivery, number } = claim;
    const { eventId, deliveryId } = delivery;
    const { url } = webhook;
    const at = now();
    const parts = { url, eventId, deliveryId, attempt: number, body, secrets: keys };
    const request = webhookRequest({ ...parts, at: machineTime(at) });
    // Noted while it hangs, so that no more of a flood comes to the road that it holds up.
    const slow = delivery.test ? undefined : setTimeout(() => void noteSlow(webhook), SLOW_MS);
    const result = await sender.send(request).finally(() => clearTimeout(slow));
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

  /** What an attempt means for its webhook. */
  const follow = async (webhook: Webhook, attempt: Attempt, verdict: AttemptOutcome): Promise<void> => {
    const { id, exhausted } = webhook;
    const at = now();
    if (attempt.error === 'timeout' || (attempt.durationMs ?? 0) > SLOW_MS) await noteSlow(webhook);
    if (verdict.status === 'delivered' && exhausted !== undefined) await webhooks.clearExhausted(webhook, id);
    if (verdict.status !== 'failed') return;
    if (attempt.status === GONE) {
      const reason = 'The receiver answered 410 Gone.';
      if (await webhooks.disable(webhook, id, reason, at)) await close(webhook, reason);
    } else await exhaust(webhook);
  };

  const close = async (webhook: Webhook, reason: string): Promise<void> => {
    log('warn', LOG.webhookDisabled, { orgId: webhook.orgId, webhookId: webhook.id, reason });
    await tell(closeMessage(webhook, webhook.id, reason), { orgId: webhook.orgId, webhookId: webhook.id });
  };

  const exhaust = async (webhook: Webhook): Promise<void> => {
    if (await webhooks.countExhausted(webhook, webhook.id, now()))
      await close(webhook, DISABLED_FOR_FAILURES);
  };

  const defer = async (hint: DeliveryHint, put: Extract<Admission, { send: false }>, at: Date) => {
    const { dueAt, send: _, ...tokens } = put;
    const delay = hintDelay(dueAt, at);
    const lookAt = lookAtOf(dueAt, delay !== undefined);
    if (!(await attempts.defer(hint, { dueAt, lookAt, ...tokens }, at))) return NONE;
    const { hostTokenAt, tokenAt, ...rest } = hint;
    if (delay !== undefined) await tell(hintMessage({ ...rest, ...tokens }, delay), hint);
    return DEFERRED;
  };

  return async (hint: DeliveryHint, webhook: Webhook, tooLate = () => false): Promise<Attempted> => {
    const [body, keys, admission] = await Promise.all([
      attempts.payload(hint),
      validSecrets(webhook, now()),
      budget.admit(hint, webhook.url),
    ]);
    const at = now();
    // Reading took too long: one that is claimed now might be cut off.
    if (tooLate()) return { outcome: 'late' };
    if (body === undefined) {
      await attempts.fail(hint, 'Its payload is no longer kept.', at);
      return NONE;
    }
    if (!admission.send) return defer(hint, admission, at);
    const claimed = await attempts.claim(hint, webhook.url, at, dueIfLost(schedule, at));
    if (claimed.outcome === 'over') return NONE;
    if (claimed.outcome === 'not-due') {
      const early = Date.parse(claimed.dueAt) - at.getTime();
      if (early <= CLOCKS_DIFFER_MS) {
        await tell(hintMessage({ ...hint, attempts: claimed.attempts }, Math.ceil(early / 1000)), hint);
      }
      return NONE;
    }
    if (claimed.outcome === 'given-up') {
      if (!claimed.delivery.test) await exhaust(webhook);
      return NONE;
    }

    const { claim } = claimed;
    const { delivery, number } = claim;
    const { result, attempt } = await send(claim, webhook, body, keys);
    const endedAt = now();
    const { maxAttempts } = delivery;
    const verdict = judgeAttempt({ ...result, endedAt }, { number, maxAttempts, schedule, random });
    if (!(await attempts.record(claim, attempt, verdict))) {
      log('warn', LOG.attemptOutlived, { orgId: delivery.orgId, deliveryId: delivery.deliveryId, number });
      return { outcome: 'attempted', attempt, status: 'pending' };
    }
    if (verdict.status === 'pending') {
      const delay = hintDelay(verdict.dueAt, now());
      // The next attempt takes tokens of its own.
      const { hostTokenAt, tokenAt, ...rest } = hint;
      if (delay !== undefined) await tell(hintMessage({ ...rest, attempts: number }, delay), hint);
    }
    if (!delivery.test) await follow(webhook, attempt, verdict);
    return { outcome: 'attempted', attempt, status: verdict.status };
  };
}
