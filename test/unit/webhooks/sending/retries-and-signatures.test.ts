import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { RETRY_SECONDS, retryAt, retrySchedule } from '../../../../shared/webhooks/sending/retry-schedule.ts';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/sending/sign-payload.ts';

const endedAt = new Date('2026-03-01T12:00:00Z');
const DAY_SECONDS = 86_400;

const gapAfter = (attempts: number, retryAfter?: string, random = 0, schedule = RETRY_SECONDS) => {
  const at = retryAt(schedule, attempts, endedAt, retryAfter, () => random);
  return at === undefined ? undefined : (at.getTime() - endedAt.getTime()) / 1000;
};

it('a retry schedule is one to five whole numbers of seconds', () => {
  expect(v.parse(retrySchedule, RETRY_SECONDS.join(','))).toEqual(RETRY_SECONDS);
  expect(v.parse(retrySchedule, ' 2, 1 ')).toEqual([2, 1]);
  const others = ['', '300,,900', '300,1.5', '5m', '9999999', '300,300,300,300,300,300'];
  expect(others.filter((text) => v.is(retrySchedule, text))).toEqual([]);
});

describe('the next attempt', () => {
  it('follows the intervals of the schedule after the end of the previous one, five times', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => gapAfter(attempts))).toEqual([
      ...RETRY_SECONDS,
      undefined,
      undefined,
    ]);
  });

  it('is delayed by up to 10 percent at random', () => {
    expect(gapAfter(1, undefined, 0.5)).toBe(315);
  });

  it.each([
    ['600', 600],
    ['100', 300],
    [' 301 ', 301],
    ['999999999999', DAY_SECONDS],
    ['9'.repeat(400), DAY_SECONDS],
    ['Sun, 01 Mar 2026 12:20:00 GMT', 1200],
    ['Sunday, 01-Mar-26 12:20:00 GMT', 1200],
    ['Sun Mar  1 12:20:00 2026', 1200],
    ['Sun, 01 Mar 2099 12:20:00 GMT', DAY_SECONDS],
    ['Sun, 01 Mar 2020 12:20:00 GMT', 300],
    ['Sun, 41 Foo 2026 12:20:00 GMT', 300],
    ['soon', 300],
    ['', 300],
    ['-600', 300],
    ['600.5', 300],
    ['2027-01-01T00:00:00Z', 300],
    ['on Sun, 01 Mar 2026 12:20:00 GMT', 300],
    ['Sun, 01 Mar 2026 12:20:00 GMT+1', 300],
  ])('after Retry-After %j', (retryAfter, seconds) => {
    expect(gapAfter(1, retryAfter)).toBe(seconds);
  });

  it('is never earlier than the schedule, nor later than jitter or 24 hours allow', () => {
    const schedule = fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 5 });
    const header = fc.oneof(
      fc.constant(undefined),
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        schedule,
        fc.integer({ min: 1, max: 7 }),
        header,
        chance,
        (gaps, attempts, asked, random) => {
          const seconds = gapAfter(attempts, asked, random, gaps);
          const gap = gaps[attempts - 1];
          if (gap === undefined) return seconds === undefined;
          return seconds !== undefined && seconds >= gap && seconds <= Math.max(gap * 1.1, DAY_SECONDS);
        },
      ),
    );
  });
});

const now = () => new Date(Math.floor(Date.now() / 1000) * 1000);

describe('signature of a payload', () => {
  it('equals the published test vector', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      at: new Date(1614265330_999),
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by the reference verifier with each secret of a rotation, for any payload', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.stringMatching(/^evt_[A-Za-z0-9_-]{1,60}$/), (value, id) => {
        const secrets = [newWebhookSecret(), newWebhookSecret()];
        const text = JSON.stringify(value);
        const headers = signatureHeaders({ id, body: Buffer.from(text), secrets, at: now() });
        for (const secret of secrets) {
          expect(() => new Webhook(secret).verify(text, { ...headers })).not.toThrow();
        }
        expect(() => new Webhook(newWebhookSecret()).verify(text, { ...headers })).toThrow();
        expect(() => new Webhook(secrets[0] ?? '').verify(`${text} `, { ...headers })).toThrow();
      }),
    );
  });

  it.each([
    ['an id with a dot', { id: 'evt.1', secrets: [newWebhookSecret()] }],
    ['no secret', { id: 'evt_1', secrets: [] }],
    ['a secret without its prefix', { id: 'evt_1', secrets: ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }],
    ['a short secret', { id: 'evt_1', secrets: ['whsec_MfKQ'] }],
  ])('is not made with %s', (_, wrong) => {
    expect(() => signatureHeaders({ body: Buffer.from('{}'), at: now(), ...wrong })).toThrow(TypeError);
  });
});

describe('a new secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
