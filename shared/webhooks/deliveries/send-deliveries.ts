import { randomInt } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DynamoDbTable } from '../../platform/dynamodb/document-client.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import { withRequestId } from '../../platform/logging/log-context.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { writeMetrics } from '../../platform/logging/metric.ts';
import type { MessageQueue } from '../../platform/sqs/message-queue.ts';
import { deliveryPlaces, MINUTE_MS, releasePlaces, takePlaces } from '../limits/places.ts';
import type { ResolvedReceiver } from '../receiver-guard/resolve-receiver.ts';
import type { ReceiverGate } from '../sending/receiver-gate.ts';
import type { Webhook } from '../store/webhook.ts';
import type { WebhookHealth } from '../store/webhook-store.ts';
import type { DeliveryAttempts } from './delivery-attempts.ts';
import { type DeliveryMessage, parseDeliveryMessage, sendMessages, wakeUpMessage } from './delivery-queue.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import { countAttempts } from './dynamodb-attempt-counts.ts';
import { findDue } from './dynamodb-delivery-items.ts';
import type { Attempted, MakeAttempt } from './make-attempt.ts';

/** Slow receivers of an organization leave the rest to its others. */
const MAX_SLOW_IN_FLIGHT = 75;
/** Runs that make first attempts for a webhook: as many wait for a receiver that hangs, and for no others. */
const FIRST_RUNS = 4;
/** Deliveries that a run makes at once for a webhook. */
const MAX_TOGETHER = 50;

/** A run starts no attempt with less time left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;

/** The index of due deliveries has a new one by then. */
const INDEXED_SECONDS = 1;
/** The places of an organization may be free again by then. */
const PLACES_FULL_SECONDS = 5;
/** Attempts in progress have ended by then: the places of a run that was killed are free. */
const ATTEMPT_SECONDS = 15;
const MAX_DELAY_SECONDS = 900;

export interface SenderParts {
  readonly table: DynamoDbTable;
  readonly attempts: DeliveryAttempts;
  readonly attempt: MakeAttempt;
  readonly gate: Pick<ReceiverGate, 'resolve'>;
  readonly webhooks: Pick<WebhookHealth, 'get'>;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  /** Requests of an organization and mode in a minute. */
  readonly perMinute: number;
  readonly now: () => Date;
}

/** The messages of a run for one webhook. */
interface Group {
  readonly address: DeliveryMessage;
  readonly deliveryIds: readonly string[];
  /** Whether a message asks for all that is due. */
  readonly wakesUp: boolean;
  /** Whether the delay of first attempts is measured: it is not if a limit or a slow receiver causes it. */
  readonly isMeasured: boolean;
}

/**
 * The Lambda handler of both delivery queues. `deliveries` has first attempts at quick receivers, and passes slow ones on;
 * `retries` has the rest. What a run does not send stays due in the table: a later message or the sweep finds it.
 */
