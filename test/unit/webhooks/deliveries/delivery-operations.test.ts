import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import {
  type TestWebhookPorts,
  testWebhookUseCase,
} from '../../../../shared/webhooks/deliveries/attempts/test-webhook.ts';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../shared/webhooks/deliveries/delivery-id.ts';
import {
  addCounts,
  countsOfAttempt,
  LATENCY_BOUNDS_MS,
  latencyQuantile,
  NO_ATTEMPTS,
} from '../../../../shared/webhooks/deliveries/health/attempt-counts.ts';
import { readDeliveryQuery } from '../../../../shared/webhooks/deliveries/listing/delivery-query.ts';
import {
  DELIVERY_NOT_FOUND,
  PAYLOAD_GONE,
} from '../../../../shared/webhooks/deliveries/listing/delivery-rejections.ts';
import { mergeNewestFirst } from '../../../../shared/webhooks/deliveries/merge-newest-first.ts';
import { recoverDeliveriesUseCase } from '../../../../shared/webhooks/deliveries/recovery/recover-deliveries.ts';
import { redeliverUseCase } from '../../../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { createCallLimit } from '../../../../shared/webhooks/limits/call-limit.ts';
import { newWebhookId } from '../../../../shared/webhooks/store/webhook-id.ts';
import {
  aConcurrencyLimit,
  aDelivery,
  aMessage,
  aQueue,
  aWebhook,
  NOW,
  someAttempts,
  someCallLeases,
} from './doubles.ts';

const CALLER = { orgId: 'org_1', mode: 'live' } as const;
const ID = newWebhookId();
const webhooks = {
  get: async (_account: object, id: string) => (id === ID ? aWebhook({ id, enabled: true }) : undefined),
};

beforeEach(() => {
  jest.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

describe('the query of a list of deliveries', () => {
  it('has a limit of 20 by default, and includes the day of its end', () => {
    expect(readDeliveryQuery({})).toEqual({ ok: true, body: { limit: 20 } });
    const [since, until] = [new Date('2026-11-01T00:00:00.000Z'), new Date('2026-11-03T00:00:00.000Z')];
    expect(readDeliveryQuery({ since: '2026-11-01', until: '2026-11-02', limit: '100' })).toEqual({
      ok: true,
      body: { since, until, limit: 100 },
    });
  });
});

describe('deliveries of several sources', () => {
  it('are in order, each once', async () => {
    const newestFirst = fc
      .uniqueArray(fc.stringMatching(/^[0-9A-Z]{1,2}$/), { maxLength: 12 })
      .map((ids) => ids.toSorted().toReversed());
    const source = async function* (ids: readonly string[]) {
      for (const deliveryId of ids) yield { deliveryId };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(newestFirst, { maxLength: 4 }), async (sources) => {
        const merged: string[] = [];
        for await (const { deliveryId } of mergeNewestFirst(sources.map(source))) merged.push(deliveryId);
        expect(merged).toEqual([...new Set(sources.flat())].toSorted().toReversed());
      }),
    );
  });
});

describe('one delivery', () => {
  const OLD = aDelivery({ deliveryId: createDeliveryIds()(NOW), webhookId: ID, status: 'failed' });
  const MADE = aDelivery({ webhookId: ID, redeliveryOf: OLD.deliveryId });

  it.each([
    [{ outcome: 'made', delivery: MADE }, { ok: true }],
    [{ outcome: 'payload-gone' }, { ok: false, rejection: PAYLOAD_GONE }],
    [{ outcome: 'gone' }, { ok: false, rejection: DELIVERY_NOT_FOUND }],
  ] as const)('is repeated with the result %j, also without a message', async (result, answer) => {
    const redeliver = redeliverUseCase({
      webhooks,
      deliveries: aQueue([0]),
      now: () => NOW,
      records: { get: async () => OLD },
      redeliveries: { redeliver: async () => result },
    });
    expect(await redeliver(ID, OLD.deliveryId, CALLER)).toMatchObject(answer);
  });
});

describe('recovering failed deliveries', () => {
  const SPAN = { since: '2026-03-01', until: '2026-03-02' };
  const some = (count: number, change: Partial<Delivery> = {}) =>
    Array.from({ length: count }, () => aDelivery({ status: 'failed', ...change }));

  /** Recovers failed deliveries; each advances the clock by `msEach`. */
  function recoveryUnderTest(failed: Delivery[], { msEach = 0, rejected = [] as readonly number[] } = {}) {
    const deliveries = aQueue(rejected);
    let now = NOW;
    const asked: unknown[] = [];
    const recover = recoverDeliveriesUseCase({
      deliveries,
      webhooks,
      limit: createCallLimit(someCallLeases(), 'recover', () => now),
      now: () => now,
      records: {
        list: async (_webhookId, { after, limit, ...filter }) => {
          asked.push(filter);
          const start = failed.findIndex(({ deliveryId }) => deliveryId === after) + 1;
          const page = failed.slice(start, start + limit);
          const next = page.at(-1)?.deliveryId ?? '';
          return { deliveries: page, ...(start + limit < failed.length ? { next } : {}) };
        },
      },
      redeliveries: {
        redeliver: async (old, _at, onlyOnce) => {
          expect(onlyOnce).toBe(true);
          now = new Date(now.getTime() + msEach);
          const delivery = aDelivery({ redeliveryOf: old.deliveryId });
          failed[failed.indexOf(old)] = { ...old, redeliveredBy: delivery.deliveryId };
          return { outcome: 'made', delivery };
        },
      },
    });
    return { recover: (orgId = 'org_1') => recover(ID, SPAN, { ...CALLER, orgId }), deliveries, asked };
  }
  const recovered = (count: number, complete: boolean) => ({
    body: { data: { recovered: count, complete } },
  });

  it('stops when its time is up, and continues with the next call', async () => {
    const { recover } = recoveryUnderTest(some(200), { msEach: 200 });
    expect(await recover()).toMatchObject(recovered(80, false));
    expect(await recover()).toMatchObject(recovered(80, false));
    expect(await recover()).toMatchObject(recovered(40, true));
  });

  it('runs at most twice concurrently for an organization, independent of others', async () => {
    const { recover } = recoveryUnderTest(some(45));
    const outcomes = await Promise.all(['org_1', 'org_1', 'org_1', 'org_2'].map(recover));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false, true]);
    expect(outcomes[2]).toMatchObject({ rejection: { kind: 'rate-limited', retryAfter: 15 } });
    expect(await recover()).toMatchObject({ ok: true });
  });
});

