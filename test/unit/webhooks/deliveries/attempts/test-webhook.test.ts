import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import type { Attempted } from '../../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import {
  type TestWebhookPorts,
  testWebhookUseCase,
} from '../../../../../shared/webhooks/deliveries/attempts/test-webhook.ts';
import { createCallLimit } from '../../../../../shared/webhooks/limits/call-limit.ts';
import { newWebhookId } from '../../../../../shared/webhooks/store/webhook-id.ts';
import {
  aConcurrencyLimit,
  aDelivery,
  aMessage,
  aWebhook,
  NOW,
  someAttempts,
  someCallLeases,
} from './doubles.ts';

const CALLER: Account = { orgId: 'org_1', mode: 'live' };
const ID = newWebhookId();
const ATTEMPTED: Attempted = {
  outcome: 'attempted',
  status: 'delivered',
  attempt: { number: 1, startedAt: NOW.toISOString(), url: 'https://receiver.example/hooks', status: 200 },
};

beforeEach(() => {
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

function testDeliveryUnderTest({ free = 100, change = {} as Partial<TestWebhookPorts> } = {}) {
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
    webhooks: {
      get: async (_account, id) =>
        id === ID ? aWebhook({ id, events: ['rfp.created', 'chat.created'], enabled: false }) : undefined,
    },
    intake: {
      admit: async (_account, { event }, webhookIds, _at, kind) => {
        admitted.push({ event, webhookIds, kind });
        return { known: false, pending: [aMessage({ deliveryId: 'dlv_test' })] };
      },
    },
    attempt: async () => ATTEMPTED,
    records: {
      read: async (deliveryId) => ({
        delivery: aDelivery({ deliveryId, test: true, maxAttempts: 1 }),
        log: [],
        payload: Buffer.from('{"a":1}'),
      }),
    },
    sampleEvent: (event) => ({ id: 'evt_1', event, created: NOW.toISOString(), object: {}, livemode: false }),
    ...change,
  });
  return {
    test: (body?: unknown, id = ID, caller = CALLER) => test(id, body, caller),
    callLeases,
    concurrencyLimit,
    attempts,
    admitted,
  };
}

describe('testing a webhook', () => {
  it('makes one test with the first event of the webhook, and releases its lease', async () => {
    const { test, concurrencyLimit, admitted } = testDeliveryUnderTest();

    expect(await test()).toMatchObject({ ok: true, body: { data: { id: 'dlv_test', test: true } } });

    expect(admitted).toEqual([{ event: 'rfp.created', webhookIds: [ID], kind: 'test' }]);
    expect([concurrencyLimit.peak(), concurrencyLimit.inFlight()]).toEqual([1, 0]);
  });

  it('is rejected at the concurrency limit, and stores nothing', async () => {
    const { test, admitted } = testDeliveryUnderTest({ free: 0 });

    expect(await test()).toMatchObject({
      ok: false,
      rejection: { kind: 'rate-limited', retryAfter: 5 },
    });
    expect(admitted).toEqual([]);
  });

  it('is rejected if a rate limit is exceeded, and stores nothing', async () => {
    const asked: unknown[] = [];
    const takeNow = async (...request: unknown[]) => {
      asked.push(request);
      return false;
    };
    const { test, admitted, concurrencyLimit } = testDeliveryUnderTest({ change: { budget: { takeNow } } });

    expect(await test()).toMatchObject({
      ok: false,
      rejection: {
        kind: 'rate-limited',
        retryAfter: 5,
        message: expect.stringContaining('limit of webhook requests'),
      },
    });
    expect(asked).toEqual([[expect.objectContaining(CALLER), 'https://receiver.example/hooks']]);
    expect([admitted, concurrencyLimit.peak()]).toEqual([[], 0]);
  });

  it('is rejected while the deliveries of the organization are stopped, and stores nothing', async () => {
    const { test, admitted, concurrencyLimit } = testDeliveryUnderTest({
      change: { isStopped: async () => true },
    });

    expect(await test()).toMatchObject({ ok: false, rejection: { kind: 'conflict' } });
    expect([admitted, concurrencyLimit.peak()]).toEqual([[], 0]);
  });

  it('runs at most four times concurrently for an organization, independent of others', async () => {
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { test, admitted, concurrencyLimit, callLeases } = testDeliveryUnderTest({
      change: { attempt: () => hanging.then(() => ATTEMPTED) },
    });

    const calls = Array.from({ length: 8 }, () => test());
    const others = test(undefined, ID, { ...CALLER, orgId: 'org_2' });
    expect(await Promise.all(calls.slice(4))).toEqual(
      Array.from({ length: 4 }, () => ({
        ok: false,
        rejection: {
          kind: 'rate-limited',
          retryAfter: 5,
          message: expect.stringMatching(/^At most 4 tests of webhooks /),
        },
      })),
    );
    expect([admitted.length, concurrencyLimit.inFlight(), callLeases.running()]).toEqual([5, 5, 5]);

    answer();
    for (const outcome of await Promise.all([...calls.slice(0, 4), others])) expect(outcome.ok).toBe(true);
    expect(callLeases.running()).toBe(0);
    expect(await test()).toMatchObject({ ok: true });
  });

  it('fails a test that the service could not make, and releases its lease', async () => {
    const { test, concurrencyLimit, attempts, callLeases } = testDeliveryUnderTest({
      change: { attempt: () => Promise.reject(new Error('no key')) },
    });

    await expect(test()).rejects.toThrow('no key');
    expect(attempts.failed).toEqual([{ deliveryId: 'dlv_test', reason: expect.any(String) }]);
    expect([concurrencyLimit.inFlight(), callLeases.running()]).toEqual([0, 0]);
  });

  it('succeeds if its lease cannot be released', async () => {
    const concurrencyLimit = {
      ...aConcurrencyLimit(5),
      release: () => Promise.reject(new Error('no table')),
    };
    expect(await testDeliveryUnderTest({ change: { concurrencyLimit } }).test()).toMatchObject({ ok: true });
  });

  it.each([[{ event: 'quote.created' }], [{ event: null }], [[]], ['chat.created'], [7], [null]])(
    'is rejected for %j before it acquires a lease',
    async (body) => {
      const { test, concurrencyLimit } = testDeliveryUnderTest();
      expect(await test(body)).toMatchObject({ ok: false, rejection: { kind: 'invalid' } });
      expect(concurrencyLimit.peak()).toBe(0);
    },
  );

  it('is rejected for an unknown webhook', async () => {
    expect(await testDeliveryUnderTest().test({}, newWebhookId())).toMatchObject({
      rejection: { kind: 'not-found' },
    });
  });
});
