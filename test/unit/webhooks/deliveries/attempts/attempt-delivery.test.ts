import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { attemptDeliveryUseCase } from '../../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import type { DeliveryAttempts } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import type { Admission } from '../../../../../shared/webhooks/limits/send-budget.ts';
import type { SendResult, WebhookRequest } from '../../../../../shared/webhooks/sending/send-webhook.ts';
import { aDelivery, aMessage, aQueue, aWebhook, later, NOW, someAttempts } from './doubles.ts';

const SCHEDULE = [300, 900, 3_600, 14_400, 43_200];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const answered = (change: Partial<SendResult> = {}): SendResult => ({
  ok: true,
  status: 200,
  body: new Uint8Array(),
  bodyTruncated: false,
  durationMs: 40,
  startedAt: NOW,
  ...change,
});
const failing = (change: Partial<SendResult> = {}) =>
  answered({ ok: false, status: 503, error: 'status', ...change });

const withoutStatus = ({ status: _, ...result }: SendResult): SendResult => result;

/** An attempt whose receiver answers `result`; `calls` records the updates of its webhook. */
function deliveryAttemptUnderTest({
  result = answered(),
  delivery = aDelivery(),
  attempts: change = {} as Partial<DeliveryAttempts>,
  retries = aQueue(),
  disables = false,
  admission = { send: true } as Admission,
  send = async (): Promise<SendResult> => result,
} = {}) {
  const attempts = someAttempts(delivery, change);
  const calls: string[] = [];
  const requests: WebhookRequest[] = [];
  const attempt = attemptDeliveryUseCase({
    attempts,
    retries,
    webhooks: {
      get: async () => undefined,
      markSlow: async (_account, _id, until) => void calls.push(`slow until ${until.toISOString()}`),
      countExhausted: async () => calls.push('exhausted') > 0 && disables,
      clearExhausted: async () => void calls.push('cleared'),
      disable: async () => calls.push('disabled') > 0,
    },
    secrets: { open: async ({ ciphertext }) => (ciphertext === 'sealed' ? SECRET : `${SECRET}AAAA`) },
    sender: {
      send: (request) => {
        requests.push(request);
        return send();
      },
    },
    budget: { admit: async () => admission },
    schedule: SCHEDULE,
    now: () => NOW,
    random: () => 0,
  });
  return { attempt, attempts, retries, calls, requests };
}