export function createDeliverySender(queue: 'deliveries' | 'retries', parts: SenderParts) {
  const { table, attempts, attempt, gate, webhooks, isStopped, retries, perMinute, now } = parts;

  const sendGroup = async (group: Group, remainingMs: () => number) => {
    const { address, deliveryIds, wakesUp, isMeasured } = group;
    const { orgId, webhookId } = address;
    const tooLate = () => remainingMs() < LAST_START_MS;
    const wakeUp = (...delays: number[]) =>
      sendMessages(
        retries,
        [...new Set(delays)].map((delay) => wakeUpMessage(address, delay)),
      );

    // When the organization is started again, the sweep finds them.
    if (await isStopped(orgId)) return;
    const webhook = await webhooks.get(address, webhookId);
    if (!webhook?.enabled) {
      if (await failPending(address, webhook, tooLate)) await wakeUp(ATTEMPT_SECONDS);
      return;
    }
    const isSlow = (webhook.slowUntil ?? '') > now().toISOString();
    if (isSlow && queue === 'deliveries') return wakeUp(INDEXED_SECONDS);
    const resolved = await gate.resolve(webhook.url);

    /** Makes as many attempts as the limits allow. @returns seconds to wait for the rest; `busy` if another run makes them. */
    const send = async (ids: readonly string[], name: string): Promise<number | 'busy' | undefined> => {
      const at = now();
      const until = new Date(at.getTime() + ATTEMPT_SECONDS * 1000);
      const places = await takePlaces(
        table,
        {
          ...deliveryPlaces(address, ids.length, until, perMinute),
          name,
          ...(isSlow ? { most: MAX_SLOW_IN_FLIGHT } : {}),
        },
        at,
      );
      if (places === 'busy') return 'busy';
      if (places === 'full') return PLACES_FULL_SECONDS;
      if (places === 'minute') return Math.ceil((MINUTE_MS - (at.getTime() % MINUTE_MS)) / 1000);
      try {
        await makeAttempts(ids.slice(0, places.count), webhook, resolved, isMeasured && !isSlow, wakeUp);
      } finally {
        // Places that cannot be released expire; the attempts were made, so the run does not fail.
        await releasePlaces(table, places).catch((error: unknown) => {
          log(LOG.placesNotReleased, { orgId, ...describeError(error) });
        });
      }
      return places.count < ids.length ? PLACES_FULL_SECONDS : undefined;
    };

    if (deliveryIds.length > 0) {
      const later = await send(deliveryIds, `${randomInt(FIRST_RUNS)}_${webhookId}`);
      if (later !== undefined) await wakeUp(later === 'busy' ? INDEXED_SECONDS : later);
    }
    if (!wakesUp) return;
    // The index is eventually consistent, so what was sent can still be in it.
    const seen = new Set(deliveryIds);
    for (;;) {
      const due = await findDue(table, webhookId, now(), MAX_TOGETHER, seen);
      if (due.length === 0 || (await isStopped(orgId))) return;
      if (tooLate()) return wakeUp(0);
      const wait = await send(due, webhookId);
      // Another run makes attempts, and looks again for what is due, unless it was killed.
      if (wait !== undefined) return wakeUp(wait === 'busy' ? ATTEMPT_SECONDS : wait);
      for (const id of due) seen.add(id);
    }
  };

  /** Makes attempts at once; wakes up for those that are due again, and counts them. A failed attempt does not stop others. */
  const makeAttempts = async (
    ids: readonly string[],
    webhook: Webhook,
    resolved: ResolvedReceiver | undefined,
    isMeasured: boolean,
    wakeUp: (...delays: number[]) => Promise<void>,
  ): Promise<void> => {
    const { orgId, id: webhookId } = webhook;
    const results = await Promise.all(
      ids.map((id) =>
        attempt(id, webhook, resolved, queue === 'retries').catch((error: unknown): Attempted => {
          log(LOG.deliveryNotProcessed, { orgId, deliveryId: id, ...describeError(error) });
          return undefined;
        }),
      ),
    );
    const made = results.filter((result) => result?.outcome === 'attempted');
    const at = now().getTime();
    const delays = results
      .flatMap((result) => (result?.dueAt === undefined ? [] : [(result.dueAt.getTime() - at) / 1000]))
      .map((seconds) => Math.max(0, Math.ceil(seconds)))
      // The sweep finds what is due later than a message can be delayed.
      .filter((seconds) => seconds <= MAX_DELAY_SECONDS);
    if (made.some(({ disabled }) => disabled)) delays.push(0);
    await wakeUp(...delays);
    if (made.length === 0) return;
    const errors = made.flatMap(({ attempt: { error } }) => error ?? []);
    const inTime = made.filter(
      ({ attempt: { number }, status }) => isMeasured && number === 1 && status === 'delivered',
    );
    writeMetrics(
      LOG.deliveriesAttempted,
      {
        AttemptsSucceeded: made.length - errors.length,
        AttemptsFailed: errors.length,
        ...(inTime.length === 0
          ? {}
          : {
              DeliveryDelay: {
                value: inTime.map(({ delivery }) => (at - Date.parse(delivery.createdAt)) / 1000),
                unit: 'Seconds' as const,
              },
            }),
      },
      {
        orgId,
        webhookId,
        ended: made.filter(({ status }) => status === 'failed').length,
        errors: Object.fromEntries(
          [...Map.groupBy(errors, String)].map(([error, { length }]) => [error, length]),
        ),
      },
    );
    const counted = made.filter(({ delivery }) => !delivery.test).map((one) => one.attempt);
    await countAttempts(table, webhook, counted).catch((error: unknown) => {
      log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
    });
  };

  /** Fails the pending deliveries of a webhook that was deleted or disabled. True if some are left, or are being sent. */
  const failPending = async (
    { orgId, webhookId }: DeliveryMessage,
    webhook: Webhook | undefined,
    tooLate: () => boolean,
  ): Promise<boolean> => {
    const reason =
      webhook === undefined
        ? 'The webhook was deleted.'
        : `The webhook is disabled. ${webhook.disabledReason ?? ''}`.trim();
    const seen = new Set<string>();
    let ended = 0;
    for (;;) {
      const pending = await findDue(table, webhookId, undefined, MAX_TOGETHER, seen);
      if (pending.length === 0 || tooLate()) {
        if (ended > 0) log(LOG.webhookDeliveriesFailed, { orgId, webhookId, ended, reason });
        return pending.length > 0 || ended < seen.size;
      }
      const failed = await Promise.all(pending.map((id) => attempts.fail(id, reason, now())));
      ended += failed.filter(Boolean).length;
      for (const id of pending) seen.add(id);
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
          const [{ message: address }] = group as [(typeof group)[number]];
          const asked = group.map(({ message }) => message.deliveryId);
          const deliveryIds = [...new Set(asked.filter((id) => id !== undefined))];
          const wakesUp = asked.includes(undefined);
          try {
            const isMeasured = queue === 'deliveries' || group.some(({ message }) => message.late);
            await sendGroup({ address, deliveryIds, wakesUp, isMeasured }, () =>
              context.getRemainingTimeInMillis(),
            );
          } catch (error) {
            const { orgId, webhookId } = address;
            log(LOG.deliveryNotProcessed, { orgId, webhookId, ...describeError(error) });
            failed.push(...group.map(({ messageId }) => messageId));
          }
        }),
      );
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}
