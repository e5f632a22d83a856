import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { Webhook } from '../../store/webhook.ts';
import type { DeliveryHint } from '../delivery.ts';
import { drainMessage } from '../delivery-messages.ts';
import type { Parking } from '../delivery-ports.ts';
import type { Attempted } from './attempt-delivery.ts';
import { createParkedSupply } from './deferred-delivery-source.ts';
import type { DeliveryStops } from './delivery-stops.ts';
import type { SlotPool } from './in-flight-leases.ts';

/** Places that one run takes to work off parked deliveries. */
const WIDTH = 25;

/** Fewer are left to runs that have some: an organization must not have a run for each of its places. */
const LEAST = 5;

/** After so many failures of ours in a row a run leaves the rest to the sweep: it is not those deliveries. */
const MOST_FAILURES = 50;

export interface WorkOffParkedParts {
  readonly parking: Parking;
  readonly isStopped: DeliveryStops;
  readonly retries: MessageQueue;
  /** The webhook of those that are to be sent. */
  readonly receiverOf: (hint: DeliveryHint) => Promise<Webhook | undefined>;
  readonly attempt: (hint: DeliveryHint, webhook: Webhook) => Promise<Attempted>;
  /** Called for each that our own failure left undone. */
  readonly giveUpOverdue: (hint: DeliveryHint) => Promise<boolean>;
  readonly timeIsUp: () => boolean;
}

/** Works off an organization's parked deliveries while there are some, in places of the pool. */
export function createWorkOffParked(parts: WorkOffParkedParts) {
  const { parking, isStopped, retries, receiverOf, attempt, giveUpOverdue, timeIsUp } = parts;

  return async (orgId: string, pool: SlotPool): Promise<void> => {
    if (await isStopped(orgId)) return;
    const width = await pool.take(WIDTH, LEAST);
    if (width === 0) return;
    const supply = createParkedSupply(parking, orgId, width, timeIsUp);
    let failures = 0;

    /** Not among the undone of a batch: no message of it stands for this one, and the sweep finds it. */
    const tryOne = async (hint: DeliveryHint): Promise<void> => {
      try {
        const webhook = await receiverOf(hint);
        if (webhook !== undefined) await attempt(hint, webhook);
        failures = 0;
      } catch (error) {
        failures += 1;
        const { deliveryId } = hint;
        log('error', LOG.deliveryUnfinished, { orgId, deliveryId, ...describeError(error) });
        await giveUpOverdue(hint).catch(() => false);
      }
    };
    const work = async (): Promise<void> => {
      try {
        while (failures < MOST_FAILURES) {
          const hint = await supply.next();
          // Asked for each: a stop must not wait for the end of a run.
          if (hint === undefined || (await isStopped(orgId))) break;
          await tryOne(hint);
        }
      } finally {
        pool.release();
      }
    };

    const ended = await Promise.allSettled(Array.from({ length: width }, work));
    await pool.settled();
    for (const { status, reason } of ended as PromiseRejectedResult[]) {
      if (status === 'rejected') log('error', LOG.deliveryUnfinished, { orgId, ...describeError(reason) });
    }
    if (supply.cutShort()) await retries.send([drainMessage(orgId)]);
  };
}
