import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import { attemptDeliveryUseCase } from '../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import { decideAttemptOutcome } from '../../../../shared/webhooks/deliveries/attempts/decide-attempt-outcome.ts';
import { failOverdueDeliveryUseCase } from '../../../../shared/webhooks/deliveries/attempts/fail-overdue-delivery.ts';
import { firstDeliveryIdAt } from '../../../../shared/webhooks/deliveries/delivery-id.ts';
import type { DeliveryAttempts } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import {
  checkAgainAt,
  mayBeInQueue,
  messageDelay,
} from '../../../../shared/webhooks/deliveries/due-times.ts';
import type { Admission } from '../../../../shared/webhooks/limits/send-budget.ts';
import type { SendResult, WebhookRequest } from '../../../../shared/webhooks/sending/send-webhook.ts';
import { aDelivery, aMessage, aQueue, aWebhook, later, NOW, someAttempts } from './doubles.ts';

const SCHEDULE = [300, 900, 3_600, 14_400, 43_200];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const DAY_MS = 86_400_000;
const seconds = (count: number) => later(count * 1000);

beforeEach(() => {
  jest.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
  jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
});

describe('the outcome of an attempt', () => {
  const parts = (number: number, maxAttempts = 6) => ({
    number,
    maxAttempts,
    schedule: SCHEDULE,
    random: () => 0.5,
  });
  const failing = { ok: false, status: 503, endedAt: NOW };

  it.each([
    [1, 315, 335],
    [2, 945, 885],
    [5, 45_360, 45_300],
  ])(
    'of attempt %d waits %d s, and is checked after its message, or a minute before',
    (number, due, check) => {
      expect(decideAttemptOutcome(failing, parts(number))).toEqual({
        status: 'pending',
        dueAt: seconds(due),
        nextCheckAt: seconds(check),
      });
    },
  );

  it.each([
    ['the last attempt', {}, parts(6), 'All of its 6 attempts failed.'],
    ['the only attempt of a test', {}, parts(1, 1), 'Its only attempt failed.'],
    ['a receiver that is gone', { status: 410 }, parts(1), expect.stringContaining('410 Gone')],
    ['an invalid URL', { permanent: true } as const, parts(1), expect.stringContaining('PUT /v1/webhooks/')],
  ])('fails after %s', (_, result, rules, reason) => {
    expect(decideAttemptOutcome({ ...failing, ...result }, rules)).toEqual({ status: 'failed', reason });
  });
});

describe('the times of a delivery', () => {
  it.each([
    [-5, 0],
    [0, 0],
    [0.001, 1],
    [1, 1],
    [900, 900],
    [900.001, undefined],
  ])('that is due in %d s delay its message by %d s', (dueIn, delay) => {
    expect(messageDelay(seconds(dueIn), NOW)).toBe(delay);
  });

  it('let the sweep repeat its check after 2, 5, 15 and then 60 minutes', () => {
    const minutes = [2, 5, 15, 60, 60];
    expect(minutes.map((_, checks) => checkAgainAt(seconds(-3_600), NOW, checks))).toEqual(
      minutes.map((each) => seconds(each * 60)),
    );
  });

  it('tell for 15 minutes whether its first message may be in a long queue', () => {
    const delivery = { dueAt: NOW.toISOString(), nextCheckAt: seconds(30).toISOString(), checks: 0 };
    expect(mayBeInQueue(delivery, seconds(899))).toBe(true);
    expect(mayBeInQueue(delivery, seconds(900))).toBe(false);
    expect(mayBeInQueue({ ...delivery, checks: 1 }, seconds(1))).toBe(false);
    // An interrupted attempt, for which no message was sent.
    expect(mayBeInQueue({ ...delivery, nextCheckAt: delivery.dueAt }, seconds(1))).toBe(false);
  });
});

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

/** An attempt whose receiver answers `result`; `calls` records the updates of its webhook. */
function deliveryAttemptUnderTest({
  result = answered(),
  delivery = aDelivery(),
  attempts: change = {} as Partial<DeliveryAttempts>,
  retries = aQueue(),
  disables = false,
  admission = { send: true } as Admission,
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
        return Promise.resolve(result);
      },
    },
    budget: { admit: async () => admission },
    gate: { admit: async () => ({}), acknowledge: async () => {} },
    schedule: SCHEDULE,
    now: () => NOW,
    random: () => 0,
  });
  return { attempt, attempts, retries, calls, requests };
}

