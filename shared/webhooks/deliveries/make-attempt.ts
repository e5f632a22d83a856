import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { countMetric } from '../../platform/logging/metric.ts';
import { machineTime } from '../../platform/time/machine-time.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { SecretOpening } from '../secrets/webhook-secrets.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import { nextAttemptAt } from '../sending/retry-schedule.ts';
import type { SendResult, WebhookSender } from '../sending/send-webhook.ts';
import { signatureHeaders } from '../sending/sign-payload.ts';
import type { Webhook } from '../store/webhook.ts';
import type { WebhookHealth } from '../store/webhook-store.ts';
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts';
import type { AttemptOutcome, Claim, DeliveryAttempts } from './delivery-attempts.ts';

export interface AttemptParts {
  readonly attempts: DeliveryAttempts;
  readonly readPayload: (delivery: Delivery) => Promise<Uint8Array | undefined>;
  readonly webhooks: WebhookHealth;
  readonly secrets: SecretOpening;
  readonly sender: WebhookSender;
  readonly gate: ReceiverGate;
  /** Seconds from the end of each attempt to the start of the next. */
  readonly schedule: readonly number[];
  readonly now: () => Date;
}

/** What an attempt did. Undefined: none was due, or the service failed to make it, and it is due again later. */
export type Attempted =
  | { readonly outcome: 'postponed'; readonly dueAt: Date }
  | {
      readonly outcome: 'attempted';
      readonly delivery: Delivery;
      readonly attempt: Attempt;
      readonly status: DeliveryStatus;
      readonly dueAt?: Date;
      /** The webhook was disabled: its pending deliveries fail. */
      readonly disabled: boolean;
    }
  | undefined;

/** An attempt without an outcome by then counts as lost: claim, request and record take at most 12 seconds. */
const LOST_AFTER_MS = 15_000;

/** A receiver that takes longer is slow for `SLOW_FOR_MS`. */
const SLOW_MS = 1_000;
const SLOW_FOR_MS = 10 * 60_000;

/** After a failure of the service, a delivery is due again then, and fails after `OVERDUE_DAYS` of such failures. */
const SERVICE_FAILED_MS = 60_000;
const OVERDUE_DAYS = 3;
const OVERDUE_REASON = `For ${OVERDUE_DAYS} days the service could not make its next attempt. It can be sent again.`;

const GONE = 410;
const GONE_REASON = 'The receiver answered 410 Gone.';
const URL_NOT_VALID =
  'The url of the webhook is not valid, so nothing can be sent to it. Replace it by PUT /v1/webhooks/{id}.';

/** The state of a delivery after an attempt that ended at `endedAt`. */
export function outcomeOf(
  { ok, status, retryAfter, permanent }: Pick<SendResult, 'ok' | 'status' | 'retryAfter' | 'permanent'>,
  { number, maxAttempts }: { readonly number: number; readonly maxAttempts: number },
  schedule: readonly number[],
  endedAt: Date,
): AttemptOutcome {
  if (ok) return { status: 'delivered' };
  if (status === GONE) return { status: 'failed', reason: `${GONE_REASON} The webhook was disabled.` };
  if (permanent) return { status: 'failed', reason: URL_NOT_VALID };
  const next = { schedule, attempts: number, endedAt, retryAfter, random: Math.random };
  const dueAt = number >= maxAttempts ? undefined : nextAttemptAt(next);
  if (dueAt !== undefined) return { status: 'pending', dueAt };
  const made = number === 1 ? 'Its only attempt' : `All of its ${number} attempts`;
  return { status: 'failed', reason: `${made} failed.` };
}

