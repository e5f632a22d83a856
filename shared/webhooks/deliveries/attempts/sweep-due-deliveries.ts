import { chunk } from '../../../platform/collections/chunk.ts';
import { forEachConcurrent } from '../../../platform/concurrency/for-each-concurrent.ts';
import { describeError, log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import { deliveryMessage, drainMessage } from '../delivery-messages.ts';
import type { DueDeliveries, DueDelivery } from '../delivery-ports.ts';
import { checkAgainAt, checkOfClaimed, mayBeInQueue, messageDelay } from '../due-times.ts';
import type { DeliveryStops } from './delivery-stops.ts';

/** Least age of a mark that is removed: a run that defers a delivery may have written the mark this long before. */
const REMOVE_MARK_AFTER_MS = 120_000;

/** Runs that share the 100 concurrent deliveries of an organization with deferred deliveries. */
const DRAINS = 4;

/** Time reserved to finish work in progress. */
const ENOUGH_MS = 5_000;

/** Concurrent updates of one shard. */
const GROUP = 25;

/** Parts that are processed concurrently: shards, and organizations with deferred deliveries. */
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
  readonly enqueued: number;
  /** Organizations for whose deferred deliveries runs were requested. */
  readonly drained: number;
  /** Shards and organizations that failed. */
  readonly failed: number;
  /** Shards and organizations that were not finished in time. The next sweep starts with another shard. */
  readonly unreached: { readonly shards: number; readonly organizations: number };
  /** Delay of the oldest due delivery that the sweep read; 0 if there was none. */
  readonly oldestDueSeconds: number;
  /** Organizations with deferred deliveries, and the age of the oldest of these. */
  readonly organizationsWithDeferred: number;
  readonly oldestDeferredSeconds: number;
}

/** Rotates a list to start at a share (0 to 1) of its length. */
const rotate = <Item>(items: readonly Item[], share: number): Item[] => {
  const start = Math.floor(items.length * share);
  return [...items.slice(start), ...items.slice(0, start)];
};

/**
 * Enqueues due deliveries: retries beyond the longest delay of SQS, and deliveries whose message was lost. Each sweep
 * starts with another shard. A part that fails does not affect the others.
 */
