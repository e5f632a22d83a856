import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { Attempted } from '../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import { createAttemptTally } from '../../../../shared/webhooks/deliveries/attempts/attempt-tally.ts';
import { createDeferredDeliverySource } from '../../../../shared/webhooks/deliveries/attempts/deferred-delivery-source.ts';
import {
  type Batch,
  type DeliverBatchParts,
  deliverBatchUseCase,
} from '../../../../shared/webhooks/deliveries/attempts/deliver-batch.ts';
import { createDeliveryQueueHandler } from '../../../../shared/webhooks/deliveries/attempts/delivery-queue-handler.ts';
import { createDeliveryStops } from '../../../../shared/webhooks/deliveries/attempts/delivery-stops.ts';
import { createInFlightLeases } from '../../../../shared/webhooks/deliveries/attempts/in-flight-leases.ts';
import { createWebhookCache } from '../../../../shared/webhooks/deliveries/attempts/webhook-cache.ts';
import type { DeliveryMessage } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../shared/webhooks/deliveries/delivery-id.ts';
import {
  closeMessage,
  combineMessages,
  deliveryMessage,
  drainMessage,
} from '../../../../shared/webhooks/deliveries/delivery-messages.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';
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
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logOutput, level).mockImplementation(() => undefined);
  }
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

const idsOf = (messages: readonly { readonly deliveryId?: unknown }[]) =>
  messages.map(({ deliveryId }) => String(deliveryId)).sort();
const some = (count: number, change: Partial<DeliveryMessage> = {}) =>
  Array.from({ length: count }, () => aMessage(change));
const daysAgo = (days: number) => later(-days * 86_400_000);

