import { setTimeout as wait } from 'node:timers/promises';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { DeliveryMessage } from '../delivery.ts';
import { deliveryMessage, drainMessage } from '../delivery-messages.ts';
import type { ConcurrencyLimit, DeferredDeliveries, DeliveryAttempts } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import { failOverdueDeliveryUseCase } from './fail-overdue-delivery.ts';
import { createInFlightLeases, type InFlightLeases } from './in-flight-leases.ts';
import { sendDeferredDeliveriesUseCase } from './send-deferred-deliveries.ts';
import { throttlePerKey } from './throttle-per-key.ts';
import { createWebhookCache } from './webhook-cache.ts';

/**
 * The queue of a run. `fast`: first attempts at receivers that answer quickly; other deliveries move to the slow queue
 * at once. `slow`: retries, slow receivers and deferred deliveries.
 */
export type DeliveryQueue = 'fast' | 'slow';

/** Concurrent deliveries of an organization (interface specification, section 8). */
export const MAX_IN_FLIGHT = 100;

/** The fast queue acquires no leases beyond this total of both queues: the rest is reserved for the slow queue. */
const FAST_QUEUE_LIMIT = 60;

/**
 * Leases that a run of the fast queue acquires at least in a shard. A shard has room for one such run in addition to leases
 * of the slow queue. So at most four runs of an organization can wait for receivers that hang.
 */
const FAST_QUEUE_LEASES = 10;

/** Leases of a run: as many deliveries as share one request to the table. */
const MAX_LEASES = 25;

/** A run of the slow queue acquires at least as many, so that few runs of an organization wait for receivers that hang. */
const SLOW_QUEUE_LEASES = 10;

/** Deliveries that wait longer for one of the run's leases move to the slow queue, or are deferred. */
const WAIT_FOR_LEASE_MS = 1_000;

/** A run of the slow queue that gets no lease tries again, since a lease is usually held for less time. */
const LEASE_TRIES = 5;
const LEASE_PAUSE_MS = 200;

/** A run starts no attempt with less time left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;

/** A run sends deferred deliveries for at most this long: the other deliveries of its batch wait for it to end. */
const DRAIN_FOR_MS = 10_000;

/** The fast queue requests runs for an organization's deferred deliveries at most this often. */
const DRAIN_INTERVAL_MS = 5_000;

/**
 * Longest time from the first try to get leases to the end of the attempts with them. A run for deferred deliveries uses
 * leases until it ends.
 */
const BATCH_MS = LEASE_TRIES * LEASE_PAUSE_MS + WAIT_FOR_LEASE_MS + LAST_START_MS;

/** Leases expire this long after their use should have ended: others can use those of a run that was killed. */
const LEASE_BEYOND_MS = 5_000;

/** By then, all leases of a batch are released or have expired. */
const LEASES_EXPIRE_MS = BATCH_MS + LEASE_BEYOND_MS + 1_000;

export interface DeliverBatchParts {
  readonly queue: DeliveryQueue;
  readonly attempt: (
    message: DeliveryMessage,
    webhook: Webhook,
    tooLate: () => boolean,
  ) => Promise<Attempted>;
  /** The same, for deliveries that waited for the concurrency limit. */
  readonly attemptDeferred: DeliverBatchParts['attempt'];
  readonly webhooks: Pick<WebhookHealth, 'get'>;
  readonly attempts: Pick<DeliveryAttempts, 'fail' | 'markFailing'>;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly deferredDeliveries: DeferredDeliveries;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  readonly now: () => Date;
  /** Replaced in tests. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Counts a delivery that failed because the service could not attempt it for days. */
  readonly countOverdueFailure: () => void;
}

/** A delivery that is sent, and its webhook. */
interface Ready {
  readonly message: DeliveryMessage;
  readonly webhook: Webhook;
}

/** Input of a run. */
export interface Batch {
  readonly messages: readonly DeliveryMessage[];
  /** Organizations whose deferred deliveries may be sent. */
  readonly drains: readonly string[];
  readonly remainingMs: () => number;
}

