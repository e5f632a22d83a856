import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import {
  type DeliverBatchParts,
  deliverBatchUseCase,
} from '../../../../../shared/webhooks/deliveries/attempts/deliver-batch.ts';
import type { DeliveryMessage } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import type { Webhook } from '../../../../../shared/webhooks/store/webhook.ts';
import {
  aConcurrencyLimit,
  aDelivery,
  aMessage,
  aQueue,
  aWebhook,
  later,
  NOW,
  someAttempts,
  someDeferredDeliveries,
} from './doubles.ts';

beforeEach(() => {
  vi.spyOn(logOutput, 'error').mockImplementation(() => undefined);
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

/** A run of one queue; each attempt takes one turn of the event loop. */
function aRun({
  queue = 'fast' as DeliverBatchParts['queue'],
  free = 100,
  webhook = aWebhook() as Webhook | 'deleted',
  failing = new Set<string>() as ReadonlySet<string>,
  deferred = [] as readonly DeliveryMessage[],
  rejected = [] as readonly number[],
  change = {} as Partial<DeliverBatchParts>,
  remainingMs = (): number => 30_000,
} = {}) {
  const [concurrencyLimit, deferredDeliveries, retries] = [
    aConcurrencyLimit(free),
    someDeferredDeliveries(deferred),
    aQueue(rejected),
  ];
  const attempts = someAttempts(aDelivery());
  const attempted: string[] = [];
  const counted: string[] = [];
  const paused: number[] = [];
  const attempt: DeliverBatchParts['attempt'] = async ({ deliveryId }) => {
    deferredDeliveries.waiting.delete(deliveryId);
    attempted.push(deliveryId);
    await new Promise((resolve) => setImmediate(resolve));
    if (failing.has(deliveryId)) throw new Error('our own');
    return { outcome: 'none' };
  };
  const deliver = deliverBatchUseCase({
    queue,
    concurrencyLimit,
    deferredDeliveries,
    retries,
    attempts,
    isStopped: async () => false,
    now: () => NOW,
    countOverdueFailure: () => counted.push('overdue'),
    pause: async (ms) => paused.push(ms),
    webhooks: { get: async () => (webhook === 'deleted' ? undefined : webhook) },
    attempt,
    attemptDeferred: attempt,
    ...change,
  });
  const run = (messages: readonly DeliveryMessage[], drains: readonly string[] = []) =>
    deliver({ messages, drains, remainingMs });
  return { run, concurrencyLimit, deferredDeliveries, retries, attempts, attempted, counted, paused };
}

const idsOf = (messages: readonly { readonly deliveryId: string }[]) =>
  messages.map(({ deliveryId }) => deliveryId).sort();
const some = (count: number, change: Partial<DeliveryMessage> = {}) =>
  Array.from({ length: count }, () => aMessage(change));

const daysAgo = (days: number) => later(-days * 86_400_000);

describe('a run over a batch of deliveries', () => {
  it.each(['fast', 'slow'] as const)(
    'attempts each delivery of the %s queue, and releases every lease',
    async (queue) => {
      const { run, attempted, concurrencyLimit, retries } = aRun({ queue });
      const messages = [...some(6), ...some(4, { orgId: 'org_2' })];

      expect(await run(messages)).toEqual([]);

      expect(attempted.toSorted()).toEqual(idsOf(messages));
      expect(concurrencyLimit.inFlight()).toBe(0);
      expect(retries.sent).toEqual([]);
    },
  );

  it.each(['fast', 'slow'] as const)(
    'holds leases of the %s queue for the longest attempt, and those of deferred deliveries until the run ends',
    async (queue) => {
      const concurrencyLimit = aConcurrencyLimit(100);
      const acquire = vi.fn(concurrencyLimit.acquire);
      const acquireInShard = vi.fn(concurrencyLimit.acquireInShard);
      const deferred = queue === 'slow' ? some(1, { orgId: 'org_2' }) : [];
      const { run } = aRun({
        queue,
        deferred,
        change: { concurrencyLimit: { ...concurrencyLimit, acquire, acquireInShard } },
        remainingMs: () => 27_000,
      });

      await run(some(1), ['org_2']);

      expect(acquire).toHaveBeenCalled();
      expect(acquireInShard).toHaveBeenCalledTimes(queue === 'slow' ? 1 : 0);
      for (const [, , , until] of acquire.mock.calls) expect(until).toEqual(later(19_000));
      for (const [, , until] of acquireInShard.mock.calls) expect(until).toEqual(later(32_000));
    },
  );

  it('moves deliveries from the fast to the slow queue at the concurrency limit', async () => {
    const { run, attempted, retries, deferredDeliveries } = aRun({ free: 9 });
    const messages = some(10);

    expect(await run(messages)).toEqual([]);

    expect([attempted.length, deferredDeliveries.waiting.size]).toEqual([0, 0]);
    const handed = retries.bodies().map(({ deliveryId }) => ({ deliveryId: String(deliveryId) }));
    expect(idsOf(handed)).toEqual(idsOf(messages));
  });

  it.each(['fast', 'slow'] as const)(
    'sends all deliveries of a %s run with at most 25 in flight',
    async (queue) => {
      const { run, attempted, concurrencyLimit, deferredDeliveries, retries } = aRun({ queue });
      const messages = some(100);

      expect(await run(messages)).toEqual([]);

      expect(attempted.toSorted()).toEqual(idsOf(messages));
      expect([concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([25, 0]);
      expect([deferredDeliveries.waiting.size, retries.sent]).toEqual([0, []]);
    },
  );

  it.each([
    ['fast', 'moves to the slow queue'],
    ['slow', 'defers'],
  ] as const)('a %s run %s the deliveries that wait longer than a second for a lease', async (queue, _) => {
    let ms = 0;
    const { run, attempted, concurrencyLimit, deferredDeliveries, retries } = aRun({
      queue,
      free: queue === 'fast' ? 10 : 12,
      change: {
        now: () => later(ms),
        attempt: async ({ deliveryId }) => {
          attempted.push(deliveryId);
          // The receivers of the second ten deliveries are slow.
          if (attempted.length > 10) ms = 1_000;
          return { outcome: 'none' };
        },
      },
    });
    const messages = some(30);

    expect(await run(messages)).toEqual([]);

    const moved = retries.bodies().filter(({ kind }) => kind === 'deliver');
    const waiting = [...moved, ...deferredDeliveries.waiting.values()];
    expect(waiting.length).toBeGreaterThan(5);
    expect([...attempted, ...waiting.map(({ deliveryId }) => String(deliveryId))].toSorted()).toEqual(
      idsOf(messages),
    );
    expect(moved.length).toBe(queue === 'fast' ? waiting.length : 0);
    expect(concurrencyLimit.inFlight()).toBe(0);
  });

  it('a slow run tries again for a second to get leases that other runs hold', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const [held] = await concurrencyLimit.acquire('org_1', 95, 100, NOW, NOW);
    let tries = 0;
    const { run, attempted, deferredDeliveries } = aRun({
      queue: 'slow',
      change: {
        concurrencyLimit,
        pause: async () => {
          tries += 1;
          if (tries === 2 && held !== undefined) await concurrencyLimit.release(held, 95);
        },
      },
    });

    expect(await run(some(20))).toEqual([]);

    expect([attempted.length, deferredDeliveries.waiting.size, tries]).toEqual([20, 0, 2]);
  });

  it.each([
    ['of a slow receiver', 'slow', later(1).toISOString(), 0],
    ['of the fast queue', 'fast', undefined, 0],
    ['of the slow queue', 'slow', undefined, 4],
  ] as const)(
    'a run %s without leases tries again for a second, or not at all',
    async (_run, queue, slowUntil, times) => {
      const webhook = aWebhook(slowUntil === undefined ? {} : { slowUntil });
      const { run, attempted, paused } = aRun({ queue, webhook, free: 0 });

      await run(some(3));

      expect([attempted, paused]).toEqual([[], Array(times).fill(200)]);
    },
  );

  it('acquires at least ten leases for the fast queue, and releases all of them', async () => {
    const { run, concurrencyLimit, attempted } = aRun();
    await run(some(2));
    expect([attempted.length, concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([2, 10, 0]);
  });

  it('acquires no leases for the fast queue if both queues would have more than 60', async () => {
    const { run, concurrencyLimit, attempted, retries } = aRun();
    await concurrencyLimit.acquire('org_1', 51, 100, NOW, NOW);
    await run(some(1));
    expect([attempted.length, retries.sent.length]).toEqual([0, 1]);
  });

  it('moves deliveries to slow receivers to the slow queue, and attempts them there', async () => {
    const webhook = aWebhook({ slowUntil: later(1).toISOString() });
    const fast = aRun({ webhook });
    const slow = aRun({ webhook, queue: 'slow' });
    const messages = some(3);

    await fast.run(messages);
    await slow.run(messages);

    expect([fast.attempted.length, fast.retries.sent.length]).toEqual([0, 3]);
    expect([slow.attempted.length, slow.retries.sent.length]).toEqual([3, 0]);
  });

  it('defers deliveries of the slow queue at the concurrency limit, and sends them when leases are released', async () => {
    const { run, attempted, concurrencyLimit, deferredDeliveries } = aRun({ queue: 'slow', free: 14 });
    const messages = some(20);

    expect(await run(messages)).toEqual([]);

    expect(attempted.toSorted()).toEqual(idsOf(messages));
    expect([deferredDeliveries.waiting.size, concurrencyLimit.inFlight(), concurrencyLimit.peak()]).toEqual([
      0, 0, 14,
    ]);
  });

  it('sends deliveries that another run deferred before it released its leases', async () => {
    const [first, second] = [some(1), some(1)] as const;
    const concurrencyLimit = aConcurrencyLimit(100);
    const { run, attempted, deferredDeliveries } = aRun({
      queue: 'slow',
      deferred: first,
      change: {
        concurrencyLimit: {
          ...concurrencyLimit,
          // The other run searches for a free lease just before this release, and finds none.
          release: async (lease, count) => {
            for (const message of second.splice(0)) {
              await deferredDeliveries.defer(message, NOW);
              await deferredDeliveries.announce('org_1');
            }
            return concurrencyLimit.release(lease, count);
          },
        },
      },
    });

    await run([], ['org_1']);

    expect([attempted.length, deferredDeliveries.waiting.size, concurrencyLimit.inFlight()]).toEqual([
      2, 0, 0,
    ]);
    expect((await deferredDeliveries.announcements('org_1')).isNew).toBe(false);
  });

  it.each([
    [0, 4],
    [9, 20],
  ])('leaves deferred deliveries to other runs if %s leases are free', async (free, count) => {
    const { run, attempted, deferredDeliveries, retries } = aRun({ queue: 'slow', free });

    expect(await run(some(count))).toEqual([]);

    expect([attempted.length, deferredDeliveries.waiting.size]).toEqual([0, count]);
    // Those runs may have been killed: after their leases have expired, another run searches.
    expect(retries.sent.map(({ body, delaySeconds }) => [JSON.parse(body), delaySeconds])).toEqual([
      [{ kind: 'drain', orgId: 'org_1' }, 20],
    ]);
  });

  it('requests a later search at most once while leases of an organization have not expired', async () => {
    let ms = 0;
    const { run, retries } = aRun({ queue: 'slow', free: 0, change: { now: () => later(ms) } });
    const requestsAt = async (at: number) => {
      ms = at;
      await run(some(1));
      return retries.sent.length;
    };
    expect([await requestsAt(0), await requestsAt(19_999), await requestsAt(20_000)]).toEqual([1, 1, 2]);
  });

  it('sends deferred deliveries on a drain message, and requests another run when its time is up', async () => {
    const deferred = some(200);
    let remaining = 30_000;
    const { run, attempted, retries, concurrencyLimit } = aRun({
      queue: 'slow',
      deferred,
      remainingMs: () => {
        remaining -= 100;
        return remaining;
      },
    });

    expect(await run([], ['org_1', 'org_1'])).toEqual([]);

    expect(attempted.length).toBeGreaterThan(0);
    expect(attempted.length).toBeLessThan(200);
    expect(retries.bodies()).toEqual([{ kind: 'drain', orgId: 'org_1' }]);
    expect([concurrencyLimit.inFlight(), concurrencyLimit.peak()]).toEqual([0, 25]);
  });

  it.each([
    ['deleted', 'deleted', 'The webhook was deleted.'],
    ['disabled', aWebhook({ enabled: false }), 'The webhook is disabled.'],
  ] as const)('fails deliveries of a webhook that was %s, without a lease', async (_, webhook, reason) => {
    const { run, attempted, attempts, concurrencyLimit } = aRun({ webhook });
    const [message] = some(1);
    if (message === undefined) throw new Error('one');

    expect(await run([message])).toEqual([]);

    expect(attempts.failed).toEqual([{ deliveryId: message.deliveryId, reason }]);
    expect([attempted.length, concurrencyLimit.peak()]).toEqual([0, 0]);
  });

  it('returns only the messages of deliveries that failed because of the service', async () => {
    const messages = some(5);
    const [, second] = messages;
    const { run, attempted, concurrencyLimit } = aRun({ failing: new Set([second?.deliveryId ?? '']) });

    expect(await run(messages)).toEqual([second]);

    expect(attempted).toHaveLength(5);
    expect(concurrencyLimit.inFlight()).toBe(0);
  });

  it('returns the messages that could not be moved to the slow queue', async () => {
    const messages = some(5);
    const { run, attempted } = aRun({ free: 2, rejected: [1] });

    expect(await run(messages)).toEqual([messages[1]]);

    expect(attempted).toEqual([]);
  });

  it('returns all messages of an organization whose leases cannot be read, and none of another', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const { run, attempted } = aRun({
      change: {
        concurrencyLimit: {
          ...concurrencyLimit,
          acquire: (orgId, ...rest) =>
            orgId === 'org_1'
              ? Promise.reject(new Error('no table'))
              : concurrencyLimit.acquire(orgId, ...rest),
        },
      },
    });
    const [mine, others] = [some(3), some(3, { orgId: 'org_2' })];

    expect(idsOf(await run([...mine, ...others], ['org_1']))).toEqual(idsOf(mine));
    expect(attempted.toSorted()).toEqual(idsOf(others));
  });

  it('does not fail delivered messages if a lease cannot be released', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const { run, attempted } = aRun({
      change: {
        concurrencyLimit: { ...concurrencyLimit, release: () => Promise.reject(new Error('no table')) },
      },
    });

    expect(await run(some(3))).toEqual([]);
    expect(attempted).toHaveLength(3);
  });

  it('starts no attempt that it could not finish, and enqueues the delivery again at once', async () => {
    for (const queue of ['fast', 'slow'] as const) {
      const attempt = vi.fn<DeliverBatchParts['attempt']>(async (_hint, _webhook, tooLate) => ({
        outcome: tooLate() ? 'late' : 'none',
      }));
      let remaining = 30_000;
      const { run, retries, concurrencyLimit } = aRun({
        queue,
        change: { attempt },
        remainingMs: () => remaining,
      });
      await run(some(2));
      expect(retries.sent).toEqual([]);
      remaining = 11_000;
      const messages = some(3);
      expect(await run(messages)).toEqual([]);
      const handed = retries.bodies().map(({ deliveryId }) => ({ deliveryId: String(deliveryId) }));
      expect([idsOf(handed), concurrencyLimit.inFlight()]).toEqual([idsOf(messages), 0]);
    }
  });

  it('sends the other deferred deliveries if one fails because of the service', async () => {
    const deferred = some(60);
    const failing = new Set([deferred[0], deferred[30]].map((message) => message?.deliveryId ?? ''));
    const { run, attempted, concurrencyLimit } = aRun({ queue: 'slow', deferred, failing });

    await run([], ['org_1']);

    expect(attempted.toSorted()).toEqual(idsOf(deferred));
    expect(concurrencyLimit.inFlight()).toBe(0);
  });

  it('leaves deferred deliveries to the sweep after too many failures', async () => {
    const deferred = some(500);
    const failing = new Set(idsOf(deferred));
    const { run, attempted, concurrencyLimit, retries } = aRun({ queue: 'slow', deferred, failing });

    await run([], ['org_1']);

    expect(attempted.length).toBeLessThan(100);
    expect([concurrencyLimit.inFlight(), retries.sent]).toEqual([0, []]);
  });

  it('leaves deferred deliveries to other runs if few leases are left', async () => {
    const deferred = some(10);
    const { run, attempted, concurrencyLimit } = aRun({ queue: 'slow', deferred, free: 4 });

    await run([], ['org_1']);

    expect([attempted.length, concurrencyLimit.inFlight()]).toEqual([0, 0]);
  });

  it('requests runs for deferred deliveries at intervals from the fast queue', async () => {
    let ms = 0;
    const { run, retries } = aRun({ deferred: some(1), change: { now: () => later(ms) } });
    const drainsAt = async (at: number) => {
      ms = at;
      await run(some(1));
      return retries.bodies().filter(({ kind }) => kind === 'drain').length;
    };
    expect([await drainsAt(0), await drainsAt(4_999), await drainsAt(5_000)]).toEqual([1, 1, 2]);
  });

  it.each(['fast', 'slow'] as const)(
    'defers all deliveries of a stopped organization in the %s queue, without a lease or an attempt',
    async (queue) => {
      const isStopped = async (orgId: string) => orgId === 'org_1';
      const { run, attempted, attempts, concurrencyLimit, deferredDeliveries, retries } = aRun({
        queue,
        webhook: aWebhook({ enabled: false }),
        change: { isStopped },
      });
      const messages = some(4);

      expect(await run(messages, ['org_1'])).toEqual([]);

      expect(idsOf([...deferredDeliveries.waiting.values()])).toEqual(idsOf(messages));
      expect([attempted, attempts.failed, retries.sent]).toEqual([[], [], []]);
      expect(concurrencyLimit.peak()).toBe(0);
    },
  );

  it('sends no deferred deliveries after their organization is stopped during the run', async () => {
    let [now, made] = [0, 0];
    const deferred = some(60);
    const { run, deferredDeliveries, concurrencyLimit } = aRun({
      queue: 'slow',
      deferred,
      change: {
        isStopped: async () => made >= 5,
        attemptDeferred: async ({ deliveryId }) => {
          made += 1;
          now += 1;
          deferredDeliveries.waiting.delete(deliveryId);
          return { outcome: 'none' };
        },
        now: () => later(now),
      },
    });

    await run([], ['org_1']);

    // Attempts that were requested at the same time may have started.
    expect(made).toBeLessThanOrEqual(30);
    expect([deferredDeliveries.waiting.size, concurrencyLimit.inFlight()]).toEqual([60 - made, 0]);
  });

  it('returns the messages of an organization that cannot be looked up, and attempts the others', async () => {
    const { run, attempted, deferredDeliveries } = aRun({
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
    expect(deferredDeliveries.waiting.size).toBe(0);
  });

  it('fails deliveries that could not be attempted for days, and counts them', async () => {
    const idAt = createDeliveryIds();
    const [old, other] = [
      aMessage({ deliveryId: idAt(daysAgo(9)) }),
      aMessage({ deliveryId: idAt(daysAgo(9)) }),
    ];
    const since: Record<string, Date> = { [old.deliveryId]: daysAgo(3), [other.deliveryId]: daysAgo(2) };
    const attempts = someAttempts(aDelivery(), {
      markFailing: async ({ deliveryId }) => since[deliveryId]?.toISOString(),
    });
    const failing = new Set(Object.keys(since));
    const { run, counted } = aRun({ failing, change: { attempts } });

    expect(await run([old, other])).toEqual([other]);

    const { deliveryId } = old;
    expect(attempts.failed).toEqual([{ deliveryId, reason: expect.stringContaining('3 days') }]);
    expect(counted).toEqual(['overdue']);
  });

  it.each(['fast', 'slow'] as const)(
    'fails no old delivery for one failure after a long stop, on the %s queue',
    async (queue) => {
      const old = aMessage({ deliveryId: createDeliveryIds()(daysAgo(9)) });
      const failing = new Set([old.deliveryId]);
      const { run, attempts, counted } = aRun({ queue, failing, deferred: queue === 'slow' ? [old] : [] });

      await (queue === 'slow' ? run([], [old.orgId]) : run([old]));

      expect(attempts.failed).toEqual([]);
      expect(counted).toEqual([]);
    },
  );

  it('reads a webhook again after a failed read', async () => {
    const get = vi.fn(async () => aWebhook()).mockRejectedValueOnce(new Error('no table'));
    const { run, attempted } = aRun({ queue: 'slow', deferred: some(3), change: { webhooks: { get } } });
    const [message] = some(1);
    if (message === undefined) throw new Error('one');

    expect(await run([message])).toEqual([message]);

    expect(attempted).toHaveLength(3);
  });

  it('reads webhooks by organization and mode', async () => {
    const get = vi.fn(async () => aWebhook());
    const { run } = aRun({ change: { webhooks: { get } } });

    await run([...some(1), ...some(1, { mode: 'test' }), ...some(1, { orgId: 'org_2' })]);

    expect(get).toHaveBeenCalledTimes(3);
  });

  it('reads each webhook once', async () => {
    const get = vi.fn(async () => aWebhook());
    const { run } = aRun({ change: { webhooks: { get } } });

    await run([...some(4), ...some(4, { webhookId: 'wh_2' })]);

    expect(get).toHaveBeenCalledTimes(2);
  });
});
