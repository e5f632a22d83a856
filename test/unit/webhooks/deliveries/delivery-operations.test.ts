import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { QuoteChanges } from '../../../../shared/quotes/record/quote-changes.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import {
  type TestWebhookPorts,
  testWebhookUseCase,
} from '../../../../shared/webhooks/deliveries/attempts/test-webhook.ts';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../shared/webhooks/deliveries/delivery-id.ts';
import {
  type AttemptCounts,
  addCounts,
  countsOfAttempt,
  LATENCY_BOUNDS_MS,
  latencyQuantile,
  NO_ATTEMPTS,
} from '../../../../shared/webhooks/deliveries/health/attempt-counts.ts';
import { readHealthUseCase } from '../../../../shared/webhooks/deliveries/health/read-health.ts';
import { readDeliveryQuery } from '../../../../shared/webhooks/deliveries/listing/delivery-query.ts';
import {
  ALL_IN_FLIGHT,
  DELIVERIES_STOPPED,
  DELIVERY_NOT_FOUND,
  PAYLOAD_GONE,
  TOO_MANY_REQUESTS,
} from '../../../../shared/webhooks/deliveries/listing/delivery-rejections.ts';
import { listQuoteEventsUseCase } from '../../../../shared/webhooks/deliveries/listing/list-quote-events.ts';
import { mergeNewestFirst } from '../../../../shared/webhooks/deliveries/merge-newest-first.ts';
import { recoverDeliveriesUseCase } from '../../../../shared/webhooks/deliveries/recovery/recover-deliveries.ts';
import { redeliverUseCase } from '../../../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { quoteEventId } from '../../../../shared/webhooks/events/quote-transitions.ts';
import { createCallLimit } from '../../../../shared/webhooks/limits/call-limit.ts';
import { newWebhookId } from '../../../../shared/webhooks/store/webhook-id.ts';
import {
  aConcurrencyLimit,
  aDelivery,
  aMessage,
  aQueue,
  aWebhook,
  later,
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

  it.each([
    ['2026-11-02', '2026-11-01', false],
    ['2026-11-02T00:00:00Z', '2026-11-01', false],
    ['2026-11-02', '2026-11-01T23:59:59Z', false],
    ['2026-11-02', '2026-11-02', true],
    ['2026-11-02T23:59:59.999Z', '2026-11-02', true],
    ['2026-11-02', '2026-11-02T00:00:00Z', true],
  ])('with since %s and until %s is valid: %s', (since, until, ok) => {
    expect(readDeliveryQuery({ since, until }).ok).toBe(ok);
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

  it('repeats and enqueues each failed delivery of the time range, except repeated ones and tests', async () => {
    const failed = [...some(45), ...some(3, { redeliveredBy: 'dlv_new' }), ...some(2, { test: true })];
    const { recover, deliveries, asked } = recoveryUnderTest(failed);

    expect(await recover()).toMatchObject(recovered(45, true));
    expect(deliveries.sent).toHaveLength(45);
    expect(asked[0]).toEqual({
      status: 'failed',
      since: new Date('2026-03-01T00:00:00.000Z'),
      until: new Date('2026-03-03T00:00:00.000Z'),
    });
    expect(await recoveryUnderTest(some(2), { rejected: [0, 1] }).recover()).toMatchObject(
      recovered(2, true),
    );
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

  it('makes one test with its first event within the concurrency limit, also if its lease stays', async () => {
    const { test, concurrencyLimit, admitted } = testUnderTest();
    expect(await test()).toMatchObject({ ok: true, body: { data: { id: 'dlv_test', test: true } } });
    expect(admitted).toEqual([{ event: 'rfp.created', webhookIds: [ID], kind: 'test' }]);
    expect([concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([1, 0]);

    const release = () => Promise.reject(new Error('no table'));
    const stays = testUnderTest({ change: { concurrencyLimit: { ...concurrencyLimit, release } } });
    expect(await stays.test()).toMatchObject({ ok: true });
  });

  it.each<[string, Parameters<typeof testUnderTest>[0], object]>([
    ['the concurrency limit is reached', { free: 0 }, ALL_IN_FLIGHT],
    ['a rate limit is exceeded', { change: { budget: { takeNow: async () => false } } }, TOO_MANY_REQUESTS],
    ['its deliveries are stopped', { change: { isStopped: async () => true } }, DELIVERIES_STOPPED],
  ])('is rejected while %s, and stores nothing', async (_, parts, rejection) => {
    const { test, admitted, concurrencyLimit } = testUnderTest(parts);
    expect(await test()).toEqual({ ok: false, rejection });
    expect([admitted, concurrencyLimit.peak()]).toEqual([[], 0]);
  });

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

  it('fails a test that the service could not make, and releases its leases', async () => {
    const attempt = () => Promise.reject(new Error('no key'));
    const { test, concurrencyLimit, attempts, callLeases } = testUnderTest({ change: { attempt } });

    await expect(test()).rejects.toThrow('no key');
    expect(attempts.failed).toEqual([{ deliveryId: 'dlv_test', reason: expect.any(String) }]);
    expect([concurrencyLimit.inFlight(), callLeases.running()]).toEqual([0, 0]);
  });
});

describe('the events of a quote', () => {
  const CREATED_AT = '2026-03-02T10:00:00.000Z';
  const quoteId = createQuoteIds()(new Date(CREATED_AT));

  it('are in the order of their time, with ids of their own after the quote was restored', async () => {
    const restoredAt = '2026-03-11T09:00:00.000Z';
    const changesOf = async (): Promise<QuoteChanges> => ({
      createdAt: CREATED_AT,
      declinedAt: '2026-03-12T09:00:00.000Z',
      expiryAnnouncedAt: '2026-03-10T00:01:00.000Z',
      supersededAt: restoredAt,
      restoredAt,
    });
    const list = listQuoteEventsUseCase({ quotes: { changesOf }, events: { deliveriesOf: async () => [] } });

    const answer = await list(quoteId, CALLER);

    const events = answer.ok ? answer.body.events : [];
    expect(events.map(({ status, event_id }) => [status, event_id])).toEqual([
      ['pending', quoteEventId(CALLER, quoteId, 'created')],
      ['expired', quoteEventId(CALLER, quoteId, 'expired')],
      ['superseded', quoteEventId(CALLER, quoteId, 'superseded', restoredAt)],
      ['declined', quoteEventId(CALLER, quoteId, 'declined', restoredAt)],
    ]);
  });
});

describe('the health of a webhook', () => {
  const HOUR_MS = 3_600_000;
  const attempt = (status: number | undefined, durationMs: number) =>
    countsOfAttempt({
      ...{ number: 1, startedAt: '', url: '', durationMs },
      ...(status === undefined ? { error: 'timeout' } : { status }),
      ...(status === undefined || status < 300 ? {} : { error: 'status' }),
    });

  function healthUnderTest(stored: ReadonlyMap<number, AttemptCounts> = new Map()) {
    const periods: (readonly [Date, Date])[] = [];
    const byHour = async (_: object, from: Date, to: Date) => {
      periods.push([from, to]);
      return stored;
    };
    const read = readHealthUseCase({ webhooks, counts: { byHour }, now: () => later(20 * 60_000) });
    return {
      periods,
      read: async (query: Record<string, string> = {}) => {
        const answer = await read(ID, query, CALLER);
        return answer.ok ? answer.body.data : undefined;
      },
    };
  }

  it('has an entry for each hour, also without attempts, and ends with the current hour', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 720 }), async (hours) => {
        const { read, periods } = healthUnderTest();
        const starts = (await read({ hours: String(hours) }))?.hours.map(({ startsAt }) =>
          Date.parse(startsAt),
        );
        const first = NOW.getTime() - (hours - 1) * HOUR_MS;
        expect(starts).toEqual(Array.from({ length: hours }, (_, index) => first + index * HOUR_MS));
        expect(periods).toEqual([[new Date(first), NOW]]);
      }),
      { numRuns: 20 },
    );
    expect((await healthUnderTest().read())?.hours).toHaveLength(24);
    for (const hours of ['0', '721', '-1', '1.5', 'x']) {
      expect(await healthUnderTest().read({ hours })).toBeUndefined();
    }
  });

  it('shows rates and latencies by hour and in total, and a rate of 1 only without failures', async () => {
    const nine = [attempt(200, 10), attempt(204, 30), attempt(503, 100)].reduce(addCounts, NO_ATTEMPTS);
    const stored = new Map([
      [NOW.getTime() - HOUR_MS, nine],
      [NOW.getTime(), attempt(undefined, 5_000)],
    ]);
    const latencyMs = { average: 47, p50: 33, p95: 100 };

    expect(await healthUnderTest(stored).read({ hours: '2' })).toMatchObject({
      total: { attempts: 4, succeeded: 2, failed: 2, successRate: 0.5, latencyMs },
      hours: [
        { attempts: 3, succeeded: 2, failed: 1, successRate: 0.6666, latencyMs },
        { attempts: 1, succeeded: 0, failed: 1, successRate: 0, latencyMs: null },
      ],
    });
    const many = { ...NO_ATTEMPTS, attempts: 1_000_000, succeeded: 999_999 };
    expect(await healthUnderTest(new Map([[NOW.getTime(), many]])).read()).toMatchObject({
      total: { successRate: 0.9999, failed: 1 },
    });
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
