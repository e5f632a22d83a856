import { randomInt } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readEnv, url } from '../../platform/env/read-env.ts';
import { describeError, log, withRequestId, writeMetrics } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { composeQueue } from '../../platform/sqs/compose-queue.ts';
import type { MessageQueue } from '../../platform/sqs/sqs-message-queue.ts';
import { countInMinute, MINUTE_MS, requestsKey } from '../limits/minute-limit.ts';
import { releasePlaces, takePlaces } from '../limits/places.ts';
import { MAX_IN_FLIGHT } from '../limits/webhook-limits.ts';
import type { Webhook } from '../store/webhook.ts';
import { ATTEMPT_VARIABLES, type AttemptParts, composeAttempts } from './compose-deliveries.ts';
import type { StoredDelivery } from './delivery.ts';
import {
  type Attempted,
  failDelivery,
  GONE,
  GONE_REASON,
  LOST_AFTER_MS,
  makeAttempt,
} from './delivery-attempts.ts';
import { type DeliveryMessage, parseDeliveryMessage, wakeUp } from './delivery-queue.ts';
import { addCounts, countAttempts } from './dynamodb-attempt-counts.ts';
import { findDue, readDeliveries } from './dynamodb-deliveries.ts';

/** Slow receivers of an organization leave the rest of its places to its others. */
const MAX_SLOW_IN_FLIGHT = 75;
/** A receiver whose attempt takes longer is slow. */
const SLOW_MS = 1_000;
/** Renewed in the second half of the time. */
const MARKED_MS = { slowUntil: 10 * MINUTE_MS, limitedUntil: 3 * MINUTE_MS };
/** Runs that make first attempts for a webhook: as many wait for a receiver that hangs, and for no others. */
const FIRST_RUNS = 4;
/** As long as a run may take: the places of one that was killed are free then. */
const PLACES_MS = 30_000;
/** Deliveries that a run sends at once, or fails for a webhook that is deleted or disabled. */
const MAX_TOGETHER = 50;

/** The index of due deliveries is up to date by then. */
const INDEXED_SECONDS = 1;
/** Other places of the organization are free by then, and a new receiver has proved itself. */
const FREE_SECONDS = 5;
/** Attempts in progress have ended by then. */
const ATTEMPT_SECONDS = LOST_AFTER_MS / 1000;
const MAX_DELAY_SECONDS = 900;

/**
 * Why deliveries of a batch were not sent. `busy`: another batch has its name; `full`: its organization has no place for the
 * rest; `refused`: its receiver has to prove itself first; `minute`: its organization has made the requests of this minute;
 * `failing`: attempts could not be made because of faults of the service.
 */
export type Left = 'busy' | 'full' | 'refused' | 'minute' | 'failing';

export interface Batch {
  readonly webhook: Webhook;
  readonly wanted: number;
  /** At most one batch with this name is sent at a time. */
  readonly name?: string;
  /** Places in flight that the organization may have with this batch. */
  readonly most?: number;
  readonly isRetry?: boolean;
  /** Returns or makes the deliveries, at most `count`. */
  readonly take: (count: number) => Promise<readonly StoredDelivery[]>;
}

/** Makes attempts of deliveries of a webhook at once, as many as the limits allow. */
export async function sendBatch(
  parts: AttemptParts,
  { webhook, wanted, name, most = MAX_IN_FLIGHT, isRetry, take }: Batch,
): Promise<{ readonly made: readonly Attempted[]; readonly left?: Left }> {
  const { table, gate, secrets, perMinute, now } = parts;
  const { orgId, mode, id: webhookId, url } = webhook;
  const fault = (error: unknown, deliveryId?: string): undefined => {
    log(LOG.deliveryNotProcessed, { orgId, webhookId, deliveryId, ...describeError(error) });
  };
  const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now().toISOString());
  const opened = valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId }));
  const keys = await Promise.all(opened).catch(fault);
  if (!keys) return { made: [], left: 'failing' };
  const at = now();
  const until = new Date(at.getTime() + PLACES_MS);
  const request = { orgId, limit: 'deliveries', wanted, most, until, ...(name && { name }) };
  const places = await takePlaces(table, request, at);
  if (typeof places === 'string') return { made: [], left: places };
  try {
    const started = performance.now();
    const { resolved, count } = await gate.admit(url, places.count, isRetry);
    if (count === 0) return { made: [], left: 'refused' };
    const lookUpMs = Math.round(performance.now() - started);
    const room = await countInMinute(table, requestsKey(webhook, at), count, perMinute, at);
    if (room === 0) return { made: [], left: 'minute' };
    const target = { url, resolved, lookUpMs, secrets: keys };
    // A fault of one delivery does not stop the others.
    let isFailing = false;
    const attempts = (await take(room)).map((stored) =>
      makeAttempt(parts, stored, target).catch((error) => {
        isFailing = true;
        return fault(error, stored.deliveryId);
      }),
    );
    const made = (await Promise.all(attempts)).filter((one) => one !== undefined);
    if (isFailing && made.length === 0) return { made, left: 'failing' };
    return room < wanted ? { made, left: 'full' } : { made };
  } finally {
    await releasePlaces(table, places);
  }
}

