import { randomInt } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { countMetric, describeError, log, withRequestId, writeMetrics } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../platform/sqs/message-queue.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import {
  deliveryPlaces,
  MINUTE_MS,
  releasePlaces,
  secondsToNextMinute,
  takePlaces,
} from '../limits/places.ts';
import type { SecretOpening } from '../secrets/kms-webhook-secrets.ts';
import { admitReceiver, type ReceiverGate } from '../sending/receiver-gate.ts';
import type { WebhookHealth } from '../store/dynamodb-webhook-health.ts';
import type { Webhook } from '../store/webhook.ts';
import type { DeliveryAttempts } from './delivery-attempts.ts';
import { type DeliveryMessage, parseDeliveryMessage, sendMessages, wakeUpMessage } from './delivery-queue.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import { countAttempts } from './dynamodb-attempt-counts.ts';
import { findDue, readDeliveryItems } from './dynamodb-delivery-items.ts';
import { type Attempted, GONE, GONE_REASON, LOST_AFTER_MS, type MakeAttempt } from './make-attempt.ts';

/** Slow receivers of an organization leave the rest of its places to its others. */
const MAX_SLOW_IN_FLIGHT = 75;
/** How long a receiver counts as slow. */
const SLOW_FOR_MS = 10 * MINUTE_MS;
/** Runs that make first attempts for a webhook: as many wait for a receiver that hangs, and for no others. */
const FIRST_RUNS = 4;
/** Deliveries that a run makes at once for a webhook. */
const MAX_TOGETHER = 50;

/** A run starts no attempts with less time left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;
/** The index of due deliveries has a new one by then. */
const INDEXED_SECONDS = 1;
/** The places of an organization may be free again by then. */
const PLACES_FULL_SECONDS = 5;
/** Attempts in progress have ended by then: the places of a run that was killed are free. */
const ATTEMPT_SECONDS = LOST_AFTER_MS / 1000;
const MAX_DELAY_SECONDS = 900;

/** After as many days of faults of the service, the deliveries of a webhook fail. */
const OVERDUE_DAYS = 3;
const TEST_INTERRUPTED = 'The test was interrupted.';
const OVERDUE_REASON = `For ${OVERDUE_DAYS} days the service could not make its next attempt. It can be sent again.`;

export interface SenderParts {
  readonly table: DynamoDbTable;
  readonly attempts: DeliveryAttempts;
  readonly attempt: MakeAttempt;
  readonly gate: Pick<ReceiverGate, 'resolve' | 'admit'>;
  readonly webhooks: WebhookHealth;
  readonly secrets: SecretOpening;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  /** Requests of an organization and mode in a minute. */
  readonly perMinute: number;
  readonly now: () => Date;
}

/** When to look again for what a batch left. `busy`: another run makes the attempts; `failing`: the service cannot. */
type Later = number | 'busy' | 'failing' | undefined;

/** The valid signing secrets of a webhook. */
export const openSecrets = (secrets: SecretOpening, webhook: Webhook, at: Date): Promise<string[]> => {
  const { orgId, mode, id: webhookId } = webhook;
  const valid = webhook.secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > at.toISOString());
  return Promise.all(valid.map((secret) => secrets.open(secret, { orgId, mode, webhookId })));
};

/**
 * The Lambda handler of both delivery queues. `deliveries` has first attempts at quick receivers, and passes slow ones on;
 * `retries` has wake-ups for the rest. What a run does not send stays due in the table: a later message or the sweep finds it.
 */
