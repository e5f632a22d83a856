import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { DeliveryMessage } from '../delivery.ts';
import { drainMessage } from '../delivery-messages.ts';
import type { DeferredDeliveries } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';
import { createDeferredDeliverySource } from './deferred-delivery-source.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import type { InFlightLeases } from './in-flight-leases.ts';

/** Concurrent deferred deliveries of one run. */
const MAX_WORKERS = 25;

/**
 * With fewer, a run sends none. It is more than half of a shard of leases, so that at most one run at a time sends the
 * deferred deliveries of a part: runs do not compete for the same ones.
 */
const MIN_WORKERS = 13;

/** After this many consecutive failures of the service, a run leaves the rest to the sweep. */
const MAX_FAILURES = 50;

export interface SendDeferredParts {
  readonly deferredDeliveries: DeferredDeliveries;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  /** The webhook of a delivery; undefined if the delivery is not to be sent. */
  readonly receiverOf: (message: DeliveryMessage) => Promise<Webhook | undefined>;
  readonly attempt: (message: DeliveryMessage, webhook: Webhook) => Promise<Attempted>;
  /** Called for each delivery that failed because of the service. */
  readonly failOverdue: (message: DeliveryMessage) => Promise<boolean>;
  readonly timeIsUp: () => boolean;
}

/** Sends the deferred deliveries of an organization, within its concurrency limit, until none or no time is left. */
export function sendDeferredDeliveriesUseCase(parts: SendDeferredParts) {
  const { deferredDeliveries, isStopped, retries, receiverOf, attempt, failOverdue, timeIsUp } = parts;

  /** Sends the deferred deliveries of a part. Returns whether it ended because none was left. */
  const sendPart = async (
    orgId: string,
    shard: number,
    leases: InFlightLeases,
    supplied: Set<string>,
  ): Promise<boolean> => {
    const workers = await leases.acquireInShard(shard, MAX_WORKERS, MIN_WORKERS);
    if (workers === 0) return false;
    const options = { orgId, shard, pageSize: workers, supplied, timeIsUp };
    const source = createDeferredDeliverySource(deferredDeliveries, options);
    let failures = 0;

    /** A failure is only logged: the batch has no message of this delivery, and the sweep finds it. */
    const tryOne = async (message: DeliveryMessage): Promise<void> => {
      try {
        const webhook = await receiverOf(message);
        if (webhook !== undefined) await attempt(message, webhook);
        failures = 0;
      } catch (error) {
        failures += 1;
        const { deliveryId } = message;
        log(LOG.deliveryNotProcessed, { orgId, deliveryId, ...describeError(error) });
        await failOverdue(message).catch(() => false);
      }
    };
    const work = async (): Promise<void> => {
      try {
        while (failures < MAX_FAILURES) {
          const message = await source.next();
          // Checked for each delivery: a stop must not wait for the end of a run.
          if (message === undefined || (await isStopped(orgId))) break;
          await tryOne(message);
        }
      } finally {
        leases.release();
      }
    };

    const ended = await Promise.allSettled(Array.from({ length: workers }, work));
    await leases.settled();
    for (const { status, reason } of ended as PromiseRejectedResult[]) {
      if (status === 'rejected') log(LOG.deliveryNotProcessed, { orgId, ...describeError(reason) });
    }
    if (source.ranOutOfTime()) await retries.send([drainMessage(orgId)]);
    return source.wasEmpty();
  };

  /** Searches all parts once. Returns whether it sent all that it found: the rest is left to other runs. */
  const searchParts = async (
    orgId: string,
    leases: InFlightLeases,
    supplied: Set<string>,
  ): Promise<boolean> => {
    let complete = true;
    for (const shard of deferredDeliveries.shards()) {
      if (timeIsUp() || (await isStopped(orgId))) return false;
      const [any] = await deferredDeliveries.list(orgId, shard, 1, supplied);
      // Without enough free leases, the runs that hold them search after they have released them.
      if (any !== undefined) complete = (await sendPart(orgId, shard, leases, supplied)) && complete;
    }
    return complete;
  };

  return async (orgId: string, leases: InFlightLeases): Promise<void> => {
    const supplied = new Set<string>();
    for (let isFirst = true; ; isFirst = false) {
      const { count, isNew } = await deferredDeliveries.announcements(orgId);
      // Searched again after a release of leases: a run that deferred deliveries before it may have found none free.
      if (!(isFirst || isNew) || !(await searchParts(orgId, leases, supplied))) return;
      await deferredDeliveries.searched(orgId, count);
    }
  };
}
