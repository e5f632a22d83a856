import { randomInt } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describeError, log, withRequestId, writeMetrics } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../platform/sqs/sqs-message-queue.ts';
import { countInMinute, MINUTE_MS, requestsKey } from '../limits/minute-limit.ts';
import { releasePlaces, takePlaces } from '../limits/places.ts';
import { MAX_IN_FLIGHT } from '../limits/webhook-limits.ts';
import type { Webhook } from '../store/webhook.ts';
import type { AttemptParts } from './compose-deliveries.ts';
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
import { countAttempts } from './dynamodb-attempt-counts.ts';
import { findDue, readDeliveries } from './dynamodb-deliveries.ts';

/** Slow receivers of an organization leave the rest of its places to its others. */
const MAX_SLOW_IN_FLIGHT = 75;
/** A receiver whose attempt takes longer is slow, for ten minutes. */
const SLOW_MS = 1_000;
const SLOW_FOR_MS = 10 * MINUTE_MS;
/** Runs that make first attempts for a webhook: as many wait for a receiver that hangs, and for no others. */
const FIRST_RUNS = 4;
/** Deliveries that a run makes at once for a webhook, and that it fails for one that is deleted or disabled. */
const MAX_TOGETHER = 50;
const MAX_FAILED_TOGETHER = 100;