describe('testing a webhook', () => {
  function testUnderTest({ free = 100, change = {} as Partial<TestWebhookPorts> } = {}) {
    const concurrencyLimit = aConcurrencyLimit(free);
    const callLeases = someCallLeases();
    const attempts = someAttempts(aDelivery());
    const admitted: unknown[] = [];
    const test = testWebhookUseCase({
      concurrencyLimit,
      attempts,
      limit: createCallLimit(callLeases, 'test', () => NOW),
      isStopped: async () => false,
      budget: { takeNow: async () => true },
      now: () => NOW,
      webhooks: { get: async (_account, id) => aWebhook({ id, events: ['rfp.created', 'chat.created'] }) },
      intake: {
        admit: async (_account, { event }, webhookIds, _at, kind) => {
          admitted.push({ event, webhookIds, kind });
          return { known: false, pending: [aMessage({ deliveryId: 'dlv_test' })] };
        },
      },
      attempt: async () => ({ outcome: 'none' }),
      records: { read: async (deliveryId) => ({ delivery: aDelivery({ deliveryId, test: true }), log: [] }) },
      sampleEvent: (event) => ({ id: 'evt_1', event, created: '', object: {}, livemode: false }),
      ...change,
    });
    return {
      test: (orgId = 'org_1') => test(ID, undefined, { ...CALLER, orgId }),
      ...{ callLeases, concurrencyLimit, attempts, admitted },
    };
  }

  it('runs at most four times concurrently for an organization, independent of others', async () => {
    const { promise: hanging, resolve: answer } = Promise.withResolvers<{ outcome: 'none' }>();
    const { test, admitted, callLeases } = testUnderTest({ change: { attempt: () => hanging } });

    const calls = Array.from({ length: 5 }, () => test());
    const others = test('org_2');
    expect(await calls[4]).toMatchObject({ ok: false, rejection: { kind: 'rate-limited', retryAfter: 5 } });
    expect(callLeases.running()).toBe(5);

    answer({ outcome: 'none' });
    for (const { ok } of await Promise.all([...calls.slice(0, 4), others])) expect(ok).toBe(true);
    expect([admitted.length, callLeases.running()]).toEqual([5, 0]);
  });
});

describe('the health of a webhook', () => {
  const attempt = (status: number | undefined, durationMs: number) =>
    countsOfAttempt({
      ...{ number: 1, startedAt: '', url: '', durationMs },
      ...(status === undefined ? { error: 'timeout' } : { status }),
      ...(status === undefined || status < 300 ? {} : { error: 'status' }),
    });

  it('has quantiles that are exact, rounded up to the bound of their class', () => {
    const durations = fc.array(fc.nat(5_500), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.01, 0.5, 0.95, 1), (values, share) => {
        const counts = values.map((ms) => attempt(200, ms)).reduce(addCounts, NO_ATTEMPTS);
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(values.length * share) - 1] ?? 0;
        expect(latencyQuantile(counts, share)).toBe(LATENCY_BOUNDS_MS.find((bound) => bound >= exact));
      }),
    );
    for (const [index, bound] of LATENCY_BOUNDS_MS.slice(1).entries()) {
      expect(bound / (LATENCY_BOUNDS_MS[index] ?? 0)).toBeLessThanOrEqual(1.25);
    }
    expect(latencyQuantile(attempt(undefined, 5_000), 0.5)).toBeUndefined();
    expect(latencyQuantile(attempt(200, 60_000), 0.5)).toBe(LATENCY_BOUNDS_MS.at(-1));
  });
});