describe('an attempt of a delivery', () => {
  it('is signed with every valid secret, and with no expired one', async () => {
    const secret = { ciphertext: 'sealed', createdAt: NOW.toISOString() };
    const signatures = async (expiresAt: Date) => {
      const { attempt, requests } = deliveryAttemptUnderTest();
      const secrets = [secret, { ...secret, expiresAt: expiresAt.toISOString() }];
      await attempt(aMessage(), aWebhook({ secrets }));
      return requests[0]?.headers['webhook-signature']?.split(' ').length;
    };
    expect([await signatures(later(1)), await signatures(NOW), await signatures(later(-1))]).toEqual([
      2, 1, 1,
    ]);
  });

  it.each([
    ['at the first attempt', {}, {}, answered(), 900],
    ['at a retry', { attempts: 1 }, {}, answered(), undefined],
    ['after it waited for the rate limit', {}, { tokenAt: NOW.toISOString() }, answered(), undefined],
    [
      'after it waited for the limit of a host',
      {},
      { hostTokenAt: NOW.toISOString() },
      answered(),
      undefined,
    ],
    ['as a test', { test: true }, {}, answered(), undefined],
    ['and fails', {}, {}, failing(), undefined],
  ])('that is made %s has a measured delay only at the first', async (_, change, tokens, result, delay) => {
    const delivery = aDelivery({ createdAt: seconds(-900).toISOString(), ...change });
    const { attempt } = deliveryAttemptUnderTest({ delivery, result });
    const attempted = await attempt({ ...delivery, ...tokens }, aWebhook());
    expect(attempted).toHaveProperty('attempt.number', (delivery.attempts ?? 0) + 1);
    expect((attempted as { delaySeconds?: number }).delaySeconds).toBe(delay);
  });

  it('is postponed until it has a token, with a delayed message, unless another run postponed it', async () => {
    const tokens = { hostTokenAt: seconds(5).toISOString() };
    const admission = { send: false, dueAt: seconds(5), ...tokens } as const;
    const claim = () => Promise.reject(new Error('claimed'));
    const { attempt, attempts, requests, retries } = deliveryAttemptUnderTest({
      admission,
      attempts: { claim },
    });
    const message = aMessage({ deliveryId: 'dlv_a' });

    expect(await attempt(message, aWebhook())).toEqual({ outcome: 'postponed' });

    expect(requests).toEqual([]);
    expect(attempts.postponed).toEqual([
      { deliveryId: 'dlv_a', dueAt: seconds(5), nextCheckAt: seconds(25), ...tokens },
    ]);
    expect(retries.bodies()).toEqual([{ kind: 'deliver', ...message, ...tokens }]);
    expect(retries.sent[0]?.delaySeconds).toBe(5);

    const other = deliveryAttemptUnderTest({ admission, attempts: { postpone: async () => false } });
    expect(await other.attempt(aMessage(), aWebhook())).toEqual({ outcome: 'none' });
    expect(other.retries.sent).toEqual([]);
  });

  it.each([
    [0, [300]],
    [1, [900]],
    [2, []],
  ])(
    'enqueues its retry after %d attempts if SQS can delay it that long, with tokens of its own',
    async (made, delays) => {
      const { attempt, retries } = deliveryAttemptUnderTest({ result: failing() });
      const message = aMessage({ attempts: made });
      await attempt({ ...message, hostTokenAt: NOW.toISOString(), tokenAt: NOW.toISOString() }, aWebhook());
      expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(delays);
      expect(retries.bodies()).toEqual(
        delays.map(() => ({ kind: 'deliver', ...message, attempts: made + 1 })),
      );
    },
  );

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

  it('claims only what it can send: not after a failed read, nor with too little time', async () => {
    const claim = jest.fn<DeliveryAttempts['claim']>();
    const payload = () => Promise.reject(new Error('no table'));

    const unread = deliveryAttemptUnderTest({ attempts: { claim, payload } });
    await expect(unread.attempt(aMessage(), aWebhook())).rejects.toThrow('no table');
    const late = deliveryAttemptUnderTest({ attempts: { claim } });
    expect(await late.attempt(aMessage(), aWebhook(), () => true)).toEqual({ outcome: 'late' });

    expect(claim).not.toHaveBeenCalled();
  });

  it('claims for 15 seconds more than the interval of the schedule', async () => {
    const claim = jest.fn<DeliveryAttempts['claim']>(async () => ({ outcome: 'over' }));
    const { attempt } = deliveryAttemptUnderTest({ attempts: { claim } });
    expect(await attempt(aMessage(), aWebhook())).toEqual({ outcome: 'none' });
    const dueIfLost = claim.mock.calls[0]?.[3];
    expect([1, 2, 6].map((number) => dueIfLost?.(number))).toEqual([
      seconds(315),
      seconds(915),
      seconds(43_215),
    ]);
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

  it.each([
    [false, ['exhausted']],
    [true, []],
  ])(
    'counts against the webhook if the last was interrupted, except of a test: %s',
    async (test, counted) => {
      const claim = async () => ({ outcome: 'no-attempts-left', delivery: aDelivery({ test }) }) as const;
      const { attempt, calls, requests } = deliveryAttemptUnderTest({ attempts: { claim } });

      expect(await attempt(aMessage({ attempts: 6 }), aWebhook())).toEqual({ outcome: 'none' });
      expect([calls, requests]).toEqual([counted, []]);
    },
  );

  it('resets the count of failures after a success', async () => {
    const since = NOW.toISOString();
    const { attempt, calls } = deliveryAttemptUnderTest();
    await attempt(aMessage(), aWebhook());
    expect(calls).toEqual([]);
    await attempt(aMessage(), aWebhook({ exhausted: { count: 3, since } }));
    expect(calls).toEqual(['cleared']);
  });

  it.each([
    ['a time-out', failing({ error: 'timeout' }), undefined, true],
    ['an answer after 1 s', answered({ durationMs: 1_000 }), undefined, false],
    ['an answer after 1.001 s', answered({ durationMs: 1_001 }), undefined, true],
    ['an answer after 1.2 s, marked recently', answered({ durationMs: 1_200 }), 400_000, false],
    ['an answer after 1.2 s, marked long ago', answered({ durationMs: 1_200 }), 200_000, true],
    ['a quick failure', failing(), undefined, false],
  ])('marks a receiver as slow: %s', async (_, result, slowForMs, noted) => {
    const { attempt, calls } = deliveryAttemptUnderTest({ result });

    await attempt(
      aMessage(),
      aWebhook(slowForMs === undefined ? {} : { slowUntil: later(slowForMs).toISOString() }),
    );

    expect(calls).toEqual(noted ? [`slow until ${seconds(600).toISOString()}`] : []);
  });

  it.each([
    ['of a test', { test: true, maxAttempts: 1 }, {}, 'failed'],
    ['whose claim was lost', {}, { record: async () => false }, 'pending'],
  ])('%s does not change its webhook', async (_, change, attempts, status) => {
    const delivery = aDelivery(change);
    const result = failing({ status: 410, error: 'timeout' });
    const { attempt, calls, retries } = deliveryAttemptUnderTest({ delivery, result, attempts });

    expect(await attempt(delivery, aWebhook())).toMatchObject({ outcome: 'attempted', status });
    expect([calls, retries.sent]).toEqual([[], []]);
  });

  it('does not fail if its message is rejected: the sweep finds the delivery', async () => {
    const { attempt } = deliveryAttemptUnderTest({ result: failing(), retries: aQueue([0]) });

    expect(await attempt(aMessage(), aWebhook())).toMatchObject({ status: 'pending' });
  });
});

describe('a delivery that the service cannot attempt', () => {
  const madeAt = (at: Date) => aMessage({ deliveryId: firstDeliveryIdAt(at.getTime()) });
  const OLD = madeAt(later(-10 * DAY_MS));
  const LONG_AGO = later(-3 * DAY_MS);

  it.each([
    ['after 3 days of failures', OLD, LONG_AGO, true, true],
    ['not before', OLD, new Date(LONG_AGO.getTime() + 1), true, false],
    ['not at its first failure', OLD, NOW, true, false],
    ['not after its end', OLD, undefined, true, false],
    ['not if an attempt was made meanwhile', OLD, LONG_AGO, false, false],
    ['not if it is younger than a day', madeAt(later(-DAY_MS)), LONG_AGO, true, false],
    ['if it is a day old', madeAt(later(-DAY_MS - 1)), LONG_AGO, true, true],
  ])('fails, and is counted: %s', async (_, delivery, since, isPending, fails) => {
    const fail = jest.fn<DeliveryAttempts['fail']>(async () => isPending);
    const count = jest.fn();
    const failOverdue = failOverdueDeliveryUseCase({
      attempts: { fail, markFailing: async () => since?.toISOString() },
      now: () => NOW,
      count,
    });

    expect(await failOverdue(delivery)).toBe(fails);
    expect(count).toHaveBeenCalledTimes(fails ? 1 : 0);
    if (fails) {
      expect(fail).toHaveBeenCalledWith(delivery, expect.stringContaining('3 days'), NOW, LONG_AGO);
    }
  });
});
