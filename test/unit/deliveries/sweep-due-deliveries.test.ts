import { describe, expect, it } from '@jest/globals';
import type { DueDelivery } from '../../../shared/deliveries/delivery-ports.ts';
import { sweepDueDeliveries } from '../../../shared/deliveries/sweep-due-deliveries.ts';
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
  refused = [] as readonly number[],
  remainingMs = (): number => 40_000,
}) {
  const [deliveries, retries] = [aQueue(refused), aQueue()];
  const again = new Map<string, Date>();
  const forgotten: string[] = [];
  const swept = await sweepDueDeliveries({
    deliveries,
    retries,
    remainingMs,
    now: () => NOW,
    due: {
      toLookAt: async function* () {
        yield* pages;
      },
      lookAgain: async ({ deliveryId }, at) => void again.set(deliveryId, at),
      parkedOrganizations: async () => noted,
      hasParked: async (orgId) => withParked.includes(orgId),
      forgetParked: async (orgId) => void forgotten.push(orgId),
    },
  });
  return { swept, deliveries, retries, again, forgotten };
}

describe('the sweep', () => {
  it('hints at first attempts on the prompt road and at retries on the other, with the time that is left', async () => {
    const first = due();
    const retry = due({ attempts: 3, dueAt: later(MINUTE_MS).toISOString() });

    const { swept, deliveries, retries } = await sweeping({ pages: [[first, retry]] });

    expect(swept).toEqual({ hinted: 2, drained: 0, finished: true });
    expect(deliveries.bodies()).toEqual([expect.objectContaining({ deliveryId: first.deliveryId })]);
    expect(deliveries.sent[0]?.delaySeconds).toBe(0);
    expect(retries.bodies()).toEqual([
      expect.objectContaining({ deliveryId: retry.deliveryId, attempts: 3 }),
    ]);
    expect(retries.sent[0]?.delaySeconds).toBe(60);
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
    expect(swept.finished).toBe(false);
    expect(swept.hinted).toBeGreaterThan(0);
    expect(swept.hinted).toBeLessThan(10);
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