/**
 * The Lambda handler of both delivery queues. `deliveries` has first attempts at quick receivers, and passes slow ones on;
 * `retries` has wake-ups for the rest. What a run does not send stays due in the table: a later message or the sweep finds it.
 */
export function createDeliverySender(
  queue: 'deliveries' | 'retries',
  parts: AttemptParts & { readonly retries: MessageQueue },
) {
  const { table, webhooks, isStopped, retries, now } = parts;
  const isFirst = queue === 'deliveries';
  const isSlow = ({ slowUntil = '' }: Webhook) => slowUntil > now().toISOString();

  /** Marks a webhook whose deliveries wait: behind a slow receiver for no others, and for both of them without an alarm. */
  const mark = async (webhook: Webhook, name: keyof typeof MARKED_MS): Promise<void> => {
    const { orgId, id: webhookId, [name]: marked = '' } = webhook;
    const until = (ms: number) => new Date(now().getTime() + ms);
    if (marked >= until(MARKED_MS[name] / 2).toISOString()) return;
    await webhooks.mark(webhook, name, until(MARKED_MS[name])).catch((error: unknown) => {
      log(LOG.slowReceiverNotRecorded, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** The deliveries that are due, in this order. */
  const readDue = async (ids: readonly string[]): Promise<readonly StoredDelivery[]> => {
    const at = now().toISOString();
    return (await readDeliveries(table, ids))
      .filter(({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt <= at)
      .sort((one, other) => ids.indexOf(one.deliveryId) - ids.indexOf(other.deliveryId));
  };

  /** Updates the webhook by the results of its attempts. True if this disabled it. */
  const judge = async (webhook: Webhook, made: readonly Attempted[], at: Date): Promise<boolean> => {
    const failed = made.filter(({ outcome }) => outcome.status === 'failed');
    if (failed.some(({ attempt }) => attempt.responseStatus === GONE))
      return webhooks.disable(webhook, GONE_REASON, at);
    if (made.some(({ outcome }) => outcome.status === 'delivered')) {
      if (webhook.exhausted !== undefined) await webhooks.clearExhausted(webhook, webhook.id);
      return false;
    }
    return failed.length > 0 && webhooks.countExhausted(webhook, at, failed.length);
  };

  /** Counts attempts, for operators and for the health of the webhook. */
  const count = async (webhook: Webhook, made: readonly Attempted[], at: Date): Promise<void> => {
    const { orgId, id: webhookId } = webhook;
    const errors = made.flatMap(({ attempt: { error } }) => error ?? []);
    const ended = made.filter(({ outcome }) => outcome.status === 'failed').length;
    const isInTime = ({ attempt: { number }, outcome }: Attempted) =>
      number === 1 && outcome.status === 'delivered';
    // Delays by limits or slow receivers are not the service's.
    const inTime = isFirst && !isSlow(webhook) ? made.filter(isInTime) : [];
    const value = inTime.map(({ createdAt }) => (at.getTime() - Date.parse(createdAt)) / 1000);
    writeMetrics(
      LOG.deliveriesAttempted,
      {
        AttemptsSucceeded: made.length - errors.length,
        AttemptsFailed: errors.length,
        ...(value.length > 0 && { DeliveryDelay: { value, unit: 'Seconds' as const } }),
      },
      { orgId, webhookId, ended, errors: addCounts(errors.map((error) => ({ [error]: 1 }))) },
    );
    const logged = made.map(({ attempt }) => attempt);
    await countAttempts(table, webhook, logged).catch((error: unknown) => {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Fails pending deliveries of a webhook that is deleted or disabled; the next run fails the rest. */
  const failPending = async (address: DeliveryMessage, webhook: Webhook | undefined): Promise<void> => {
    const { orgId, webhookId } = address;
    const pending = await findDue(table, webhookId, undefined, MAX_TOGETHER);
    if (pending.length === 0) return;
    const reason = webhook
      ? `The webhook is disabled. ${webhook.disabledReason ?? ''}`.trim()
      : 'The webhook was deleted.';
    const stored = await readDeliveries(table, pending);
    const failed = await Promise.all(stored.map((one) => failDelivery(table, one, reason, now())));
    const ended = failed.filter(Boolean).length;
    if (ended > 0) log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended });
    // An attempt in progress has ended by then.
    await wakeUp(retries, address, ended === pending.length ? INDEXED_SECONDS : ATTEMPT_SECONDS);
  };

  /** Serves the messages of a run for one webhook. @param deliveryIds the first attempts that they ask for. */
  const serve = async (address: DeliveryMessage, deliveryIds: readonly string[]): Promise<void> => {
    const { orgId, webhookId } = address;
    const wakeIn = (...seconds: number[]) => wakeUp(retries, address, ...seconds);
    // When a stopped organization is started again, the sweep finds its deliveries.
    if (await isStopped(orgId)) return;
    const webhook = await webhooks.get(address, webhookId);
    if (!webhook?.enabled) return failPending(address, webhook);
    if (isFirst && isSlow(webhook)) return wakeIn(INDEXED_SECONDS);
    const ids = isFirst ? deliveryIds : await findDue(table, webhookId, now(), MAX_TOGETHER);
    if (ids.length === 0) return;
    // Before requests are counted: a message can be repeated, and the index still has what the last batch sent.
    const due = await readDue(ids);
    if (due.length === 0) return isFirst ? undefined : wakeIn(INDEXED_SECONDS);
    const { made, left } = await sendBatch(parts, {
      ...{ webhook, wanted: due.length, isRetry: !isFirst },
      name: isFirst ? `${randomInt(FIRST_RUNS)}_${webhookId}` : webhookId,
      most: isSlow(webhook) ? MAX_SLOW_IN_FLIGHT : MAX_IN_FLIGHT,
      take: async (room) => due.slice(0, room),
    });
    if (made.length > 0) {
      const at = now();
      // Tests say nothing about the health of their webhook.
      const events = made.filter(({ test }) => !test);
      const disabled = await judge(webhook, events, at);
      if (disabled) log(LOG.webhookDisabled, { orgId, webhookId });
      const delays = made
        .flatMap(({ outcome }) => outcome.nextAttemptAt ?? [])
        .map((next) => Math.max(0, Math.ceil((Date.parse(next) - at.getTime()) / 1000)))
        // The sweep finds what is due later than a message can be delayed.
        .filter((seconds) => seconds <= MAX_DELAY_SECONDS);
      // The next run fails the pending deliveries of a disabled webhook.
      await wakeIn(...(disabled ? [0] : delays));
      await count(webhook, events, at);
    }
    const wasSlow = made.some(({ attempt: { durationMs = 0 } }) => durationMs > SLOW_MS);
    if (wasSlow || left === 'refused') await mark(webhook, 'slowUntil');
    if (left === 'full' || left === 'minute') await mark(webhook, 'limitedUntil');
    if (left === 'full' || (isFirst && left === 'refused')) return wakeIn(FREE_SECONDS);
    if (isFirst) return left === 'busy' ? wakeIn(INDEXED_SECONDS) : undefined;
    // For more that is due. The run that is busy does this too; what waits for other limits is left to the sweep.
    if (left === undefined) await wakeIn(ids.length < MAX_TOGETHER ? INDEXED_SECONDS : 0);
  };

  /** Serves a group of messages for one webhook. Returns those that must be received again. */
  const serveGroup = async (
    group: readonly { readonly messageId: string; readonly message: DeliveryMessage | undefined }[],
  ): Promise<readonly string[]> => {
    const messageIds = group.map(({ messageId }) => messageId);
    const messages = group.flatMap(({ message }) => message ?? []);
    const [first] = messages;
    if (first === undefined) {
      for (const messageId of messageIds) log(LOG.messageUnknown, { messageId });
      return messageIds;
    }
    const { orgId, mode, webhookId } = first;
    const deliveryIds = new Set(messages.flatMap(({ deliveryId }) => deliveryId ?? []));
    try {
      await serve({ orgId, mode, webhookId }, [...deliveryIds]);
      return [];
    } catch (error) {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
      return messageIds;
    }
  };

  return withRequestId(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const read = Records.map(({ messageId, body }) => ({ messageId, message: parseDeliveryMessage(body) }));
    const groups = Map.groupBy(
      read,
      ({ message }) => message && [message.orgId, message.mode, message.webhookId].join(' '),
    );
    const failed = (await Promise.all([...groups.values()].map(serveGroup))).flat();
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  });
}

/** The handler of a queue in a function of a stage. */
export function composeDeliverySender(queue: 'deliveries' | 'retries') {
  const env = readEnv({ ...ATTEMPT_VARIABLES, RETRIES_URL: url() });
  return createDeliverySender(queue, { ...composeAttempts(env), retries: composeQueue(env.RETRIES_URL) });
}
