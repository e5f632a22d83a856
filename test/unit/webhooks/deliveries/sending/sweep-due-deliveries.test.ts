import { describe, expect, it, jest } from '@jest/globals';
import type { DueDelivery } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { sweepDueDeliveries } from '../../../../../shared/webhooks/deliveries/sending/sweep-due-deliveries.ts';
import { aHint, aQueue, later, NOW } from './doubles.ts';

const MINUTE_MS = 60_000;

const due = (change: Partial<DueDelivery> = {}): DueDelivery => ({
  ...aHint(),
  dueAt: NOW.toISOString(),
  lookAt: NOW.toISOString(),
  looks: 0,
  ...change,
});

/** A sweep over pages of deliveries and over organizations with parked ones. */
async function sweeping({
  pages = [] as readonly (readonly DueDelivery[])[],
  noted = [] as readonly { readonly orgId: string; readonly since: string }[],
  withParked = [] as readonly string[],
  stopped = [] as readonly string[],
  refused = [] as readonly number[],
  shards = 1,
  random = 0,
  failing = [] as readonly (number | string)[],
  remainingMs = (): number => 40_000,
}) {
  const [deliveries, retries] = [aQueue(refused), aQueue()];
  const again = new Map<string, Date>();
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
      // Each page is of a shard where there are several.
      toLookAt: async function* (shard) {
        looked.push(shard);
        failOf(shard);
        if (shards === 1) yield* pages;
        else if (pages[shard]) yield pages[shard];
      },
      lookAgain: async ({ deliveryId }, at) => void again.set(deliveryId, at),
      parkedOrganizations: async () => {
        failOf('notes');
        return noted;
      },
      oldestParked: async (orgId) => {
        failOf(orgId);
        return withParked.includes(orgId) ? later(-90_000).toISOString() : undefined;
      },
      forgetParked: async (orgId) => void forgotten.push(orgId),
    },
  });
  return { swept, deliveries, retries, again, forgotten, looked };
}

