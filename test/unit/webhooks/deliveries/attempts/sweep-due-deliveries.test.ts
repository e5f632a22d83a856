import { describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { sweepDueDeliveries } from '../../../../../shared/webhooks/deliveries/attempts/sweep-due-deliveries.ts';
import type { DueDelivery } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { aMessage, aQueue, later, NOW } from './doubles.ts';

const MINUTE_MS = 60_000;

const due = (change: Partial<DueDelivery> = {}): DueDelivery => ({
  ...aMessage(),
  dueAt: NOW.toISOString(),
  nextCheckAt: NOW.toISOString(),
  checks: 0,
  ...change,
});

/** A sweep over pages of deliveries and over organizations with deferred ones. */
async function runSweep({
  pages = [] as readonly (readonly DueDelivery[])[],
  marked = [] as readonly { readonly orgId: string; readonly since: string }[],
  withDeferred = [] as readonly string[],
  stopped = [] as readonly string[],
  rejected = [] as readonly number[],
  shards = 1,
  random = 0,
  failing = [] as readonly (number | string)[],
  remainingMs = (): number => 40_000,
}) {
  const [deliveries, retries] = [aQueue(rejected), aQueue()];
  const again = new Map<string, Date>();
  const checksOf = new Map<string, number>();
  const forgotten: string[] = [];
  const looked: number[] = [];
  const failOf = (part: number | string) => {
    if (failing.includes(part)) throw new Error('no table');
  };
  const swept = await sweepDueDeliveries({
    deliveries,
    retries,
    remainingMs,
    isStopped: async (orgId) => stopped.includes(orgId),
    now: () => NOW,
    random: () => random,
    due: {
      shards,
      // With several shards, each has one page.
      dueForCheck: async function* (shard) {
        looked.push(shard);
        failOf(shard);
        if (shards === 1) yield* pages;
        else if (pages[shard]) yield pages[shard];
      },
      setNextCheck: async ({ deliveryId }, at, checks) => {
        again.set(deliveryId, at);
        checksOf.set(deliveryId, checks);
      },
      organizationsWithDeferred: async () => {
        failOf('notes');
        return marked;
      },
      oldestDeferred: async (orgId) => {
        failOf(orgId);
        return withDeferred.includes(orgId) ? later(-90_000).toISOString() : undefined;
      },
      removeDeferredMark: async (orgId) => void forgotten.push(orgId),
    },
  });
  return { swept, deliveries, retries, again, checksOf, forgotten, looked };
}

describe('the sweep', () => {
  it('sends no second message for 15 minutes if the organization is at its concurrency limit', async () => {
    const since = NOW.toISOString();
    const enqueued = (ago: number, change: Partial<DueDelivery> = {}) =>
      due({
        orgId: 'org_1',
        dueAt: later(-ago).toISOString(),
        nextCheckAt: later(60_000 - ago).toISOString(),
        ...change,
      });
    const waits = enqueued(14 * MINUTE_MS);
    const others = [
      enqueued(15 * MINUTE_MS),
      enqueued(5 * MINUTE_MS, { checks: 1 }),
      // Claimed and interrupted: no message was sent for it.
      enqueued(5 * MINUTE_MS, { nextCheckAt: later(-5 * MINUTE_MS).toISOString() }),
      enqueued(14 * MINUTE_MS, { orgId: 'org_2' }),
    ];

    const marked = [{ orgId: 'org_1', since }];
    const pages = [[waits, ...others]];
    const { swept, again } = await runSweep({ pages, marked, withDeferred: ['org_1'] });

    expect([...again.keys()].toSorted()).toEqual(others.map(({ deliveryId }) => deliveryId).toSorted());
    expect(swept).toMatchObject({ enqueued: 4, oldestDueSeconds: 900 });
    // A mark without deferred deliveries delays nothing: a crash may have lost the messages.
    const { swept: after } = await runSweep({ pages, marked });
    expect(after.enqueued).toBe(5);
  });

  it('enqueues first attempts in the fast queue and retries in the slow queue, delayed until they are due', async () => {
    const first = due();
    const retry = due({ attempts: 3, dueAt: later(MINUTE_MS).toISOString() });

    const { swept, deliveries, retries } = await runSweep({ pages: [[first, retry]] });

    expect(swept).toMatchObject({
      enqueued: 2,
      drained: 0,
      failed: 0,
      unreached: { shards: 0, organizations: 0 },
    });
    expect(deliveries.bodies()).toEqual([expect.objectContaining({ deliveryId: first.deliveryId })]);
    expect(deliveries.sent[0]?.delaySeconds).toBe(0);
    expect(retries.bodies()).toEqual([
      expect.objectContaining({ deliveryId: retry.deliveryId, attempts: 3 }),
    ]);
    expect(retries.sent[0]?.delaySeconds).toBe(60);
  });

  it('sends nothing for a claimed delivery, and checks it again a minute before it is due', async () => {
    const claimed = due({ attempts: 1, checks: 2, dueAt: later(5 * MINUTE_MS).toISOString() });
    const waiting = due();

    const { swept, again, checksOf, deliveries, retries } = await runSweep({
      pages: [[claimed, waiting]],
    });

    expect(swept.enqueued).toBe(1);
    expect(retries.sent).toEqual([]);
    expect(deliveries.bodies().map(({ deliveryId }) => deliveryId)).toEqual([waiting.deliveryId]);
    expect(again.get(claimed.deliveryId)).toEqual(later(4 * MINUTE_MS));
    expect([claimed, waiting].map(({ deliveryId }) => checksOf.get(deliveryId))).toEqual([0, 1]);
  });

  it('reports the delay of the oldest due delivery, and the age of the oldest deferred one', async () => {
    const ofLate = [
      due({ dueAt: later(-MINUTE_MS).toISOString() }),
      due({ dueAt: later(-420_000).toISOString() }),
    ];
    const since = later(-600_000).toISOString();

    const { swept } = await runSweep({
      pages: [[due({ dueAt: later(MINUTE_MS).toISOString() })], ofLate],
      marked: [
        { orgId: 'org_1', since },
        { orgId: 'org_2', since },
      ],
      withDeferred: ['org_2'],
    });
    const { swept: nothing } = await runSweep({
      pages: [[due({ dueAt: later(MINUTE_MS).toISOString() })]],
    });

    expect(swept).toMatchObject({
      oldestDueSeconds: 420,
      organizationsWithDeferred: 1,
      oldestDeferredSeconds: 90,
    });
    expect(nothing).toMatchObject({
      oldestDueSeconds: 0,
      organizationsWithDeferred: 0,
      oldestDeferredSeconds: 0,
    });
  });

  it('lengthens the interval between checks, so that its messages do not lengthen a long queue', async () => {
    const looked = [0, 1, 2, 3, 50].map((checks) => due({ checks }));

    const { again } = await runSweep({ pages: [looked] });

    const minutes = looked.map(
      ({ deliveryId }) => ((again.get(deliveryId)?.getTime() ?? 0) - NOW.getTime()) / MINUTE_MS,
    );
    expect(minutes).toEqual([2, 5, 15, 60, 60]);
  });

  it('leaves deliveries that could not be enqueued to the next sweep', async () => {
    const [one, other] = [due(), due()];
    const { swept, again } = await runSweep({ pages: [[one, other]], rejected: [0] });
    expect(swept.enqueued).toBe(1);
    expect([...again.keys()]).toEqual([other.deliveryId]);
  });

  it('ends before its time is up, and reports unfinished shards', async () => {
    let remaining = 40_000;
    const { swept } = await runSweep({
      pages: Array.from({ length: 10 }, () => [due()]),
      remainingMs: () => {
        remaining -= 8_000;
        return remaining;
      },
    });
    expect(swept.unreached).toEqual({ shards: 1, organizations: 0 });
    expect(swept.enqueued).toBeGreaterThan(0);
    expect(swept.enqueued).toBeLessThan(10);
  });

  it('starts with another shard each time, and reports how many it did not reach', async () => {
    let remaining = 40_000;
    const { looked, swept } = await runSweep({
      shards: 16,
      random: 0.5,
      remainingMs: () => {
        remaining -= 3_000;
        return remaining;
      },
    });
    expect(looked).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2]);
    expect(swept.unreached).toEqual({ shards: 5, organizations: 0 });
  });

  it('continues with the other parts if one fails', async () => {
    const error = vi.spyOn(logOutput, 'error').mockImplementation(() => undefined);
    const pages = Array.from({ length: 4 }, () => [due()]);
    const since = later(-600_000).toISOString();
    const marked = ['org_1', 'org_2', 'org_3'].map((orgId) => ({ orgId, since }));
    const withDeferred = ['org_1', 'org_2', 'org_3'];

    const { swept } = await runSweep({ shards: 4, pages, marked, withDeferred, failing: [1, 'org_2'] });
    expect(swept).toMatchObject({ enqueued: 3, drained: 2, failed: 2 });
    const without = await runSweep({ shards: 4, pages, marked, withDeferred, failing: ['notes'] });
    expect(without.swept).toMatchObject({ enqueued: 4, drained: 0, failed: 1 });

    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual([
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED' }),
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED' }),
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED', deferred: true }),
    ]);
    expect(lines.map(({ shard, orgId }) => shard ?? orgId)).toEqual(expect.arrayContaining([1, 'org_2']));
  });

  it('neither sends nor counts as late the deferred deliveries of a stopped organization', async () => {
    const since = later(-7_200_000).toISOString();
    const marked = ['org_stopped', 'org_going'].map((orgId) => ({ orgId, since }));
    const withDeferred = ['org_stopped', 'org_going'];

    const both = await runSweep({ marked, withDeferred, stopped: ['org_stopped'] });
    const all = await runSweep({ marked, withDeferred, stopped: withDeferred });

    expect(both.swept).toMatchObject({ drained: 1, organizationsWithDeferred: 1, oldestDeferredSeconds: 90 });
    expect(new Set(both.retries.bodies().map(({ orgId }) => orgId))).toEqual(new Set(['org_going']));
    expect(all.swept).toMatchObject({
      drained: 0,
      failed: 0,
      organizationsWithDeferred: 0,
      oldestDeferredSeconds: 0,
    });
    expect([all.retries.sent, all.forgotten]).toEqual([[], []]);
  });

  it('requests runs for deferred deliveries, and removes old marks of organizations without any', async () => {
    const marked = [
      { orgId: 'org_deferred', since: later(-600_000).toISOString() },
      { orgId: 'org_empty', since: later(-600_000).toISOString() },
      { orgId: 'org_lately', since: later(-60_000).toISOString() },
    ];
    const { swept, retries, forgotten } = await runSweep({ marked, withDeferred: ['org_deferred'] });

    expect(swept.drained).toBe(1);
    expect(new Set(retries.bodies().map(({ kind, orgId }) => `${kind} ${orgId}`))).toEqual(
      new Set(['drain org_deferred']),
    );
    expect(forgotten).toEqual(['org_empty']);
  });
});
