import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createDeliverBatch, type DeliverBatchParts } from '../../../shared/deliveries/deliver-batch.ts';
import type { DeliveryHint } from '../../../shared/deliveries/delivery.ts';
import type { Webhook } from '../../../shared/webhooks/webhook.ts';
import {
  aDelivery,
  aHint,
  aParking,
  aQueue,
  aWebhook,
  later,
  NOW,
  someAttempts,
  someSlots,
} from './doubles.ts';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** A run of one lane; each attempt takes a turn of the event loop. */
function aRun({
  lane = 'prompt' as DeliverBatchParts['lane'],
  free = 100,
  webhook = aWebhook() as Webhook | 'deleted',
  failing = new Set<string>() as ReadonlySet<string>,
  parked = [] as readonly DeliveryHint[],
  refused = [] as readonly number[],
  change = {} as Partial<DeliverBatchParts>,
  remainingMs = (): number => 30_000,
} = {}) {
  const [slots, parking, retries] = [someSlots(free), aParking(parked), aQueue(refused)];
  const attempts = someAttempts(aDelivery());
  const attempted: string[] = [];
  const deliver = createDeliverBatch({
    lane,
    slots,
    parking,
    retries,
    attempts,
    now: () => NOW,
    webhooks: { get: async () => (webhook === 'deleted' ? undefined : webhook) },
    attempt: async ({ deliveryId }) => {
      parking.waiting.delete(deliveryId);
      attempted.push(deliveryId);
      await new Promise((resolve) => setImmediate(resolve));
      if (failing.has(deliveryId)) throw new Error('our own');
      return { outcome: 'none' };
    },
    ...change,
  });
  const run = (hints: readonly DeliveryHint[], drains: readonly string[] = []) =>
    deliver({ hints, drains, remainingMs });
  return { run, slots, parking, retries, attempts, attempted };
}

const idsOf = (hints: readonly { readonly deliveryId: string }[]) =>
  hints.map(({ deliveryId }) => deliveryId).sort();
const some = (count: number, change: Partial<DeliveryHint> = {}) =>
  Array.from({ length: count }, () => aHint(change));