/** The index of due deliveries is up to date by then. */
const INDEXED_SECONDS = 1;
/** Other places of the organization are free by then, and a new receiver has proved itself. */
const FREE_SECONDS = 5;
/** Attempts in progress have ended by then: the places of a run that was killed are free. */
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
  batch: Batch,
): Promise<{ readonly made: readonly Attempted[]; readonly left?: Left }> {
  const { table, gate, secrets, perMinute, now } = parts;
  const { webhook, wanted, name, most = MAX_IN_FLIGHT, isRetry, take } = batch;
  const { orgId, mode, id: webhookId, url } = webhook;
  const fault = (error: unknown, deliveryId?: string): undefined => {
    log(LOG.deliveryNotProcessed, { orgId, webhookId, deliveryId, ...describeError(error) });
  };
  const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now().toISOString());
  const opened = valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId }));
  const keys = await Promise.all(opened).catch(fault);
  if (!keys) return { made: [], left: 'failing' };
  const { resolved, count } = await gate.admit(url, wanted, isRetry);
  if (count === 0) return { made: [], left: 'refused' };
  const at = now();
  const until = new Date(at.getTime() + LOST_AFTER_MS);
  const request = { orgId, limit: 'deliveries', wanted: count, most, until, ...(name && { name }) };
  const places = await takePlaces(table, request, at);
  if (typeof places === 'string') return { made: [], left: places };
  try {
    const room = await countInMinute(table, requestsKey(webhook, at), places.count, perMinute, at);
    if (room === 0) return { made: [], left: 'minute' };
    const items = await take(room);
    const target = { url, resolved, secrets: keys };
    // A fault of one delivery does not stop the others.
    let isFailing = false;
    const results = await Promise.all(
      items.map((item) =>
        makeAttempt(parts, item, target).catch((error) => {
          isFailing = true;
          return fault(error, item.deliveryId);
        }),
      ),
    );
    const made = results.filter((result) => result !== undefined);
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

  /** Marks a slow receiver, so that it does not delay others; renewed in the second half of the time. */
  const markSlow = async (webhook: Webhook): Promise<void> => {
    const { orgId, id: webhookId, slowUntil = '' } = webhook;
    const at = now().getTime();
    if (slowUntil >= new Date(at + SLOW_FOR_MS / 2).toISOString()) return;
    await webhooks.markSlow(webhook, webhookId, new Date(at + SLOW_FOR_MS)).catch((error: unknown) => {
      log(LOG.slowReceiverNotRecorded, { orgId, webhookId, ...describeError(error) });
    });
  };

  /**
   * The deliveries that are due, in this order. A test is sent by its call: one that is due was interrupted, unless it is sent
   * again.
   */
  const readDue = async (ids: readonly string[]): Promise<readonly StoredDelivery[]> => {
    const at = now().toISOString();
    const due = (await readDeliveries(table, ids)).filter(
      ({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt <= at,
    );
    const isTest = ({ test, redeliveryOf }: StoredDelivery) => test && redeliveryOf === undefined;
    const tests = due.filter(isTest);
    await Promise.all(tests.map((one) => failDelivery(table, one, 'The test was interrupted.', now())));
    return due
      .filter((one) => !isTest(one))
      .sort((one, other) => ids.indexOf(one.deliveryId) - ids.indexOf(other.deliveryId));
  };

  /** After attempts: wakes up for those that are due again, updates the webhook, and counts. */
  const finish = async (
    address: DeliveryMessage,
    webhook: Webhook,
    made: readonly Attempted[],
  ): Promise<void> => {
    if (made.length === 0) return;
    const { orgId, webhookId } = address;
    const at = now();
    const of = (status: string) => made.filter(({ outcome }) => outcome.status === status);
    const ended = of('failed');
    const isGone = ended.some(({ attempt }) => attempt.responseStatus === GONE);
    let disabled = false;
    if (isGone) disabled = await webhooks.disable(webhook, GONE_REASON, at);
    else if (of('delivered').length > 0) {
      if (webhook.exhausted !== undefined) await webhooks.clearExhausted(webhook, webhookId);
    } else if (ended.length > 0) disabled = await webhooks.countExhausted(webhook, at, ended.length);
    if (disabled) log(LOG.webhookDisabled, { orgId, webhookId });
    const delays = made
      .flatMap(({ outcome }) => outcome.nextAttemptAt ?? [])
      .map((due) => Math.max(0, Math.ceil((Date.parse(due) - at.getTime()) / 1000)))
      // The sweep finds what is due later than a message can be delayed.
      .filter((seconds) => seconds <= MAX_DELAY_SECONDS);
    // The next run fails the pending deliveries of a disabled webhook.
    await wakeUp(retries, [address], ...(disabled ? [0] : delays));

    const errors = made.flatMap(({ attempt: { error } }) => error ?? []);
    // Delays by limits or slow receivers are not the service's.
    const inTime =
      isFirst && !isSlow(webhook) ? of('delivered').filter(({ attempt }) => attempt.number === 1) : [];
    const waited = inTime.map(({ createdAt }) => (at.getTime() - Date.parse(createdAt)) / 1000);
    writeMetrics(
      LOG.deliveriesAttempted,
      {
        AttemptsSucceeded: made.length - errors.length,
        AttemptsFailed: errors.length,
        ...(waited.length === 0 ? {} : { DeliveryDelay: { value: waited, unit: 'Seconds' as const } }),
      },
      {
        orgId,
        webhookId,
        ended: ended.length,
        errors: Object.fromEntries(
          [...Map.groupBy(errors, String)].map(([error, { length }]) => [error, length]),
        ),
      },
    );
    const logged = made.map(({ attempt }) => attempt);
    await countAttempts(table, webhook, logged).catch((error: unknown) => {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Fails pending deliveries of a webhook that is deleted or disabled; the next run fails the rest. */
  const failPending = async (address: DeliveryMessage, webhook: Webhook | undefined): Promise<void> => {
    const { orgId, webhookId } = address;
    const pending = await findDue(table, webhookId, undefined, MAX_FAILED_TOGETHER);
    if (pending.length === 0) return;
    const reason = webhook
      ? `The webhook is disabled. ${webhook.disabledReason ?? ''}`.trim()
      : 'The webhook was deleted.';
    const stored = await readDeliveries(table, pending);
    const failed = await Promise.all(stored.map((one) => failDelivery(table, one, reason, now())));
    const ended = failed.filter(Boolean).length;
    if (ended > 0) log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended });
    // An attempt in progress has ended by then.
    await wakeUp(retries, [address], ended === pending.length ? INDEXED_SECONDS : ATTEMPT_SECONDS);
  };

  /** Serves the messages of a run for one webhook. @param deliveryIds the first attempts that they ask for. */
  const serve = async (address: DeliveryMessage, deliveryIds: readonly string[]): Promise<void> => {
    const { orgId, webhookId } = address;
    const wakeIn = (seconds: number) => wakeUp(retries, [address], seconds);
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
      ...(isSlow(webhook) ? { most: MAX_SLOW_IN_FLIGHT } : {}),
      take: async (count) => due.slice(0, count),
    });
    await finish(address, webhook, made);
    const wasSlow = made.some(({ attempt: { durationMs = 0 } }) => durationMs > SLOW_MS);
    // What waits for its receiver is not late.
    if (wasSlow || left === 'refused') await markSlow(webhook);
    if (left === 'full' || (isFirst && left === 'refused')) return wakeIn(FREE_SECONDS);
    if (isFirst) return left === 'busy' ? wakeIn(INDEXED_SECONDS) : undefined;
    // For more that is due. The run that is busy does this too; what waits for other limits is left to the sweep.
    if (left === undefined) await wakeIn(ids.length < MAX_TOGETHER ? INDEXED_SECONDS : 0);
  };

  return withRequestId(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failed: string[] = [];
    const read = Records.flatMap(({ messageId, body }) => {
      const message = parseDeliveryMessage(body);
      if (message !== undefined) return [{ messageId, message }];
      log(LOG.messageUnknown, { messageId });
      failed.push(messageId);
      return [];
    });
    const groups = Map.groupBy(read, ({ message: { orgId, mode, webhookId } }) =>
      [orgId, mode, webhookId].join(' '),
    );
    await Promise.all(
      [...groups.values()].map(async (group) => {
        const [{ message }] = group as [(typeof group)[number]];
        const { orgId, mode, webhookId } = message;
        const ids = new Set(group.flatMap((one) => one.message.deliveryId ?? []));
        try {
          await serve({ orgId, mode, webhookId }, [...ids]);
        } catch (error) {
          log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
          failed.push(...group.map(({ messageId }) => messageId));
        }
      }),
    );
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  });
}
