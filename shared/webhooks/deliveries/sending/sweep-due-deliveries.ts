import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import { drainMessage, hintMessage } from '../delivery-messages.ts';
import type { DueDeliveries, DueDelivery } from '../delivery-ports.ts';
import { hintDelay, mayBeInQueue, nextLook } from '../due-times.ts';
import type { DeliveryStops } from './delivery-stops.ts';

/** An organization without parked deliveries is forgotten no sooner: who parks one may have noted it this long ago. */
const FORGET_AFTER_MS = 120_000;

/** Runs that share the 100 places of an organization with parked deliveries. */
const DRAINS = 4;

/** Left for what is under way. */
const ENOUGH_MS = 5_000;

/** Updates at once, of one shard. */
const GROUP = 25;

/** Parts that are worked on at once: shards, and organizations with parked deliveries. */
const AT_ONCE = 4;

export interface SweepParts {
  readonly due: DueDeliveries;
  readonly isStopped: DeliveryStops;
  readonly deliveries: MessageQueue;
  readonly retries: MessageQueue;
  readonly now: () => Date;
  readonly random: () => number;
  readonly remainingMs: () => number;
}

export interface Swept {
  readonly hinted: number;
  /** Organizations whose parked deliveries were told of. */
  readonly drained: number;
  /** Shards and organizations that failed, for a reason of ours. */
  readonly failed: number;
  /** Those that there was no time for, or not for all of them: the next sweep begins at another place. */
  readonly unreached: { readonly shards: number; readonly organizations: number };
  /** How long the oldest is due that was met; 0 where none was. */
  readonly oldestDueSeconds: number;
  /** Organizations with parked deliveries, and how long the oldest of those waits. */
  readonly parkedOrganizations: number;
  readonly oldestParkedSeconds: number;
}

/** A list from a place in it on, and round to that place. */
const from = <Item>(items: readonly Item[], share: number): Item[] => {
  const place = Math.floor(items.length * share);
  return [...items.slice(place), ...items.slice(0, place)];
};

/**
 * Enqueues what is due: retries that were too far off for a queue, and whatever a crash or a lost message left behind.
 * It begins each time at another place, and nothing that fails keeps it from the rest.
 */
export async function sweepDueDeliveries(parts: SweepParts): Promise<Swept> {
  const { due, isStopped, deliveries, retries, now, random, remainingMs } = parts;
  const timeIsUp = () => remainingMs() < ENOUGH_MS;
  let [hinted, drained, failed] = [0, 0, 0];
  let [oldestDueSeconds, parkedOrganizations, oldestParkedSeconds] = [0, 0, 0];
  const secondsSince = (moment: string) => Math.max(0, (now().getTime() - Date.parse(moment)) / 1000);

  /** Works on each of some parts, a few at once; the number of those that there was no time for. */
  const sweepEach = async <Part>(
    list: readonly Part[],
    describe: (part: Part) => object,
    task: (part: Part) => Promise<boolean>,
  ): Promise<number> => {
    let unreached = 0;
    await forEachConcurrent(from(list, random()), AT_ONCE, async (part) => {
      try {
        if (timeIsUp() || !(await task(part))) unreached += 1;
      } catch (error) {
        failed += 1;
        log('error', LOG.sweepFailed, { ...describe(part), ...describeError(error) });
      }
    });
    return unreached;
  };

  const parked = due.parkedOrganizations().catch((error: unknown) => {
    failed += 1;
    log('error', LOG.sweepFailed, { parked: true, ...describeError(error) });
    return [];
  });
  const noted = parked.then((notes) => new Set(notes.map(({ orgId }) => orgId)));
  const asked = new Map<string, Promise<string | undefined>>();
  const oldestParked = (orgId: string): Promise<string | undefined> => {
    const answer = asked.get(orgId) ?? due.oldestParked(orgId);
    asked.set(orgId, answer);
    return answer;
  };

  /** Those whose deliveries wait for places now; after a kill nothing does, and lost hints must not wait for an old note. */
  const crowdedAmong = async (found: readonly DueDelivery[]): Promise<ReadonlySet<string>> => {
    const crowded = new Set<string>();
    for (const orgId of new Set(found.map((delivery) => delivery.orgId))) {
      if (!(await noted).has(orgId)) continue;
      if ((await oldestParked(orgId).catch(() => undefined)) !== undefined) crowded.add(orgId);
    }
    return crowded;
  };

  /** Told first and noted after: a crash between tells twice, which changes nothing. */
  const tell = async (group: readonly DueDelivery[]): Promise<void> => {
    const at = now();
    const road = (delivery: DueDelivery) => (delivery.attempts === 0 ? deliveries : retries);
    for (const [queue, found] of Map.groupBy(group, road)) {
      const refused = await queue.send(
        found.map((delivery) => hintMessage(delivery, hintDelay(new Date(delivery.dueAt), at) ?? 900)),
      );
      const told = found.filter((_, position) => !refused.includes(position));
      hinted += told.length;
      await Promise.all(
        told.map((delivery) =>
          due.lookAgain(delivery, nextLook(new Date(delivery.dueAt), at, delivery.looks)),
        ),
      );
    }
  };

  const sweepShard = async (shard: number): Promise<boolean> => {
    for await (const found of due.toLookAt(shard, now())) {
      for (const { dueAt } of found) oldestDueSeconds = Math.max(oldestDueSeconds, secondsSince(dueAt));
      const crowded = await crowdedAmong(found);
      const page = found.filter(
        (delivery) => !(crowded.has(delivery.orgId) && mayBeInQueue(delivery, now())),
      );
      for (let start = 0; start < page.length; start += GROUP) {
        if (timeIsUp()) return false;
        await tell(page.slice(start, start + GROUP));
      }
    }
    return true;
  };

  const sweepParked = async ({ orgId, since }: { orgId: string; since: string }): Promise<boolean> => {
    // Neither worked off nor counted as late: an operator has stopped them.
    if (await isStopped(orgId)) return true;
    const oldest = await oldestParked(orgId);
    if (oldest !== undefined) {
      parkedOrganizations += 1;
      oldestParkedSeconds = Math.max(oldestParkedSeconds, secondsSince(oldest));
      const refused = await retries.send(Array.from({ length: DRAINS }, () => drainMessage(orgId)));
      if (refused.length < DRAINS) drained += 1;
    } else if (now().getTime() - Date.parse(since) > FORGET_AFTER_MS) await due.forgetParked(orgId, since);
    return true;
  };

  const [organizations, shards] = await Promise.all([
    parked.then((notes) => sweepEach(notes, ({ orgId }) => ({ orgId }), sweepParked)),
    sweepEach([...Array(due.shards).keys()], (shard) => ({ shard }), sweepShard),
  ]);
  return {
    hinted,
    drained,
    failed,
    unreached: { shards, organizations },
    oldestDueSeconds: Math.round(oldestDueSeconds),
    parkedOrganizations,
    oldestParkedSeconds: Math.round(oldestParkedSeconds),
  };
}