describe.each(['fast', 'slow'] as const)('a run over a batch of the %s queue', (queue) => {
  it('sends all deliveries with at most 25 in flight, and releases every lease', async () => {
    const { run, attempted, concurrencyLimit, deferredDeliveries, retries } = aRun({ queue });
    const messages = some(100);

    expect(await run(messages)).toEqual([]);

    expect(attempted.toSorted()).toEqual(idsOf(messages));
    expect([concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([25, 0]);
    expect([deferredDeliveries.waiting.size, retries.sent]).toEqual([0, []]);
  });

  it('holds leases for the longest attempt, and those of deferred deliveries until the run ends', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const acquire = jest.fn(concurrencyLimit.acquire);
    const acquireInShard = jest.fn(concurrencyLimit.acquireInShard);
    const { run } = aRun({
      queue,
      deferred: queue === 'slow' ? some(1, { orgId: 'org_2' }) : [],
      change: { concurrencyLimit: { ...concurrencyLimit, acquire, acquireInShard } },
      remainingMs: () => 27_000,
    });

    await run(some(1), ['org_2']);

    expect(acquire.mock.calls.map(([, , , until]) => until)).toEqual([later(19_000)]);
    expect(acquireInShard.mock.calls.map(([, , until]) => until)).toEqual(
      queue === 'slow' ? [later(32_000)] : [],
    );
  });

  it('starts no attempt that it could not finish, and enqueues the delivery again at once', async () => {
    const attempt = jest.fn<DeliverBatchParts['attempt']>(async (_hint, _webhook, tooLate) => ({
      outcome: tooLate() ? 'late' : 'none',
    }));
    let remaining = 12_000;
    const { run, retries } = aRun({ queue, change: { attempt }, remainingMs: () => remaining });
    await run(some(2));
    expect(retries.sent).toEqual([]);
    remaining -= 1;
    const messages = some(3);
    expect(await run(messages)).toEqual([]);
    expect(idsOf(retries.bodies())).toEqual(idsOf(messages));
  });

  it('attempts deliveries to a slow receiver only in the slow queue', async () => {
    const webhook = aWebhook({ slowUntil: later(1).toISOString() });
    const { run, attempted, retries } = aRun({ queue, webhook });

    await run(some(3));

    expect([attempted.length, retries.sent.length]).toEqual(queue === 'slow' ? [3, 0] : [0, 3]);
  });
});

describe('a run', () => {
  it.each([
    ['of a slow receiver', 'slow', later(1).toISOString(), 0],
    ['of the fast queue', 'fast', undefined, 0],
    ['of the slow queue', 'slow', undefined, 4],
  ] as const)('%s without leases tries again for a second, or not at all', async (_, queue, slow, times) => {
    const { run, paused } = aRun({
      queue,
      webhook: { ...aWebhook(), ...(slow && { slowUntil: slow }) },
      free: 0,
    });
    await run(some(3));
    expect(paused).toEqual(Array(times).fill(200));
  });

  it('defers deliveries that wait longer than a second for a lease', async () => {
    let ms = 0;
    const attempt = async (): Promise<Attempted> => {
      ms = 1_000;
      return { outcome: 'none' };
    };
    const change = { now: () => later(ms), attempt };
    const { run, deferredDeliveries } = aRun({ queue: 'slow', free: 12, change });
    expect(await run(some(30))).toEqual([]);
    expect(deferredDeliveries.waiting.size).toBe(18);
  });

  it('of the fast queue requests runs for deferred deliveries every five seconds', async () => {
    let ms = 0;
    const { run, retries } = aRun({ deferred: some(1), change: { now: () => later(ms) } });
    const drainsAt = async (at: number) => {
      ms = at;
      await run(some(1));
      return retries.bodies().filter(({ kind }) => kind === 'drain').length;
    };
    expect([await drainsAt(0), await drainsAt(4_999), await drainsAt(5_000)]).toEqual([1, 1, 2]);
  });

  it('sends deliveries that another run deferred before it released its leases', async () => {
    const late = some(1);
    const concurrencyLimit = aConcurrencyLimit(100);
    const release: typeof concurrencyLimit.release = async (lease, count) => {
      for (const message of late.splice(0)) {
        await deferredDeliveries.defer(message, NOW);
        await deferredDeliveries.announce('org_1');
      }
      return concurrencyLimit.release(lease, count);
    };
    const change = { concurrencyLimit: { ...concurrencyLimit, release } };
    const { run, attempted, deferredDeliveries } = aRun({ queue: 'slow', deferred: some(1), change });

    await run([], ['org_1']);

    expect([attempted.length, deferredDeliveries.waiting.size]).toEqual([2, 0]);
    expect((await deferredDeliveries.announcements('org_1')).isNew).toBe(false);
  });

  it.each([
    [0, 10],
    [50, 60],
    [51, 51],
  ])('of the fast queue with %d leases in use acquires ten, up to 60 in total', async (used, peak) => {
    const { run, concurrencyLimit, attempted, retries } = aRun();
    await concurrencyLimit.acquire('org_1', used, 100, NOW, NOW);
    await run(some(1));
    expect([concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([peak, used]);
    expect([attempted.length, retries.sent.length]).toEqual(used > 50 ? [0, 1] : [1, 0]);
  });

  it.each([
    [9, 0],
    [10, 20],
  ])('of the slow queue with %d free leases attempts %d of 20, and defers the others', async (free, sent) => {
    const { run, attempted, concurrencyLimit, deferredDeliveries, retries } = aRun({ queue: 'slow', free });

    expect(await run(some(20))).toEqual([]);

    expect([attempted.length, deferredDeliveries.waiting.size, concurrencyLimit.inFlight()]).toEqual([
      sent,
      20 - sent,
      0,
    ]);
    // Other runs search when they release their leases. If they are killed, another run searches later.
    expect(retries.bodies()).toEqual(sent === 0 ? [{ kind: 'drain', orgId: 'org_1' }] : []);
    expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(sent === 0 ? [20] : []);
  });

  it('sends deferred deliveries on a drain message, and requests another run when its time is up', async () => {
    let remaining = 30_000;
    const { run, attempted, retries, concurrencyLimit } = aRun({
      queue: 'slow',
      deferred: some(200),
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

  it('sends other deferred deliveries if some fail because of the service, and ends after too many', async () => {
    const deferred = some(60);
    const failing = new Set([deferred[0], deferred[30]].map((message) => message?.deliveryId ?? ''));
    const few = aRun({ queue: 'slow', deferred, failing });
    await few.run([], ['org_1']);
    expect(few.attempted.toSorted()).toEqual(idsOf(deferred));

    const many = some(500);
    const all = aRun({ queue: 'slow', deferred: many, failing: new Set(idsOf(many)) });
    await all.run([], ['org_1']);
    expect(all.attempted.length).toBeLessThan(100);
    expect([all.concurrencyLimit.inFlight(), all.retries.sent]).toEqual([0, []]);
  });

  it('sends no deferred deliveries after their organization is stopped', async () => {
    let made = 0;
    const { run, deferredDeliveries, concurrencyLimit } = aRun({
      queue: 'slow',
      deferred: some(60),
      change: {
        isStopped: async () => made >= 5,
        attemptDeferred: async ({ deliveryId }) => {
          made += 1;
          deferredDeliveries.waiting.delete(deliveryId);
          return { outcome: 'none' };
        },
      },
    });

    await run([], ['org_1']);

    // Attempts that were requested at the same time may have started.
    expect(made).toBeLessThanOrEqual(30);
    expect([deferredDeliveries.waiting.size, concurrencyLimit.inFlight()]).toEqual([60 - made, 0]);
  });

  it.each([
    ['deleted', 'deleted', 'The webhook was deleted.'],
    ['disabled', aWebhook({ enabled: false }), 'The webhook is disabled.'],
  ] as const)('fails deliveries of a webhook that was %s, without a lease', async (_, webhook, reason) => {
    const { run, attempted, attempts, concurrencyLimit } = aRun({ webhook });
    const message = aMessage();

    expect(await run([message])).toEqual([]);

    expect(attempts.failed).toEqual([{ deliveryId: message.deliveryId, reason }]);
    expect([attempted.length, concurrencyLimit.peak()]).toEqual([0, 0]);
  });

  it('returns only the messages of deliveries that failed because of the service', async () => {
    const messages = some(5);
    const { run, attempted, concurrencyLimit } = aRun({ failing: new Set([messages[1]?.deliveryId ?? '']) });

    expect(await run(messages)).toEqual([messages[1]]);
    expect([attempted.length, concurrencyLimit.inFlight()]).toEqual([5, 0]);

    const rejecting = aRun({ free: 2, rejected: [1] });
    expect(await rejecting.run(messages)).toEqual([messages[1]]);
    expect(rejecting.attempted).toEqual([]);
  });

  const failsForOne = async (orgId: string) => {
    if (orgId === 'org_1') throw new Error('no table');
    return [{ orgId, shard: 0, leaseId: 'lease', count: 10 }];
  };
  it.each<[string, Partial<DeliverBatchParts>]>([
    ['leases', { concurrencyLimit: { ...aConcurrencyLimit(100), acquire: failsForOne } }],
    ['record', { isStopped: async (orgId) => (await failsForOne(orgId)).length === 0 }],
  ])(
    'returns all messages of an organization whose %s cannot be read, and none of another',
    async (_, change) => {
      const { run, attempted } = aRun({ change });
      const [mine, others] = [some(3), some(3, { orgId: 'org_2' })];

      expect(idsOf(await run([...mine, ...others], ['org_1']))).toEqual(idsOf(mine));
      expect(attempted.toSorted()).toEqual(idsOf(others));
    },
  );

  it('fails deliveries that could not be attempted for days, and counts them', async () => {
    const idAt = createDeliveryIds();
    const [old, other] = [9, 9].map((days) => aMessage({ deliveryId: idAt(daysAgo(days)) }));
    const since = new Map([
      [old?.deliveryId, daysAgo(3)],
      [other?.deliveryId, daysAgo(2)],
    ]);
    const attempts = someAttempts(aDelivery(), {
      markFailing: async ({ deliveryId }) => since.get(deliveryId)?.toISOString(),
    });
    const failing = new Set([...since.keys()].map(String));
    const { run, counted } = aRun({ failing, change: { attempts } });

    expect(await run([old, other] as DeliveryMessage[])).toEqual([other]);

    expect(attempts.failed).toEqual([
      { deliveryId: old?.deliveryId, reason: expect.stringContaining('3 days') },
    ]);
    expect(counted).toEqual(['overdue']);
  });

  it('reads each webhook once for each organization and mode, and again after a failure', async () => {
    const get = jest.fn(async () => aWebhook()).mockRejectedValueOnce(new Error('no table'));
    const webhookOf = createWebhookCache({ get });

    await expect(webhookOf(aMessage())).rejects.toThrow('no table');
    await Promise.all([webhookOf(aMessage()), webhookOf(aMessage())]);
    for (const change of [{ orgId: 'org_2' }, { mode: 'test' }, { webhookId: 'wh_2' }] as const) {
      await webhookOf(aMessage(change));
    }
    expect(get).toHaveBeenCalledTimes(5);
  });
});

describe('the parts of a run', () => {
  it('release leases together, and leave those to expire that cannot be released', async () => {
    const concurrencyLimit = aConcurrencyLimit(100);
    const release = jest.fn(concurrencyLimit.release);
    const options = { orgId: 'org_1', limit: 100, until: later(35_000), now: () => NOW };
    const leases = createInFlightLeases({ ...options, concurrencyLimit: { ...concurrencyLimit, release } });
    expect([await leases.acquire(2), await leases.acquire(3)]).toEqual([2, 3]);

    for (const [released, left] of [
      [1, 4],
      [3, 1],
    ] as const) {
      for (let count = 0; count < released; count++) leases.release();
      await leases.settled();
      expect(concurrencyLimit.inFlight()).toBe(left);
    }
    release.mockRejectedValueOnce(new Error('no table'));
    leases.release();
    await expect(leases.settled()).resolves.toBeUndefined();
  });

  it('supply each deferred delivery to one of many workers, also with a stale index', async () => {
    const deferred = some(230);
    const options = {
      orgId: 'org_1',
      pageSize: 50,
      shard: 0,
      supplied: new Set<string>(),
      timeIsUp: () => false,
    };
    const source = createDeferredDeliverySource(someDeferredDeliveries(deferred), options);
    const got: DeliveryMessage[] = [];
    const work = async () => {
      for (let message = await source.next(); message; message = await source.next()) got.push(message);
    };

    await Promise.all(Array.from({ length: 25 }, work));

    expect(idsOf(got)).toEqual(idsOf(deferred));
  });

  it('count attempts, delays and deferred deliveries by organization', async () => {
    const tally = createAttemptTally();
    const attempt = { number: 1, url: 'https://receiver.example', startedAt: NOW.toISOString() };
    const failed = { outcome: 'attempted', attempt: { ...attempt, error: 'timeout' } } as const;
    const outcomes: Attempted[] = [
      { outcome: 'attempted', status: 'delivered', attempt, delaySeconds: 2.5 },
      { ...failed, status: 'pending' },
      { ...failed, status: 'failed' },
      { outcome: 'postponed' },
      { outcome: 'late' },
    ];
    for (const [waited, one] of outcomes.flatMap((one) =>
      [false, true].map((each) => [each, one] as const),
    )) {
      expect(await tally.attempting(async () => one, waited)(aMessage(), aWebhook(), () => false)).toBe(one);
    }
    const deferring = someDeferredDeliveries();
    await tally.deferring(deferring).defer(aMessage(), NOW);
    await tally.deferring({ ...deferring, defer: async () => false }).defer(aMessage(), NOW);

    const counts = { succeeded: 2, failed: 4, ended: 2, deferred: 1, postponed: 2, delays: [2.5] };
    expect(tally.take()).toEqual([{ orgId: 'org_1', ...counts, errors: { timeout: 4 } }]);
    expect(tally.take()).toEqual([]);
  });

  it.each<[string, Partial<Organization> | undefined, boolean]>([
    ['is active', {}, false],
    ['is suspended', { status: 'suspended' }, true],
    ['was stopped by an operator', { deliveriesStopped: true }, true],
    ['was started again', { deliveriesStopped: false }, false],
    ['has no record', undefined, false],
  ])('know within 20 seconds whether an organization is stopped if it %s', async (_, change, stopped) => {
    let ms = 0;
    const active = { orgId: 'org_1', status: 'active' } as Organization;
    let organization: Organization | undefined = active;
    const isStopped = createDeliveryStops({
      now: () => later(ms),
      findOrganization: async () => organization,
    });
    await expect(isStopped('org_1')).resolves.toBe(false);
    organization = change && { ...active, ...change };
    ms = 19_999;
    await expect(isStopped('org_1')).resolves.toBe(false);
    ms = 20_000;
    await expect(isStopped('org_1')).resolves.toBe(stopped);
  });
});

describe('the messages of a delivery queue', () => {
  const close = closeMessage({ orgId: 'org_1', mode: 'live' }, 'wh_1', 'Over.');
  async function handled(bodies: readonly string[], unfinished: readonly number[], closes = true) {
    const batches: Batch[] = [];
    const handler = createDeliveryQueueHandler({
      deliver: async (batch) => {
        batches.push(batch);
        return batch.messages.filter((_, position) => unfinished.includes(position));
      },
      close: async () => (closes ? 1 : Promise.reject(new Error('no table'))),
    });
    const Records = bodies.map((body, position) => ({ messageId: String(position), body }) as SQSRecord);
    const { batchItemFailures } = await handler({ Records }, { getRemainingTimeInMillis: () => 30_000 });
    return { batches, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).toSorted() };
  }

  it('are processed together, and received again if a delivery of them is unfinished', async () => {
    const [first, second, single] = [aMessage(), aMessage(), aMessage()] as const;
    const combined = combineMessages([deliveryMessage(first), deliveryMessage(second)]);
    const bodies = [combined, drainMessage('org_2'), deliveryMessage(single, 10), close];

    const { batches, failed } = await handled(
      bodies.map(({ body }) => body),
      [1],
    );

    expect(batches).toEqual([
      {
        messages: [first, second, single].map((message) => ({ kind: 'deliver', ...message })),
        drains: ['org_2'],
        remainingMs: expect.any(Function),
      },
    ]);
    expect(failed).toEqual(['0']);
  });

  it('are received again if they are invalid, or a webhook cannot be closed', async () => {
    const bodies = ['no JSON', deliveryMessage(aMessage()).body, '{"kind":"other"}', close.body];
    expect((await handled(bodies, [], false)).failed).toEqual(['0', '2', '3']);
  });
});