describe('a run over a batch of deliveries', () => {
  it.each(['prompt', 'patient'] as const)(
    'attempts each on the %s road, and gives every place back',
    async (lane) => {
      const { run, attempted, slots, retries } = aRun({ lane });
      const hints = [...some(6), ...some(4, { orgId: 'org_2' })];

      expect(await run(hints)).toEqual([]);

      expect(attempted.toSorted()).toEqual(idsOf(hints));
      expect(slots.inFlight()).toBe(0);
      expect(retries.sent).toEqual([]);
    },
  );

  it('hands what has no place to the other road from the prompt one', async () => {
    const { run, attempted, retries, parking } = aRun({ free: 9 });
    const hints = some(10);

    expect(await run(hints)).toEqual([]);

    expect([attempted.length, parking.waiting.size]).toEqual([0, 0]);
    const handed = retries.bodies().map(({ deliveryId }) => ({ deliveryId: String(deliveryId) }));
    expect(idsOf(handed)).toEqual(idsOf(hints));
  });

  it('takes ten places by the prompt road, however few it needs, and gives all back', async () => {
    const { run, slots, attempted } = aRun();
    await run(some(2));
    expect([attempted.length, slots.peak(), slots.inFlight()]).toEqual([2, 10, 0]);
  });

  it('takes none by the prompt road where all roads together would have more than 60', async () => {
    const { run, slots, attempted, retries } = aRun();
    await slots.take('org_1', 51, 100, NOW, NOW);
    await run(some(1));
    expect([attempted.length, retries.sent.length]).toEqual([0, 1]);
  });

  it('hands slow receivers over at once from the prompt road, and serves them on the patient one', async () => {
    const webhook = aWebhook({ slowUntil: later(1).toISOString() });
    const prompt = aRun({ webhook });
    const patient = aRun({ webhook, lane: 'patient' });
    const hints = some(3);

    await prompt.run(hints);
    await patient.run(hints);

    expect([prompt.attempted.length, prompt.retries.sent.length]).toEqual([0, 3]);
    expect([patient.attempted.length, patient.retries.sent.length]).toEqual([3, 0]);
  });

  it('parks what has no place on the patient road, and works it off when places are free again', async () => {
    const { run, attempted, slots, parking } = aRun({ lane: 'patient', free: 3 });
    const hints = some(10);

    expect(await run(hints)).toEqual([]);

    expect(attempted.toSorted()).toEqual(idsOf(hints));
    expect([parking.waiting.size, slots.inFlight(), slots.peak()]).toEqual([0, 0, 3]);
  });

  it('leaves what is parked to others where no place is to be had', async () => {
    const { run, attempted, parking, retries } = aRun({ lane: 'patient', free: 0 });

    expect(await run(some(4))).toEqual([]);

    expect([attempted.length, parking.waiting.size, retries.sent.length]).toEqual([0, 4, 0]);
  });

  it('works parked deliveries off when it is told to, and tells of the rest when its time is up', async () => {
    const parked = some(200);
    let remaining = 30_000;
    const { run, attempted, retries, slots } = aRun({
      lane: 'patient',
      parked,
      remainingMs: () => {
        remaining -= 100;
        return remaining;
      },
    });

    expect(await run([], ['org_1', 'org_1'])).toEqual([]);

    expect(attempted.length).toBeGreaterThan(0);
    expect(attempted.length).toBeLessThan(200);
    expect(retries.bodies()).toEqual([{ kind: 'drain', orgId: 'org_1' }]);
    expect([slots.inFlight(), slots.peak()]).toEqual([0, 25]);
  });

  it.each([
    ['deleted', 'deleted', 'The webhook was deleted.'],
    ['disabled', aWebhook({ enabled: false }), 'The webhook is disabled.'],
  ] as const)('ends what is for a webhook that was %s, without a place', async (_, webhook, reason) => {
    const { run, attempted, attempts, slots } = aRun({ webhook });
    const [hint] = some(1);
    if (hint === undefined) throw new Error('one');

    expect(await run([hint])).toEqual([]);

    expect(attempts.failed).toEqual([{ deliveryId: hint.deliveryId, reason }]);
    expect([attempted.length, slots.peak()]).toEqual([0, 0]);
  });

  it('leaves the messages of those alone that our own failure left undone', async () => {
    const hints = some(5);
    const [, second] = hints;
    const { run, attempted, slots } = aRun({ failing: new Set([second?.deliveryId ?? '']) });

    expect(await run(hints)).toEqual([second]);

    expect(attempted).toHaveLength(5);
    expect(slots.inFlight()).toBe(0);
  });

  it('leaves the messages of those that could not be handed over', async () => {
    const hints = some(5);
    const { run, attempted } = aRun({ free: 2, refused: [1] });

    expect(await run(hints)).toEqual([hints[1]]);

    expect(attempted).toEqual([]);
  });

  it('leaves all of one organization, and none of another, where no place can be asked for', async () => {
    const slots = someSlots(100);
    const { run, attempted } = aRun({
      change: {
        slots: {
          ...slots,
          take: (orgId, ...rest) =>
            orgId === 'org_1' ? Promise.reject(new Error('no table')) : slots.take(orgId, ...rest),
        },
      },
    });
    const [mine, others] = [some(3), some(3, { orgId: 'org_2' })];

    expect(idsOf(await run([...mine, ...others], ['org_1']))).toEqual(idsOf(mine));
    expect(attempted.toSorted()).toEqual(idsOf(others));
  });

  it('does not take back what was delivered where a place cannot be given back', async () => {
    const slots = someSlots(100);
    const { run, attempted } = aRun({
      change: { slots: { ...slots, give: () => Promise.reject(new Error('no table')) } },
    });

    expect(await run(some(3))).toEqual([]);
    expect(attempted).toHaveLength(3);
  });

  it('asks for each webhook once', async () => {
    const get = jest.fn(async () => aWebhook());
    const { run } = aRun({ change: { webhooks: { get } } });

    await run([...some(4), ...some(4, { webhookId: 'wh_2' })]);

    expect(get).toHaveBeenCalledTimes(2);
  });
});
