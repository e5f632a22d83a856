import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DeliveryHint } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import {
  createDeliverBatch,
  type DeliverBatchParts,
} from '../../../../../shared/webhooks/deliveries/sending/deliver-batch.ts';
import type { Webhook } from '../../../../../shared/webhooks/store/webhook.ts';
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
  const counted: string[] = [];
  const deliver = createDeliverBatch({
    lane,
    slots,
    parking,
    retries,
    attempts,
    isStopped: async () => false,
    now: () => NOW,
    countGivenUp: () => counted.push('given up'),
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
  return { run, slots, parking, retries, attempts, attempted, counted };
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

  it.each(['prompt', 'patient'] as const)(
    'holds places on the %s road until five seconds after the run has ended',
    async (lane) => {
      const slots = someSlots(100);
      const take = jest.fn(slots.take);
      const parked = lane === 'patient' ? some(1, { orgId: 'org_2' }) : [];
      const { run } = aRun({
        lane,
        parked,
        change: { slots: { ...slots, take } },
        remainingMs: () => 27_000,
      });

      await run(some(1), ['org_2']);

      expect(take).toHaveBeenCalled();
      for (const [, , , until] of take.mock.calls) expect(until).toEqual(later(32_000));
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
    const { run, attempted, slots, parking } = aRun({ lane: 'patient', free: 6 });
    const hints = some(10);

    expect(await run(hints)).toEqual([]);

    expect(attempted.toSorted()).toEqual(idsOf(hints));
    expect([parking.waiting.size, slots.inFlight(), slots.peak()]).toEqual([0, 0, 6]);
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

  it('begins no attempt that it could not end, and hands it to another run at once', async () => {
    for (const lane of ['prompt', 'patient'] as const) {
      const attempt = jest.fn<DeliverBatchParts['attempt']>(async (_hint, _webhook, tooLate) => ({
        outcome: tooLate() ? 'late' : 'none',
      }));
      let remaining = 30_000;
      const { run, retries, slots } = aRun({ lane, change: { attempt }, remainingMs: () => remaining });
      await run(some(2));
      expect(retries.sent).toEqual([]);
      remaining = 11_000;
      const hints = some(3);
      expect(await run(hints)).toEqual([]);
      const handed = retries.bodies().map(({ deliveryId }) => ({ deliveryId: String(deliveryId) }));
      expect([idsOf(handed), slots.inFlight()]).toEqual([idsOf(hints), 0]);
    }
  });

  it('works off the others beside a parked delivery that fails for a reason of ours', async () => {
    const parked = some(60);
    const failing = new Set([parked[0], parked[30]].map((hint) => hint?.deliveryId ?? ''));
    const { run, attempted, slots } = aRun({ lane: 'patient', parked, failing });

    await run([], ['org_1']);

    expect(attempted.toSorted()).toEqual(idsOf(parked));
    expect(slots.inFlight()).toBe(0);
  });

  it('leaves parked deliveries to the sweep where none can be worked on', async () => {
    const parked = some(500);
    const failing = new Set(idsOf(parked));
    const { run, attempted, slots, retries } = aRun({ lane: 'patient', parked, failing });

    await run([], ['org_1']);

    expect(attempted.length).toBeLessThan(100);
    expect([slots.inFlight(), retries.sent]).toEqual([0, []]);
  });

  it('leaves parked deliveries to runs that have places where few are left', async () => {
    const parked = some(10);
    const { run, attempted, slots } = aRun({ lane: 'patient', parked, free: 4 });

    await run([], ['org_1']);

    expect([attempted.length, slots.inFlight()]).toEqual([0, 0]);
  });

  it('tells of parked deliveries once in a while from the prompt road', async () => {
    let ms = 0;
    const { run, retries } = aRun({ parked: some(1), change: { now: () => later(ms) } });
    const told = async (at: number) => {
      ms = at;
      await run(some(1));
      return retries.bodies().filter(({ kind }) => kind === 'drain').length;
    };
    expect([await told(0), await told(4_999), await told(5_000)]).toEqual([1, 1, 2]);
  });

  it.each(['prompt', 'patient'] as const)(
    'parks all deliveries of a stopped organization on the %s road, without a place or an attempt',
    async (lane) => {
      const isStopped = async (orgId: string) => orgId === 'org_1';
      const { run, attempted, attempts, slots, parking, retries } = aRun({
        lane,
        webhook: aWebhook({ enabled: false }),
        change: { isStopped },
      });
      const hints = some(4);

      expect(await run(hints, ['org_1'])).toEqual([]);

      expect(idsOf([...parking.waiting.values()])).toEqual(idsOf(hints));
      expect([attempted, attempts.failed, retries.sent]).toEqual([[], [], []]);
      expect(slots.peak()).toBe(0);
    },
  );

  it('leaves parked deliveries where they are once their organization is stopped in the run', async () => {
    let [now, made] = [0, 0];
    const parked = some(60);
    const { run, parking, slots } = aRun({
      lane: 'patient',
      parked,
      change: {
        isStopped: async () => made >= 5,
        attempt: async ({ deliveryId }) => {
          made += 1;
          now += 1;
          parking.waiting.delete(deliveryId);
          return { outcome: 'none' };
        },
        now: () => later(now),
      },
    });

    await run([], ['org_1']);

    // Those that were asked for at the same moment may have begun.
    expect(made).toBeLessThanOrEqual(30);
    expect([parking.waiting.size, slots.inFlight()]).toEqual([60 - made, 0]);
  });

  it('comes again with deliveries of an organization that cannot be looked up, and serves the others', async () => {
    const { run, attempted, parking } = aRun({
      change: {
        isStopped: async (orgId) => {
          if (orgId === 'org_1') throw new Error('no table');
          return false;
        },
      },
    });
    const [mine, others] = [some(2), some(2, { orgId: 'org_2' })];

    expect(idsOf(await run([...mine, ...others]))).toEqual(idsOf(mine));
    expect(attempted.toSorted()).toEqual(idsOf(others));
    expect(parking.waiting.size).toBe(0);
  });

  it('gives up what could not be worked on for days, and counts it', async () => {
    const idAt = createDeliveryIds();
    const old = aHint({ deliveryId: idAt(later(-4 * 86_400_000)) });
    const young = aHint({ deliveryId: idAt(later(-2 * 86_400_000)) });
    const [first = '', second = ''] = [old, young].map(({ deliveryId }) => deliveryId);
    const { run, attempts, counted } = aRun({ failing: new Set([first, second]) });

    expect(await run([old, young])).toEqual([young]);

    expect(attempts.failed).toEqual([{ deliveryId: first, reason: expect.stringContaining('3 days') }]);
    expect(counted).toEqual(['given up']);
  });

  it('comes again with what is old and was not overdue for so long', async () => {
    const old = aHint({ deliveryId: createDeliveryIds()(later(-4 * 86_400_000)) });
    const fail = jest.fn<DeliverBatchParts['attempts']['fail']>(async () => false);
    const { run, counted } = aRun({ failing: new Set([old.deliveryId]), change: { attempts: { fail } } });

    expect(await run([old])).toEqual([old]);

    expect(fail).toHaveBeenCalledWith(old, expect.any(String), NOW, later(-3 * 86_400_000));
    expect(counted).toEqual([]);
  });

  it('asks again for a webhook that could not be read', async () => {
    const get = jest.fn(async () => aWebhook()).mockRejectedValueOnce(new Error('no table'));
    const { run, attempted } = aRun({ lane: 'patient', parked: some(3), change: { webhooks: { get } } });
    const [hint] = some(1);
    if (hint === undefined) throw new Error('one');

    expect(await run([hint])).toEqual([hint]);

    expect(attempted).toHaveLength(3);
  });

  it('does not ask for the webhook of one organization in the name of another', async () => {
    const get = jest.fn(async () => aWebhook());
    const { run } = aRun({ change: { webhooks: { get } } });

    await run([...some(1), ...some(1, { mode: 'test' }), ...some(1, { orgId: 'org_2' })]);

    expect(get).toHaveBeenCalledTimes(3);
  });

  it('asks for each webhook once', async () => {
    const get = jest.fn(async () => aWebhook());
    const { run } = aRun({ change: { webhooks: { get } } });

    await run([...some(4), ...some(4, { webhookId: 'wh_2' })]);

    expect(get).toHaveBeenCalledTimes(2);
  });
});