export function createDeliverySender(queue: 'deliveries' | 'retries', parts: SenderParts) {
  const { table, attempts, attempt, gate, webhooks, secrets, isStopped, retries, perMinute, now } = parts;
  const isSlow = ({ slowUntil = '' }: Webhook) => slowUntil > now().toISOString();
  const wakeUp = (address: DeliveryMessage, ...delays: number[]) =>
    sendMessages(
      retries,
      [...new Set(delays)].map((delay) => wakeUpMessage(address, delay, address.late)),
    );

  /** Marks a slow receiver, so that it does not delay others; renewed in the second half of the time. */
  const markSlow = async (webhook: Webhook): Promise<void> => {
    const { orgId, id: webhookId, slowUntil = '' } = webhook;
    const at = now().getTime();
    if (slowUntil >= new Date(at + SLOW_FOR_MS / 2).toISOString()) return;
    await webhooks.markSlow(webhook, webhookId, new Date(at + SLOW_FOR_MS)).catch((error: unknown) => {
      log(LOG.slowReceiverNotRecorded, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Opens the secrets of a webhook. Undefined if the service cannot: its deliveries wait, or fail after days. */
  const secretsOf = async (webhook: Webhook, ids: readonly string[]): Promise<string[] | undefined> => {
    const { orgId, id: webhookId, failingSince } = webhook;
    try {
      const opened = await openSecrets(secrets, webhook, now());
      if (failingSince !== undefined) await webhooks.clearFailing(webhook);
      return opened;
    } catch (error) {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
      const at = now();
      const since = await webhooks.markFailing(webhook, at);
      if (at.getTime() - Date.parse(since) < OVERDUE_DAYS * DAY_MS) return undefined;
      for (const item of await readDeliveryItems(table, ids)) {
        if (!(await attempts.fail(item, OVERDUE_REASON, at))) continue;
        log(LOG.deliveryNeverProcessed, { orgId, webhookId, deliveryId: item.deliveryId });
        countMetric('DeliveryGivenUp');
      }
      return undefined;
    }
  };

  /** Makes attempts of deliveries, as many as the limits allow. @param name of the holder of their places. */
  const sendBatch = async (
    address: DeliveryMessage,
    webhook: Webhook,
    ids: readonly string[],
    name: string,
  ): Promise<Later> => {
    const { orgId } = address;
    const keys = await secretsOf(webhook, ids);
    if (keys === undefined) return 'failing';
    const admitted = await admitReceiver(gate, webhook.url, ids.length, queue === 'retries');
    if ('waitSeconds' in admitted) {
      // What waits for its receiver is not late.
      await markSlow(webhook);
      return admitted.waitSeconds;
    }
    const at = now();
    const until = new Date(at.getTime() + LOST_AFTER_MS);
    const places = await takePlaces(
      table,
      {
        ...deliveryPlaces(address, admitted.count, until, perMinute),
        name,
        ...(isSlow(webhook) ? { most: MAX_SLOW_IN_FLIGHT } : {}),
      },
      at,
    );
    if (places === 'busy') return 'busy';
    if (places === 'full') return PLACES_FULL_SECONDS;
    if (places === 'minute') return secondsToNextMinute(at.getTime());
    let marked: Promise<void> | undefined;
    const target = {
      url: webhook.url,
      resolved: admitted.resolved,
      secrets: keys,
      onSlow: () => {
        marked ??= markSlow(webhook);
      },
    };
    try {
      const items = await readDeliveryItems(table, ids.slice(0, places.count));
      // Tests are sent by their call. One that is due was interrupted.
      const tests = items.filter(({ test }) => test === true);
      await Promise.all(tests.map((item) => attempts.fail(item, TEST_INTERRUPTED, now())));
      const due = items.filter(({ test, dueAt }) => test !== true && String(dueAt) <= now().toISOString());
      const results = await Promise.all(
        due.map((item) =>
          // A fault of one delivery does not stop the others.
          attempt(item, target).catch((error: unknown) => {
            log(LOG.deliveryNotProcessed, { orgId, deliveryId: item.deliveryId, ...describeError(error) });
            return undefined;
          }),
        ),
      );
      await marked;
      await finish(
        address,
        webhook,
        results.filter((result) => result !== undefined),
      );
    } finally {
      await releasePlaces(table, places);
    }
    return places.count < ids.length ? PLACES_FULL_SECONDS : undefined;
  };

  /** After attempts: wakes up for those that are due again, updates the webhook, and counts. */
  const finish = async (
    address: DeliveryMessage,
    webhook: Webhook,
    made: readonly Attempted[],
  ): Promise<void> => {
    if (made.length === 0) return;
    const { orgId, webhookId, late = false } = address;
    const at = now();
    const delays = made
      .flatMap(({ dueAt }) => (dueAt === undefined ? [] : [(dueAt.getTime() - at.getTime()) / 1000]))
      .map((seconds) => Math.max(0, Math.ceil(seconds)))
      // The sweep finds what is due later than a message can be delayed.
      .filter((seconds) => seconds <= MAX_DELAY_SECONDS);
    const ended = made.filter(({ status }) => status === 'failed');
    const isGone = ended.some((one) => one.attempt.status === GONE);
    let disabled = false;
    if (isGone) disabled = await webhooks.disable(webhook, GONE_REASON, at);
    else if (made.some(({ status }) => status === 'delivered')) {
      if (webhook.exhausted !== undefined) await webhooks.clearExhausted(webhook, webhookId);
    } else if (ended.length > 0) disabled = await webhooks.countExhausted(webhook, at, ended.length);
    if (disabled) log(LOG.webhookDisabled, { orgId, webhookId });
    // The next run fails the pending deliveries of a disabled webhook.
    await wakeUp(address, ...(disabled ? [0] : delays));

    const errors = made.flatMap(({ attempt: { error } }) => error ?? []);
    // Delays by limits or slow receivers are not the service's.
    const isMeasured = (queue === 'deliveries' || late) && !isSlow(webhook);
    const inTime = made.filter((one) => isMeasured && one.attempt.number === 1 && one.status === 'delivered');
    const waited = inTime.map(({ delivery }) => (at.getTime() - Date.parse(delivery.createdAt)) / 1000);
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
    await countAttempts(
      table,
      webhook,
      made.map((one) => one.attempt),
    ).catch((error: unknown) => {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Fails the pending deliveries of a webhook while it is deleted or disabled, until the time is up. */
  const failPending = async (address: DeliveryMessage, tooLate: () => boolean): Promise<void> => {
    const { orgId, webhookId } = address;
    const seen = new Set<string>();
    let ended = 0;
    for (;;) {
      const webhook = await webhooks.get(address, webhookId);
      const pending = webhook?.enabled ? [] : await findDue(table, webhookId, undefined, MAX_TOGETHER, seen);
      if (pending.length === 0 || tooLate()) {
        if (ended > 0) log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended });
        // Some are left, or have an attempt in progress.
        if (pending.length > 0 || ended < seen.size) await wakeUp(address, ATTEMPT_SECONDS);
        return;
      }
      const reason = webhook
        ? `The webhook is disabled. ${webhook.disabledReason ?? ''}`.trim()
        : 'The webhook was deleted.';
      const items = await readDeliveryItems(table, pending);
      const failed = await Promise.all(items.map((item) => attempts.fail(item, reason, now())));
      ended += failed.filter(Boolean).length;
      for (const id of pending) seen.add(id);
    }
  };

  /** Serves the messages of a run for one webhook. @param deliveryIds the first attempts that they ask for. */
  const serve = async (
    address: DeliveryMessage,
    deliveryIds: readonly string[],
    remainingMs: () => number,
  ): Promise<void> => {
    const { orgId, webhookId } = address;
    const tooLate = () => remainingMs() < LAST_START_MS;
    const name = queue === 'deliveries' ? `${randomInt(FIRST_RUNS)}_${webhookId}` : webhookId;
    // The index is eventually consistent: what the last batch sent can still be in it.
    let last: readonly string[] = [];
    for (;;) {
      // Read for each batch: its owner can change it, and its receiver can begin to hang. When a stopped organization is
      // started again, the sweep finds its deliveries.
      if (await isStopped(orgId)) return;
      const webhook = await webhooks.get(address, webhookId);
      if (!webhook?.enabled) return failPending(address, tooLate);
      if (isSlow(webhook) && queue === 'deliveries') return wakeUp(address, INDEXED_SECONDS);
      const ids =
        queue === 'deliveries'
          ? deliveryIds
          : await findDue(table, webhookId, now(), MAX_TOGETHER, new Set(last));
      if (ids.length === 0) return;
      if (tooLate()) return wakeUp(address, 0);
      const later = await sendBatch(address, webhook, ids, name);
      // The run that is busy looks again for what is due. If it was killed, the sweep's message waits until its places are free.
      if (later === 'busy' && queue === 'retries')
        return address.late ? wakeUp(address, ATTEMPT_SECONDS) : undefined;
      if (later === 'failing') return;
      if (later !== undefined) return wakeUp(address, later === 'busy' ? INDEXED_SECONDS : later);
      if (queue === 'deliveries') return;
      last = ids;
    }
  };

  return withRequestId(
    async (
      { Records }: SQSEvent,
      context: Pick<Context, 'getRemainingTimeInMillis'> & Partial<Pick<Context, 'awsRequestId'>>,
    ): Promise<SQSBatchResponse> => {
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
          const late = group.some((one) => one.message.late);
          const address = { orgId, mode, webhookId, ...(late ? { late: true as const } : {}) };
          const ids = new Set(group.flatMap((one) => one.message.deliveryId ?? []));
          try {
            await serve(address, [...ids], () => context.getRemainingTimeInMillis());
          } catch (error) {
            log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
            failed.push(...group.map(({ messageId }) => messageId));
          }
        }),
      );
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}
