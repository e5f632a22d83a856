import type { MessageQueue } from '../queues/message-queue.ts';
import { drainMessage, hintMessage } from './delivery-messages.ts';
import type { DueDeliveries, DueDelivery } from './delivery-ports.ts';
import { hintDelay, nextLook } from './due-times.ts';

/** An organization without parked deliveries is forgotten no sooner: who parks one may have noted it this long ago. */
const FORGET_AFTER_MS = 120_000;

/** Runs that share the 100 places of an organization with parked deliveries. */
const DRAINS = 4;

/** Left for what is under way. */
const ENOUGH_MS = 5_000;

/** Updates at once. */
const GROUP = 25;

export interface SweepParts {
  readonly due: DueDeliveries;
  readonly deliveries: MessageQueue;
  readonly retries: MessageQueue;
  readonly now: () => Date;
  readonly remainingMs: () => number;
}

export interface Swept {
  readonly hinted: number;
  /** Organizations whose parked deliveries were told of. */
  readonly drained: number;
  /** Whether all was looked at; else the next sweep goes on. */
  readonly finished: boolean;
}

/** Enqueues what is due: retries that were too far off for a queue, and whatever a crash or a lost message left behind. */
export async function sweepDueDeliveries(parts: SweepParts): Promise<Swept> {
  const { due, deliveries, retries, now, remainingMs } = parts;
  let hinted = 0;

  /** Told first and noted after: a crash between tells twice, which changes nothing. */
  const tell = async (group: readonly DueDelivery[]): Promise<void> => {
    const at = now();
    const road = (delivery: DueDelivery) => (delivery.attempts === 0 ? deliveries : retries);
    for (const [queue, found] of Map.groupBy(group, road)) {
      const failed = await queue.send(
        found.map((delivery) => hintMessage(delivery, hintDelay(new Date(delivery.dueAt), at) ?? 900)),
      );
      const told = found.filter((_, position) => !failed.includes(position));
      await Promise.all(
        told.map((delivery) =>
          due.lookAgain(delivery, nextLook(new Date(delivery.dueAt), at, delivery.looks)),
        ),
      );
      hinted += told.length;
    }
  };

  let drained = 0;
  for (const { orgId, since } of await due.parkedOrganizations()) {
    if (await due.hasParked(orgId)) {
      await retries.send(Array.from({ length: DRAINS }, () => drainMessage(orgId)));
      drained += 1;
    } else if (now().getTime() - Date.parse(since) > FORGET_AFTER_MS) await due.forgetParked(orgId, since);
  }

  let finished = true;
  sweeping: for await (const page of due.toLookAt(now())) {
    for (let start = 0; start < page.length; start += GROUP) {
      if (remainingMs() < ENOUGH_MS) {
        finished = false;
        break sweeping;
      }
      await tell(page.slice(start, start + GROUP));
    }
  }
  return { hinted, drained, finished };
}
