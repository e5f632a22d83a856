import { randomInt } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { describeError, log, withRequestId, writeMetrics } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../platform/sqs/sqs-message-queue.ts';
import { deliveryPlaces, MINUTE_MS, releasePlaces, takePlaces } from '../limits/places.ts';
import type { SecretOpening } from '../secrets/kms-webhook-secrets.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
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
/** Deliveries that a run makes at once for a webhook, and that it fails for one that is deleted or disabled. */
const MAX_TOGETHER = 50;
const MAX_FAILED_TOGETHER = 100;

/** A run starts no attempts with less time left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;
/** The index of due deliveries has a new one by then. */
const INDEXED_SECONDS = 1;
/** Other places of the organization are free by then, and a new receiver has proved itself. */
const FREE_SECONDS = 5;
/** Attempts in progress have ended by then: the places of a run that was killed are free. */
const ATTEMPT_SECONDS = LOST_AFTER_MS / 1000;
const MAX_DELAY_SECONDS = 900;

const TEST_INTERRUPTED = 'The test was interrupted.';

export interface SenderParts {
  readonly table: DynamoDbTable;
  readonly attempts: DeliveryAttempts;
  readonly attempt: MakeAttempt;
  readonly gate: Pick<ReceiverGate, 'admit'>;
  readonly webhooks: WebhookHealth;
  readonly secrets: SecretOpening;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  /** Requests of an organization and mode in a minute. */
  readonly perMinute: number;
  readonly now: () => Date;
}

/**
 * Why a batch left deliveries. `busy`: another run makes them; `full`: its organization has no place; `refused`: its receiver has
 * to prove itself first; `minute`: its organization has made the requests of this minute; `failing`: the service cannot.
 */
type Left = 'busy' | 'full' | 'refused' | 'minute' | 'failing';

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
      [...new Set(delays)].map((delay) => wakeUpMessage(address, delay)),
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

  /** Makes attempts of deliveries, as many as the limits allow. @param name of the holder of their places. */
  const sendBatch = async (
    address: DeliveryMessage,
    webhook: Webhook,
    ids: readonly string[],
    name: string,
  ): Promise<Left | undefined> => {
    const { orgId, webhookId } = address;
    const keys = await openSecrets(secrets, webhook, now()).catch((error: unknown) => {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
      return undefined;
    });
    if (keys === undefined) return 'failing';
    const { resolved, count } = await gate.admit(webhook.url, ids.length, queue === 'retries');
    if (count === 0) {
      // What waits for its receiver is not late.
      await markSlow(webhook);
      return 'refused';
    }
    const at = now();
    const until = new Date(at.getTime() + LOST_AFTER_MS);
    const most = isSlow(webhook) ? { most: MAX_SLOW_IN_FLIGHT } : {};
    const wanted = { ...deliveryPlaces(address, count, until, perMinute), name, ...most };
    const places = await takePlaces(table, wanted, at);
    if (typeof places === 'string') return places;
    let marked: Promise<void> | undefined;
    const target = {
      ...{ url: webhook.url, resolved, secrets: keys },
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
    return places.count < ids.length ? 'full' : undefined;
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
    const isMeasured = queue === 'deliveries' && !isSlow(webhook);
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

  /** Fails pending deliveries of a webhook that is deleted or disabled; the next run fails the rest. */
  const failPending = async (address: DeliveryMessage, webhook: Webhook | undefined): Promise<void> => {
    const { orgId, webhookId } = address;
    const pending = await findDue(table, webhookId, undefined, MAX_FAILED_TOGETHER);
    if (pending.length === 0) return;
    const reason = webhook
      ? `The webhook is disabled. ${webhook.disabledReason ?? ''}`.trim()
      : 'The webhook was deleted.';
    const items = await readDeliveryItems(table, pending);
    const failed = await Promise.all(items.map((item) => attempts.fail(item, reason, now())));
    const ended = failed.filter(Boolean).length;
    if (ended > 0) log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended });
    // An attempt in progress has ended by then.
    await wakeUp(address, ended === pending.length ? INDEXED_SECONDS : ATTEMPT_SECONDS);
  };

  /** Serves the messages of a run for one webhook. @param deliveryIds the first attempts that they ask for. */
  const serve = async (
    address: DeliveryMessage,
    deliveryIds: readonly string[],
    remainingMs: () => number,
  ): Promise<void> => {
    const { orgId, webhookId } = address;
    const name = queue === 'deliveries' ? `${randomInt(FIRST_RUNS)}_${webhookId}` : webhookId;
    // The index is eventually consistent: what the last batch sent can still be in it.
    let last: readonly string[] = [];
    for (;;) {
      // Read for each batch: its owner can change it, and its receiver can begin to hang. When a stopped organization is
      // started again, the sweep finds its deliveries.
      if (await isStopped(orgId)) return;
      const webhook = await webhooks.get(address, webhookId);
      if (!webhook?.enabled) return failPending(address, webhook);
      if (isSlow(webhook) && queue === 'deliveries') return wakeUp(address, INDEXED_SECONDS);
      const ids =
        queue === 'deliveries'
          ? deliveryIds
          : await findDue(table, webhookId, now(), MAX_TOGETHER, new Set(last));
      if (ids.length === 0) return;
      if (remainingMs() < LAST_START_MS) return wakeUp(address, 0);
      const left = await sendBatch(address, webhook, ids, name);
      if (left === 'full') return wakeUp(address, FREE_SECONDS);
      if (queue === 'deliveries') {
        if (left === 'busy') await wakeUp(address, INDEXED_SECONDS);
        if (left === 'refused') await wakeUp(address, FREE_SECONDS);
      }
      // Else the run that is busy looks again for what is due, or the sweep does.
      if (left !== undefined || queue === 'deliveries') return;
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
          const address = { orgId, mode, webhookId };
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