describe('the sweep', () => {
  it('leaves first hints of a crowded organization in their queue for a quarter of an hour', async () => {
    const since = NOW.toISOString();
    const hinted = (ago: number, change: Partial<DueDelivery> = {}) =>
      due({
        orgId: 'org_1',
        dueAt: later(-ago).toISOString(),
        lookAt: later(60_000 - ago).toISOString(),
        ...change,
      });
    const waits = hinted(14 * MINUTE_MS);
    const others = [
      hinted(15 * MINUTE_MS),
      hinted(5 * MINUTE_MS, { looks: 1 }),
      // Claimed and cut off: no hint of it was sent.
      hinted(5 * MINUTE_MS, { lookAt: later(-5 * MINUTE_MS).toISOString() }),
      hinted(14 * MINUTE_MS, { orgId: 'org_2' }),
    ];

    const noted = [{ orgId: 'org_1', since }];
    const pages = [[waits, ...others]];
    const { swept, again } = await sweeping({ pages, noted, withParked: ['org_1'] });

    expect([...again.keys()].toSorted()).toEqual(others.map(({ deliveryId }) => deliveryId).toSorted());
    expect(swept).toMatchObject({ hinted: 4, oldestDueSeconds: 900 });
    // A note that is older than the crowd keeps nobody waiting: a kill may have lost the hints.
    const { swept: after } = await sweeping({ pages, noted });
    expect(after.hinted).toBe(5);
  });

  it('hints at first attempts on the prompt road and at retries on the other, with the time that is left', async () => {
    const first = due();
    const retry = due({ attempts: 3, dueAt: later(MINUTE_MS).toISOString() });

    const { swept, deliveries, retries } = await sweeping({ pages: [[first, retry]] });

    expect(swept).toMatchObject({
      hinted: 2,
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

  it('says how late the oldest is that it meets, and how long the oldest parked one waits', async () => {
    const ofLate = [
      due({ dueAt: later(-MINUTE_MS).toISOString() }),
      due({ dueAt: later(-420_000).toISOString() }),
    ];
    const since = later(-600_000).toISOString();

    const { swept } = await sweeping({
      pages: [[due({ dueAt: later(MINUTE_MS).toISOString() })], ofLate],
      noted: [
        { orgId: 'org_1', since },
        { orgId: 'org_2', since },
      ],
      withParked: ['org_2'],
    });
    const { swept: nothing } = await sweeping({ pages: [[due({ dueAt: later(MINUTE_MS).toISOString() })]] });

    expect(swept).toMatchObject({ oldestDueSeconds: 420, parkedOrganizations: 1, oldestParkedSeconds: 90 });
    expect(nothing).toMatchObject({ oldestDueSeconds: 0, parkedOrganizations: 0, oldestParkedSeconds: 0 });
  });

  it('looks again ever later, so that a long queue does not grow by its own hints', async () => {
    const looked = [0, 1, 2, 3, 50].map((looks) => due({ looks }));

    const { again } = await sweeping({ pages: [looked] });

    const minutes = looked.map(
      ({ deliveryId }) => ((again.get(deliveryId)?.getTime() ?? 0) - NOW.getTime()) / MINUTE_MS,
    );
    expect(minutes).toEqual([2, 5, 15, 60, 60]);
  });

  it('leaves what a queue did not take for the next sweep', async () => {
    const [one, other] = [due(), due()];
    const { swept, again } = await sweeping({ pages: [[one, other]], refused: [0] });
    expect(swept.hinted).toBe(1);
    expect([...again.keys()]).toEqual([other.deliveryId]);
  });

  it('ends before its time is up, and says that more is left', async () => {
    let remaining = 40_000;
    const { swept } = await sweeping({
      pages: Array.from({ length: 10 }, () => [due()]),
      remainingMs: () => {
        remaining -= 8_000;
        return remaining;
      },
    });
    expect(swept.unreached).toEqual({ shards: 1, organizations: 0 });
    expect(swept.hinted).toBeGreaterThan(0);
    expect(swept.hinted).toBeLessThan(10);
  });

  it('begins at another shard each time, and says how many it did not reach', async () => {
    let remaining = 40_000;
    const { looked, swept } = await sweeping({
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

  it('has no part that fails keep it from the others', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const pages = Array.from({ length: 4 }, () => [due()]);
    const since = later(-600_000).toISOString();
    const noted = ['org_1', 'org_2', 'org_3'].map((orgId) => ({ orgId, since }));
    const withParked = ['org_1', 'org_2', 'org_3'];

    const { swept } = await sweeping({ shards: 4, pages, noted, withParked, failing: [1, 'org_2'] });
    expect(swept).toMatchObject({ hinted: 3, drained: 2, failed: 2 });
    const without = await sweeping({ shards: 4, pages, noted, withParked, failing: ['notes'] });
    expect(without.swept).toMatchObject({ hinted: 4, drained: 0, failed: 1 });

    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual([
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED' }),
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED' }),
      expect.objectContaining({ code: 'DELIVERY_SWEEP_FAILED', parked: true }),
    ]);
    expect(lines.map(({ shard, orgId }) => shard ?? orgId)).toEqual(expect.arrayContaining([1, 'org_2']));
  });

  it('neither works off nor counts as late what a stopped organization has parked', async () => {
    const since = later(-7_200_000).toISOString();
    const noted = ['org_stopped', 'org_going'].map((orgId) => ({ orgId, since }));
    const withParked = ['org_stopped', 'org_going'];

    const both = await sweeping({ noted, withParked, stopped: ['org_stopped'] });
    const all = await sweeping({ noted, withParked, stopped: withParked });

    expect(both.swept).toMatchObject({ drained: 1, parkedOrganizations: 1, oldestParkedSeconds: 90 });
    expect(new Set(both.retries.bodies().map(({ orgId }) => orgId))).toEqual(new Set(['org_going']));
    expect(all.swept).toMatchObject({
      drained: 0,
      failed: 0,
      parkedOrganizations: 0,
      oldestParkedSeconds: 0,
    });
    expect([all.retries.sent, all.forgotten]).toEqual([[], []]);
  });

  it('tells of parked deliveries, and forgets organizations that have had none for a while', async () => {
    const noted = [
      { orgId: 'org_parked', since: later(-600_000).toISOString() },
      { orgId: 'org_empty', since: later(-600_000).toISOString() },
      { orgId: 'org_lately', since: later(-60_000).toISOString() },
    ];
    const { swept, retries, forgotten } = await sweeping({ noted, withParked: ['org_parked'] });

    expect(swept.drained).toBe(1);
    expect(new Set(retries.bodies().map(({ kind, orgId }) => `${kind} ${orgId}`))).toEqual(
      new Set(['drain org_parked']),
    );
    expect(forgotten).toEqual(['org_empty']);
  });
});
