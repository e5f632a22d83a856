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
 * Deliveries in flight that a run of the fast queue acquires at least. A shard of the limit has room for one such run in
 * addition to leases of the slow queue. So at most four runs of an organization can wait for receivers that hang.
 */
const FAST_QUEUE_LEASES = 10;

/** A run starts no attempt with less time left: the longest attempt and its writes. */
const LAST_START_MS = 12_000;

/** A run sends deferred deliveries for at most this long: the other deliveries of its batch wait for it to end. */
const DRAIN_FOR_MS = 10_000;

/** The fast queue requests runs for an organization's deferred deliveries at most this often. */
const DRAIN_INTERVAL_MS = 5_000;

/** Leases expire this long after the end of the run that holds them. */
const LEASE_BEYOND_MS = 5_000;

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
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly concurrencyLimit: ConcurrencyLimit;
  readonly deferredDeliveries: DeferredDeliveries;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  readonly now: () => Date;
  /** Counts a delivery that failed because the service could not attempt it for days. */
  readonly countOverdueFailure: () => void;
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
    countOverdueFailure,
  } = parts;
  const limit = queue === 'fast' ? FAST_QUEUE_LIMIT : MAX_IN_FLIGHT;
  const failOverdue = failOverdueDeliveryUseCase({ attempts, now, count: countOverdueFailure });
  const mayRequestDrain = throttlePerKey(DRAIN_INTERVAL_MS, now);

  return async ({ messages, drains, remainingMs }: Batch): Promise<readonly DeliveryMessage[]> => {
    const unfinished: DeliveryMessage[] = [];
    const until = new Date(now().getTime() + remainingMs() + LEASE_BEYOND_MS);
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
    const deliver = (message: DeliveryMessage, webhook: Webhook, leases: InFlightLeases): Promise<void> =>
      safely(message, async () => {
        const { outcome } = await attempt(message, webhook, tooLate);
        if (outcome === 'late') await moveToSlowQueue([message]);
      }).finally(() => leases.release());

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
      const leases = createInFlightLeases({ concurrencyLimit, orgId, until, now, limit });
      const ready: { message: DeliveryMessage; webhook: Webhook }[] = [];
      await Promise.all(
        ofOrganization.map((message) =>
          safely(message, async () => {
            const webhook = await receiverOf(message);
            if (webhook !== undefined) ready.push({ message, webhook });
          }),
        ),
      );
      const isSlow = ({ webhook }: { webhook: Webhook }) => (webhook.slowUntil ?? '') > now().toISOString();
      const here = queue === 'fast' ? ready.filter((one) => !isSlow(one)) : ready;
      const slow = queue === 'fast' ? ready.filter(isSlow).map(({ message }) => message) : [];
      // All or none: small leases in many runs would block all those runs behind one slow receiver, and cost a write
      // each. Deferred deliveries are sent in larger groups.
      const wanted = queue === 'fast' ? Math.max(here.length, FAST_QUEUE_LEASES) : here.length;
      const got = here.length === 0 ? 0 : await leases.acquire(wanted, wanted);
      const without = here.slice(got).map(({ message }) => message);
      await Promise.all([
        ...here.slice(0, got).map(({ message, webhook }) => deliver(message, webhook, leases)),
        queue === 'fast' ? moveToSlowQueue([...slow, ...without]) : deferAll(without),
      ]);
      for (let spare = here.length; spare < got; spare++) leases.release();
      await leases.settled();
      // Read after leases were released or deliveries deferred: of two concurrent runs, one sees the other's write.
      await logFailure(orgId, async () => {
        if (queue === 'slow' && without.length > 0) await deferredDeliveries.announce(orgId);
        else if (!(await deferredDeliveries.announcements(orgId)).isNew) return;
        if (queue === 'slow') await sendDeferred(orgId, leases);
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
      ...[...new Set(drains)].map((orgId) =>
        logFailure(orgId, () =>
          sendDeferred(
            orgId,
            createInFlightLeases({ concurrencyLimit, orgId, until, now, limit: MAX_IN_FLIGHT }),
          ),
        ),
      ),
    ]);
    return unfinished;
  };
}