beforeEach(() => {
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

describe('an attempt of a delivery', () => {
  it('sends the stored bytes, signed, with the ids of event and delivery', async () => {
    const delivery = aDelivery({ deliveryId: 'dlv_a', eventId: 'evt_a' });
    const { attempt, requests, attempts } = deliveryAttemptUnderTest({ delivery });

    const attempted = await attempt(delivery, aWebhook());

    expect(attempted).toMatchObject({ outcome: 'attempted', status: 'delivered', attempt: { number: 1 } });
    expect(requests).toHaveLength(1);
    const headers = Object.fromEntries(
      Object.entries(requests[0]?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-event-id': 'evt_a',
      'x-delivery-id': 'dlv_a',
      'webhook-id': 'evt_a',
      'webhook-timestamp': String(NOW.getTime() / 1000),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    });
    expect(Buffer.from(requests[0]?.body ?? []).toString()).toBe('{"a":1}');
    expect(attempts.recorded).toEqual([{ status: 'delivered' }]);
  });

  it.each([
    ['at the first attempt', {}, {}, 900],
    ['at a retry', { attempts: 1 }, {}, undefined],
    ['after it was postponed by a rate limit', {}, { tokenAt: NOW.toISOString() }, undefined],
    ['after it was postponed by the limit of a host', {}, { hostTokenAt: NOW.toISOString() }, undefined],
    ['as a test', { test: true }, {}, undefined],
  ])('that succeeds %s has the delay %j %j %s', async (_, change, tokens, delaySeconds) => {
    const delivery = aDelivery({ createdAt: later(-900_000).toISOString(), ...change });
    const { attempt } = deliveryAttemptUnderTest({ delivery });
    const attempted = await attempt({ ...delivery, ...tokens }, aWebhook());
    expect(attempted).toMatchObject({ outcome: 'attempted', status: 'delivered' });
    expect(attempted).toHaveProperty('attempt.number', (delivery.attempts ?? 0) + 1);
    expect((attempted as { delaySeconds?: number }).delaySeconds).toBe(delaySeconds);
  });

  it('that fails has no delay', async () => {
    const delivery = aDelivery({ createdAt: later(-900_000).toISOString() });
    const { attempt } = deliveryAttemptUnderTest({
      delivery,
      result: answered({ ok: false, status: 503, error: 'status' }),
    });
    expect(await attempt(delivery, aWebhook())).not.toHaveProperty('delaySeconds');
  });

  it.each([
    ['a response', answered(), { status: 200 }],
    [
      'a failed response with a body',
      failing({ detail: 'The receiver answered 503.', body: Buffer.from('no'), bodyTruncated: true }),
      {
        status: 503,
        error: 'status',
        detail: 'The receiver answered 503.',
        responseBody: Buffer.from('no'),
        responseTruncated: true,
      },
    ],
    [
      'no response',
      withoutStatus(answered({ ok: false, error: 'timeout', detail: 'No answer.' })),
      { error: 'timeout', detail: 'No answer.' },
    ],
  ])('records status, error and body of %s', async (_, result, expected) => {
    const { attempt } = deliveryAttemptUnderTest({ result });
    const attempted = await attempt(aMessage(), aWebhook());
    expect((attempted as { attempt?: unknown }).attempt).toStrictEqual({
      number: 1,
      url: aWebhook().url,
      startedAt: NOW.toISOString(),
      durationMs: 40,
      ...expected,
    });
  });

  it('is signed with every valid secret, and with no expired one', async () => {
    const secret = (expiresAt?: Date) => ({
      ciphertext: 'sealed',
      createdAt: NOW.toISOString(),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    });
    const signatures = async (expiresAt: Date) => {
      const { attempt, requests } = deliveryAttemptUnderTest();
      await attempt(aMessage(), aWebhook({ secrets: [secret(), secret(expiresAt)] }));
      return requests[0]?.headers['webhook-signature']?.split(' ').length;
    };
    expect([await signatures(later(1)), await signatures(NOW), await signatures(later(-1))]).toEqual([
      2, 1, 1,
    ]);
  });

  it('is postponed until it has a token, with a delayed message', async () => {
    const tokens = { hostTokenAt: later(5_000).toISOString() };
    const { attempt, attempts, requests, retries, calls } = deliveryAttemptUnderTest({
      admission: { send: false, dueAt: later(5_000), ...tokens },
      attempts: { claim: () => Promise.reject(new Error('claimed')) },
    });
    const message = aMessage({ deliveryId: 'dlv_a' });

    expect(await attempt(message, aWebhook())).toEqual({ outcome: 'postponed' });

    expect([requests, calls]).toEqual([[], []]);
    expect(attempts.postponed).toEqual([
      { deliveryId: 'dlv_a', dueAt: later(5_000), nextCheckAt: later(25_000), ...tokens },
    ]);
    expect(retries.bodies()).toEqual([{ kind: 'deliver', ...message, ...tokens }]);
    expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([5]);
  });

  it('sends no message if another run postponed it', async () => {
    const { attempt, retries } = deliveryAttemptUnderTest({
      admission: { send: false, dueAt: later(5_000) },
      attempts: { postpone: async () => false },
    });
    expect(await attempt(aMessage(), aWebhook())).toEqual({ outcome: 'none' });
    expect(retries.sent).toEqual([]);
  });

  it('reserves new tokens after a failure', async () => {
    const { attempt, retries } = deliveryAttemptUnderTest({ result: failing() });
    const { orgId, mode, webhookId, eventId, deliveryId } = aMessage();
    const message = { orgId, mode, webhookId, eventId, deliveryId, attempts: 0 };
    await attempt({ ...message, hostTokenAt: NOW.toISOString(), tokenAt: NOW.toISOString() }, aWebhook());
    expect(retries.bodies()).toEqual([{ kind: 'deliver', ...message, attempts: 1 }]);
  });

  it('enqueues the retry after a failure if SQS can delay it that long, and leaves the rest to the sweep', async () => {
    for (const [made, delay] of [
      [0, 300],
      [1, 900],
      [2, undefined],
    ] as const) {
      const { attempt, retries } = deliveryAttemptUnderTest({ result: failing() });
      await attempt(aMessage({ attempts: made }), aWebhook());
      expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(
        delay === undefined ? [] : [delay],
      );
      if (delay !== undefined) expect(retries.bodies()[0]).toMatchObject({ attempts: made + 1 });
    }
  });

  it('is not made if the payload has expired, and the delivery fails', async () => {
    const { attempt, attempts, requests } = deliveryAttemptUnderTest({
      attempts: { payload: async () => undefined },
    });

    expect(await attempt(aMessage({ deliveryId: 'dlv_b' }), aWebhook())).toEqual({ outcome: 'none' });
    expect(attempts.failed).toEqual([{ deliveryId: 'dlv_b', reason: expect.stringContaining('payload') }]);
    expect(requests).toEqual([]);
  });

  it.each([
    [1_500, [2]],
    [5_000, [5]],
    [5_001, []],
    [300_000, []],
  ])(
    'is not made %i ms before it is due; only within the clock skew is another message sent',
    async (early, delays) => {
      const dueAt = later(early).toISOString();
      const claim = async () => ({ outcome: 'not-due', dueAt, attempts: 2 }) as const;
      const { attempt, retries, requests } = deliveryAttemptUnderTest({ attempts: { claim } });

      expect(await attempt(aMessage(), aWebhook())).toEqual({ outcome: 'none' });
      expect(requests).toEqual([]);
      expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(delays);
    },
  );

  it('claims only what it can send: a failed read leaves the delivery unchanged', async () => {
    let claims = 0;
    const claim = async () => {
      claims += 1;
      return { outcome: 'over' } as const;
    };
    const { attempt } = deliveryAttemptUnderTest({
      attempts: { claim, payload: () => Promise.reject(new Error('no table')) },
    });

    await expect(attempt(aMessage(), aWebhook())).rejects.toThrow('no table');
    expect(claims).toBe(0);
  });

  it('is not started if too little time is left', async () => {
    const claim = vi.fn<DeliveryAttempts['claim']>();
    const { attempt } = deliveryAttemptUnderTest({ attempts: { claim } });

    expect(await attempt(aMessage(), aWebhook(), () => true)).toEqual({ outcome: 'late' });
    expect(claim).not.toHaveBeenCalled();
  });

  it('disables a webhook whose receiver is gone, and ends its pending deliveries', async () => {
    const { attempt, calls, retries } = deliveryAttemptUnderTest({ result: failing({ status: 410 }) });

    expect(await attempt(aMessage(), aWebhook())).toMatchObject({ status: 'failed' });
    expect(calls).toEqual(['disabled']);
    expect(retries.bodies()).toEqual([expect.objectContaining({ kind: 'close', webhookId: 'wh_1' })]);
  });

  it.each([[true], [false]])(
    'counts against the webhook if it was the last; disabled by it: %s',
    async (disables) => {
      const { attempt, calls, retries } = deliveryAttemptUnderTest({ result: failing(), disables });

      expect(await attempt(aMessage({ attempts: 5 }), aWebhook())).toMatchObject({ status: 'failed' });
      expect(calls).toEqual(['exhausted']);
      expect(retries.bodies().map(({ kind }) => kind)).toEqual(disables ? ['close'] : []);
    },
  );

  it('counts against the webhook if the last attempt was interrupted', async () => {
    const claim = async () => ({ outcome: 'no-attempts-left', delivery: aDelivery() }) as const;
    const { attempt, calls, requests } = deliveryAttemptUnderTest({ attempts: { claim } });

    expect(await attempt(aMessage({ attempts: 6 }), aWebhook())).toEqual({ outcome: 'none' });
    expect([calls, requests]).toEqual([['exhausted'], []]);

    const ofTest = async () =>
      ({ outcome: 'no-attempts-left', delivery: aDelivery({ test: true }) }) as const;
    const test = deliveryAttemptUnderTest({ attempts: { claim: ofTest } });
    await test.attempt(aMessage({ attempts: 1 }), aWebhook());
    expect(test.calls).toEqual([]);
  });

  it('resets the count of failures after a success', async () => {
    const since = NOW.toISOString();
    const { attempt, calls } = deliveryAttemptUnderTest();
    await attempt(aMessage(), aWebhook());
    expect(calls).toEqual([]);
    await attempt(aMessage(), aWebhook({ exhausted: { count: 3, since } }));
    expect(calls).toEqual(['cleared']);
  });

  it.each([
    ['a time-out', failing({ error: 'timeout' }), {}, true],
    ['an answer after 1.2 s', answered({ durationMs: 1_200 }), {}, true],
    [
      'an answer after 1.2 s, marked recently',
      answered({ durationMs: 1_200 }),
      { slowUntil: later(400_000) },
      false,
    ],
    [
      'an answer after 1.2 s, marked long ago',
      answered({ durationMs: 1_200 }),
      { slowUntil: later(200_000) },
      true,
    ],
    ['a quick failure', failing(), {}, false],
  ])('marks a receiver as slow: %s', async (_, result, { slowUntil }: { slowUntil?: Date }, noted) => {
    const { attempt, calls } = deliveryAttemptUnderTest({ result });

    await attempt(aMessage(), aWebhook(slowUntil ? { slowUntil: slowUntil.toISOString() } : {}));

    expect(calls).toEqual(noted ? [`slow until ${later(600_000).toISOString()}`] : []);
  });

  it('marks a receiver as slow while it hangs, once for concurrent attempts', async () => {
    vi.useFakeTimers();
    try {
      const hanging = () =>
        new Promise<SendResult>((resolve) => {
          setTimeout(() => resolve(failing({ error: 'timeout', durationMs: 5_000 })), 5_000);
        });
      const { attempt, calls } = deliveryAttemptUnderTest({ send: hanging });
      const webhook = aWebhook();
      const both = Promise.all([attempt(aMessage(), webhook), attempt(aMessage(), webhook)]);

      await vi.advanceTimersByTimeAsync(999);
      expect(calls).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls).toEqual([`slow until ${later(600_000).toISOString()}`]);
      await vi.advanceTimersByTimeAsync(4_000);
      await both;
      expect(calls).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a test does not change its webhook', async () => {
    const delivery = aDelivery({ test: true, maxAttempts: 1 });
    const { attempt, calls, retries } = deliveryAttemptUnderTest({
      delivery,
      result: failing({ status: 410, error: 'timeout' }),
    });

    expect(await attempt(delivery, aWebhook())).toMatchObject({ status: 'failed' });
    expect([calls, retries.sent]).toEqual([[], []]);
  });

  it('changes nothing after its claim was lost', async () => {
    const { attempt, calls, retries } = deliveryAttemptUnderTest({
      result: failing({ status: 410 }),
      attempts: { record: async () => false },
    });

    expect(await attempt(aMessage(), aWebhook())).toMatchObject({ outcome: 'attempted', status: 'pending' });
    expect([calls, retries.sent]).toEqual([[], []]);
  });

  it('does not fail if its message is rejected: the sweep finds the delivery', async () => {
    const { attempt } = deliveryAttemptUnderTest({ result: failing(), retries: aQueue([0]) });

    expect(await attempt(aMessage(), aWebhook())).toMatchObject({ status: 'pending' });
  });
});