/** Makes the requested attempts. Returns the messages that failed because of the service, to be received again. */
export function deliverBatchUseCase(parts: DeliverBatchParts) {
  const {
    queue,
    attempt,
    attemptDeferred,
    attempts,
    concurrencyLimit,
    deferredDeliveries,
    isStopped,
    retries,
    now,
    pause = wait,
    countOverdueFailure,
  } = parts;
  const limit = queue === 'fast' ? FAST_QUEUE_LIMIT : MAX_IN_FLIGHT;
  const failOverdue = failOverdueDeliveryUseCase({ attempts, now, count: countOverdueFailure });
  const mayRequestDrain = throttlePerKey(DRAIN_INTERVAL_MS, now);
  const mayRequestLaterDrain = throttlePerKey(LEASES_EXPIRE_MS, now);

  return async ({ messages, drains, remainingMs }: Batch): Promise<readonly DeliveryMessage[]> => {
    const unfinished: DeliveryMessage[] = [];
    const leasesOf = (orgId: string, forMs: number, most: number) =>
      createInFlightLeases({
        concurrencyLimit,
        orgId,
        limit: most,
        until: new Date(now().getTime() + Math.min(forMs, remainingMs()) + LEASE_BEYOND_MS),
        now,
      });
    const drain = (orgId: string) =>
      sendDeferred(orgId, leasesOf(orgId, Number.POSITIVE_INFINITY, MAX_IN_FLIGHT));
    const drainUntil = Math.max(remainingMs() - DRAIN_FOR_MS, LAST_START_MS);
    const tooLate = () => remainingMs() < LAST_START_MS;
    const findWebhook = createWebhookCache(parts.webhooks);

    /** Isolates the failure of one delivery from the others. */
    const safely = async (message: DeliveryMessage, task: () => Promise<unknown>): Promise<void> => {
      try {
        await task();
      } catch (error) {
        const { orgId, deliveryId } = message;
        log(LOG.deliveryNotProcessed, { orgId, deliveryId, ...describeError(error) });
        if (!(await failOverdue(message).catch(() => false))) unfinished.push(message);
      }
    };

    /** Logs a failure. No message of the batch is received again for it: the sweep requests drains every minute. */
    const logFailure = async (orgId: string, task: () => Promise<void>): Promise<void> => {
      try {
        await task();
      } catch (error) {
        log(LOG.deliveryNotProcessed, { orgId, ...describeError(error) });
      }
    };

    const moveToSlowQueue = async (moved: readonly DeliveryMessage[]): Promise<void> => {
      if (moved.length === 0) return;
      const failed = await retries.send(moved.map((message) => deliveryMessage(message)));
      unfinished.push(...moved.filter((_, position) => failed.includes(position)));
    };

    /** A delivery that this run has no time for is enqueued again, so that it does not wait for the visibility timeout. */
    const deliver = ({ message, webhook }: Ready): Promise<void> =>
      safely(message, async () => {
        const { outcome } = await attempt(message, webhook, tooLate);
        if (outcome === 'late') await moveToSlowQueue([message]);
      });

    /** Sends deliveries with some leases. Returns those that waited too long for one. */
    const deliverEach = async (
      deliveries: readonly Ready[],
      count: number,
      leases: InFlightLeases,
    ): Promise<readonly Ready[]> => {
      const waitUntil = now().getTime() + WAIT_FOR_LEASE_MS;
      const left = [...deliveries];
      const work = async (first: Ready | undefined): Promise<void> => {
        for (let next = first; next !== undefined; ) {
          await deliver(next);
          next = now().getTime() < waitUntil ? left.shift() : undefined;
        }
        leases.release();
      };
      await Promise.all(Array.from({ length: count }, () => work(left.shift())));
      return left;
    };

    /** The webhook of a delivery. Fails a delivery whose webhook was deleted or disabled, and returns undefined. */
    const receiverOf = async (message: DeliveryMessage): Promise<Webhook | undefined> => {
      const webhook = await findWebhook(message);
      if (webhook?.enabled) return webhook;
      const reason = webhook === undefined ? 'The webhook was deleted.' : 'The webhook is disabled.';
      await attempts.fail(message, reason, now());
      return undefined;
    };

    const deferAll = async (toDefer: readonly DeliveryMessage[]): Promise<void> => {
      await Promise.all(
        toDefer.map((message) => safely(message, () => deferredDeliveries.defer(message, now()))),
      );
    };

    const sendDeferred = sendDeferredDeliveriesUseCase({
      deferredDeliveries,
      isStopped,
      retries,
      receiverOf,
      failOverdue,
      attempt: (message, webhook) => attemptDeferred(message, webhook, tooLate),
      timeIsUp: () => remainingMs() < drainUntil,
    });

    const processOrganization = async (
      orgId: string,
      ofOrganization: readonly DeliveryMessage[],
    ): Promise<void> => {
      // When the organization is started again, the sweep requests their attempts.
      if (await isStopped(orgId)) return void (await deferAll(ofOrganization));
      const ready: Ready[] = [];
      await Promise.all(
        ofOrganization.map((message) =>
          safely(message, async () => {
            const webhook = await receiverOf(message);
            if (webhook !== undefined) ready.push({ message, webhook });
          }),
        ),
      );
      const isSlow = ({ webhook }: Ready) => (webhook.slowUntil ?? '') > now().toISOString();
      const here = queue === 'fast' ? ready.filter((one) => !isSlow(one)) : ready;
      const slow = queue === 'fast' ? ready.filter(isSlow) : [];
      const mayWait = queue === 'slow' && !ready.some(isSlow);
      // Small leases in many runs would block all those runs behind one slow receiver, and cost a write each.
      const wanted = Math.min(
        MAX_LEASES,
        queue === 'fast' ? Math.max(here.length, FAST_QUEUE_LEASES) : here.length,
      );
      const least = queue === 'fast' ? FAST_QUEUE_LEASES : SLOW_QUEUE_LEASES;
      // Created after the reads above, since their duration must not count for the expiry of the leases.
      const leases = leasesOf(orgId, BATCH_MS, limit);
      let got = 0;
      for (let tries = 1; here.length > 0; tries++) {
        got = await leases.acquire(wanted, least);
        if (got > 0 || !mayWait || tries === LEASE_TRIES) break;
        await pause(LEASE_PAUSE_MS);
      }
      const [without] = await Promise.all([
        deliverEach(here, got, leases).then(async (left) => {
          const messages = left.map(({ message }) => message);
          await (queue === 'fast' ? moveToSlowQueue(messages) : deferAll(messages));
          return messages;
        }),
        moveToSlowQueue(slow.map(({ message }) => message)),
      ]);
      await leases.settled();
      // Read after leases were released or deliveries deferred: of two concurrent runs, one sees the other's write.
      await logFailure(orgId, async () => {
        if (queue === 'slow' && without.length > 0) {
          await deferredDeliveries.announce(orgId);
          // The runs that hold the leases search when they release them. If they are killed, only this message is left.
          if (mayRequestLaterDrain(orgId)) await retries.send([drainMessage(orgId, LEASES_EXPIRE_MS / 1000)]);
        } else if (!(await deferredDeliveries.announcements(orgId)).isNew) return;
        if (queue === 'slow') await drain(orgId);
        else if (got > 0 && mayRequestDrain(orgId)) await retries.send([drainMessage(orgId)]);
      });
    };

    const byOrganization = Map.groupBy(messages, ({ orgId }) => orgId);
    await Promise.all([
      ...[...byOrganization].map(([orgId, own]) =>
        processOrganization(orgId, own).catch((error: unknown) => {
          unfinished.push(...own);
          log(LOG.deliveryNotProcessed, { orgId, ...describeError(error) });
        }),
      ),
      ...[...new Set(drains)].map((orgId) => logFailure(orgId, () => drain(orgId))),
    ]);
    return unfinished;
  };
}