/** Makes one attempt of a delivery. A failure of the receiver is a result; only a failure of the table is thrown. */
export function createAttempt(parts: AttemptParts) {
  const { attempts, readPayload, webhooks, secrets, sender, gate, schedule, now } = parts;

  const validSecrets = (webhook: Webhook, at: Date): Promise<string[]> => {
    const { orgId, mode, id: webhookId } = webhook;
    const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > at.toISOString());
    return Promise.all(valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId })));
  };

  /** The body and the secrets; undefined if the claim was given up. */
  const prepare = async (claim: Claim, webhook: Webhook) => {
    const { deliveryId, orgId, webhookId } = claim.delivery;
    try {
      const [body, keys] = await Promise.all([readPayload(claim.delivery), validSecrets(webhook, now())]);
      if (body !== undefined) return { body, keys };
      await attempts.giveBack(claim, now(), now());
      await attempts.fail(deliveryId, 'Its payload is no longer kept.', now());
    } catch (error) {
      log(LOG.deliveryNotProcessed, { orgId, deliveryId, ...describeError(error) });
      const at = now();
      const since = await attempts.giveBack(claim, new Date(at.getTime() + SERVICE_FAILED_MS), at);
      const isOverdue = since !== undefined && at.getTime() - Date.parse(since) > OVERDUE_DAYS * DAY_MS;
      if (isOverdue && (await attempts.fail(deliveryId, OVERDUE_REASON, at))) {
        log(LOG.deliveryNeverProcessed, { orgId, webhookId, deliveryId });
        countMetric('DeliveryGivenUp');
      }
    }
    return undefined;
  };

  const marked = new WeakSet<Webhook>();
  /** Marks a slow receiver once in a run, so that it does not delay others; renewed in the second half of the time. */
  const markSlow = async (webhook: Webhook): Promise<void> => {
    const { orgId, id: webhookId, slowUntil = '' } = webhook;
    const at = now().getTime();
    if (marked.has(webhook) || slowUntil >= new Date(at + SLOW_FOR_MS / 2).toISOString()) return;
    marked.add(webhook);
    await webhooks.markSlow(webhook, webhookId, new Date(at + SLOW_FOR_MS)).catch((error: unknown) => {
      log(LOG.slowReceiverNotRecorded, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Updates the state of the webhook after an attempt. True if this disabled it. */
  const updateWebhook = async (
    webhook: Webhook,
    { status }: Attempt,
    outcome: AttemptOutcome,
  ): Promise<boolean> => {
    if (outcome.status === 'delivered' && webhook.exhausted !== undefined)
      await webhooks.clearExhausted(webhook, webhook.id);
    if (outcome.status !== 'failed') return false;
    const disabled =
      status === GONE
        ? await webhooks.disable(webhook, GONE_REASON, now())
        : await webhooks.countExhausted(webhook, now());
    if (disabled) log(LOG.webhookDisabled, { orgId: webhook.orgId, webhookId: webhook.id, status });
    return disabled;
  };

  return async (
    deliveryId: string,
    webhook: Webhook,
    resolved: ResolvedReceiver | undefined,
    isRetry: boolean,
  ): Promise<Attempted> => {
    const { url } = webhook;
    let addresses: ResolvedReceiver | undefined = resolved;
    if (resolved?.ok) {
      const admission = await gate.admit(url, resolved.addresses, isRetry);
      if ('dueAt' in admission) {
        await attempts.postpone(deliveryId, admission.dueAt, now());
        return { outcome: 'postponed', dueAt: admission.dueAt };
      }
      addresses = { ok: true, addresses: admission.addresses };
    }
    const claimedAt = now();
    const dueIfLost = new Date(claimedAt.getTime() + LOST_AFTER_MS + (schedule[0] ?? 0) * 1000);
    const claim = await attempts.claim(deliveryId, url, claimedAt, dueIfLost);
    if (claim === undefined) return undefined;
    if ('exhausted' in claim) {
      if (!claim.exhausted.test) await webhooks.countExhausted(webhook, now());
      return undefined;
    }
    const prepared = await prepare(claim, webhook);
    if (prepared === undefined) return undefined;

    const { delivery, number } = claim;
    const at = now();
    const { eventId: id } = delivery;
    const headers = {
      'content-type': 'application/json',
      'x-event-id': id,
      'x-delivery-id': deliveryId,
      'x-delivery-attempt': String(number),
      ...signatureHeaders({ id, body: prepared.body, secrets: prepared.keys, at: machineTime(at) }),
    };
    // Marked while the request is open, so that later deliveries to this receiver do not wait like this one.
    const slow = delivery.test ? undefined : setTimeout(() => void markSlow(webhook), SLOW_MS);
    const result = await sender
      .send({ url, body: prepared.body, headers }, addresses)
      .finally(() => clearTimeout(slow));
    // Without it, the next delivery to the address counts as one to an unproven receiver.
    if (result.ok) await gate.acknowledge(url, result.address).catch(() => {});
    const { status, error, detail, body, bodyTruncated } = result;
    const attempt: Attempt = {
      number,
      url,
      startedAt: at.toISOString(),
      durationMs: Math.round(result.durationMs),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
      ...(detail === undefined ? {} : { detail }),
      ...(body.length === 0 ? {} : { responseBody: body }),
      ...(bodyTruncated ? { responseTruncated: true } : {}),
    };
    const outcome = outcomeOf(result, { number, maxAttempts: delivery.maxAttempts }, schedule, now());
    if (!(await attempts.record(claim, attempt, outcome))) {
      log(LOG.attemptClaimLost, { orgId: delivery.orgId, deliveryId, number });
      return undefined;
    }
    const disabled = !delivery.test && (await updateWebhook(webhook, attempt, outcome));
    return {
      outcome: 'attempted',
      delivery,
      attempt,
      status: outcome.status,
      disabled,
      ...(outcome.status === 'pending' ? { dueAt: outcome.dueAt } : {}),
    };
  };
}

export type MakeAttempt = ReturnType<typeof createAttempt>;