export async function sweepDueDeliveries(parts: SweepParts): Promise<Swept> {
  const { due, isStopped, deliveries, retries, now, random, remainingMs } = parts;
  const timeIsUp = () => remainingMs() < ENOUGH_MS;
  let [enqueued, drained, failed] = [0, 0, 0];
  let [oldestDueSeconds, organizationsWithDeferred, oldestDeferredSeconds] = [0, 0, 0];
  const secondsSince = (moment: string) => Math.max(0, (now().getTime() - Date.parse(moment)) / 1000);

  /** Processes parts, a few concurrently; returns how many were not finished in time. */
  const sweepEach = async <Part>(
    list: readonly Part[],
    describe: (part: Part) => object,
    task: (part: Part) => Promise<boolean>,
  ): Promise<number> => {
    let unreached = 0;
    await forEachConcurrent(rotate(list, random()), AT_ONCE, async (part) => {
      try {
        if (timeIsUp() || !(await task(part))) unreached += 1;
      } catch (error) {
        failed += 1;
        log(LOG.sweepFailed, { ...describe(part), ...describeError(error) });
      }
    });
    return unreached;
  };

  const marks = due.organizationsWithDeferred().catch((error: unknown) => {
    failed += 1;
    log(LOG.sweepFailed, { deferred: true, ...describeError(error) });
    return [];
  });
  const marked = marks.then((all) => new Set(all.map(({ orgId }) => orgId)));
  const oldestByOrganization = new Map<string, Promise<string | undefined>>();
  const oldestDeferred = (orgId: string): Promise<string | undefined> => {
    const oldest = oldestByOrganization.get(orgId) ?? due.oldestDeferred(orgId);
    oldestByOrganization.set(orgId, oldest);
    return oldest;
  };

  /** Organizations with deferred deliveries now. A mark is not sufficient: it can be older than a crash that lost messages. */
  const organizationsAtLimit = async (found: readonly DueDelivery[]): Promise<ReadonlySet<string>> => {
    const atLimit = new Set<string>();
    for (const orgId of new Set(found.map((delivery) => delivery.orgId))) {
      if (!(await marked).has(orgId)) continue;
      if ((await oldestDeferred(orgId).catch(() => undefined)) !== undefined) atLimit.add(orgId);
    }
    return atLimit;
  };

  /** Postpones the checks of claimed deliveries until they are nearly due; returns the other deliveries. */
  const postponeChecks = async (group: readonly DueDelivery[]): Promise<readonly DueDelivery[]> => {
    const checks = group.map((delivery) => ({
      delivery,
      checkAt: checkOfClaimed(new Date(delivery.dueAt), now()),
    }));
    await Promise.all(
      checks.map(async ({ delivery, checkAt }) => checkAt && due.setNextCheck(delivery, checkAt, 0)),
    );
    return checks.flatMap(({ delivery, checkAt }) => (checkAt === undefined ? [delivery] : []));
  };

  /** Sends before it stores the next check: after a crash in between, a second message has no effect. */
  const enqueue = async (group: readonly DueDelivery[]): Promise<void> => {
    const at = now();
    const queueOf = (delivery: DueDelivery) => (delivery.attempts === 0 ? deliveries : retries);
    for (const [queue, found] of Map.groupBy(group, queueOf)) {
      const failedPositions = await queue.send(
        found.map((delivery) => deliveryMessage(delivery, messageDelay(new Date(delivery.dueAt), at) ?? 900)),
      );
      const sent = found.filter((_, position) => !failedPositions.includes(position));
      enqueued += sent.length;
      await Promise.all(
        sent.map((delivery) =>
          due.setNextCheck(
            delivery,
            checkAgainAt(new Date(delivery.dueAt), at, delivery.checks),
            delivery.checks + 1,
          ),
        ),
      );
    }
  };

  const sweepShard = async (shard: number): Promise<boolean> => {
    for await (const found of due.dueForCheck(shard, now())) {
      for (const { dueAt } of found) oldestDueSeconds = Math.max(oldestDueSeconds, secondsSince(dueAt));
      const atLimit = await organizationsAtLimit(found);
      const page = found.filter(
        (delivery) => !(atLimit.has(delivery.orgId) && mayBeInQueue(delivery, now())),
      );
      for (const group of chunk(page, GROUP)) {
        if (timeIsUp()) return false;
        await enqueue(await postponeChecks(group));
      }
    }
    return true;
  };

  const sweepDeferred = async ({ orgId, since }: { orgId: string; since: string }): Promise<boolean> => {
    // A stopped organization's deliveries are neither sent nor counted as late.
    if (await isStopped(orgId)) return true;
    const oldest = await oldestDeferred(orgId);
    if (oldest !== undefined) {
      organizationsWithDeferred += 1;
      oldestDeferredSeconds = Math.max(oldestDeferredSeconds, secondsSince(oldest));
      const failedPositions = await retries.send(Array.from({ length: DRAINS }, () => drainMessage(orgId)));
      if (failedPositions.length < DRAINS) drained += 1;
    } else if (now().getTime() - Date.parse(since) > REMOVE_MARK_AFTER_MS)
      await due.removeDeferredMark(orgId, since);
    return true;
  };

  const [organizations, shards] = await Promise.all([
    marks.then((all) => sweepEach(all, ({ orgId }) => ({ orgId }), sweepDeferred)),
    sweepEach([...Array(due.shards).keys()], (shard) => ({ shard }), sweepShard),
  ]);
  return {
    enqueued,
    drained,
    failed,
    unreached: { shards, organizations },
    oldestDueSeconds: Math.round(oldestDueSeconds),
    organizationsWithDeferred,
    oldestDeferredSeconds: Math.round(oldestDeferredSeconds),
  };
}
