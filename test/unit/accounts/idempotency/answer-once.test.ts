import { describe, expect, it, vi } from 'vitest';
import {
  answerOnceUseCase,
  KEY_REUSED,
  replayOrReject,
} from '../../../../shared/accounts/idempotency/answer-once.ts';
import { KEY_MALFORMED } from '../../../../shared/accounts/idempotency/idempotency-key.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import { type Answer, reject, succeed } from '../../../../shared/platform/http/outcome.ts';
import { createInMemoryAnswers } from './in-memory-idempotency-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** Calls that return their number. With a key, the number is stored. */
function numberedCalls(headersOfReplay?: () => Promise<Record<string, string>>) {
  const store = createInMemoryAnswers();
  const clock = { now: new Date('2026-11-21T12:00:00Z') };
  const answerOnce = answerOnceUseCase({
    store,
    operation: 'count',
    now: () => clock.now,
    ...(headersOfReplay && { headersOfReplay }),
  });
  let calls = 0;
  const run = vi.fn(async (keyed: KeyedCall | undefined): Promise<Answer<number>> => {
    calls += 1;
    if (keyed) store.remember({ call: keyed, body: JSON.stringify(calls) });
    return succeed(calls);
  });
  const call = (key: string | undefined, body: unknown = ['lane'], as = run) =>
    answerOnce({ caller: CALLER, headers: key === undefined ? {} : { 'idempotency-key': key }, body }, as);
  return { call, run, store, clock };
}

describe('calls with an Idempotency-Key', () => {
  it('run once, and replay the first answer', async () => {
    const { call, run } = numberedCalls();

    expect(await call('a')).toEqual({ ok: true, body: 1 });
    expect(await call('a')).toEqual({ ok: true, replayed: '1' });
    expect(run).toHaveBeenCalledTimes(1);
    expect(await call('b')).toEqual({ ok: true, body: 2 });
  });

  it('run each time without a key', async () => {
    const { call } = numberedCalls();

    expect([await call(undefined), await call(undefined)]).toMatchObject([{ body: 1 }, { body: 2 }]);
  });

  it('are rejected with a different body, independent of member order', async () => {
    const { call } = numberedCalls();
    await call('a', [{ city: 'Chicago', state: 'IL' }]);

    expect(await call('a', [{ state: 'IL', city: 'Chicago' }])).toMatchObject({ replayed: '1' });
    expect(await call('a', [{ city: 'Chicago', state: 'OH' }])).toEqual({ ok: false, rejection: KEY_REUSED });
  });

  it('replay the answer for 24 hours', async () => {
    const { call, clock } = numberedCalls();
    await call('a');

    clock.now = new Date('2026-11-22T11:59:59.999Z');
    expect(await call('a')).toMatchObject({ replayed: '1' });
    clock.now = new Date('2026-11-22T12:00:00Z');
    expect(await call('a')).toMatchObject({ body: 2 });
  });

  it('have messages that say what to send', () => {
    const requirement = 'must be sent once, with 1 to 255 visible ASCII characters, such as a UUID';
    expect(KEY_MALFORMED).toEqual({
      kind: 'invalid',
      message: `Idempotency-Key ${requirement}.`,
      details: { errors: [{ field: 'Idempotency-Key', message: requirement }] },
    });
    expect(KEY_REUSED).toEqual({
      kind: 'conflict',
      code: 'IDEMPOTENCY_CONFLICT',
      message: 'This Idempotency-Key was used with another request body. Send another key with another body.',
    });
  });

  it.each(['', ' ', 'two words', 'tab\t', 'é', '\u007f', 'a, a', 'x'.repeat(256)])(
    'are rejected with the key %j',
    async (key) => {
      const { call, run } = numberedCalls();

      expect(await call(key)).toEqual({ ok: false, rejection: KEY_MALFORMED });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it.each(['x', '!~', 'x'.repeat(255), '8e03978e-40d5-43e8-bc93-6894a57f9324', '"quoted"'])(
    'take the key %j',
    async (key) => {
      expect(await numberedCalls().call(key)).toMatchObject({ ok: true });
    },
  );

  it('can be repeated with any body after an error', async () => {
    const { call } = numberedCalls();
    const rejection = { kind: 'invalid', message: 'no' } as const;
    const rejecting = vi.fn(async () => reject(rejection));

    expect(await call('a', ['bad'], rejecting)).toEqual({ ok: false, rejection });
    expect(await call('a', ['good'])).toEqual({ ok: true, body: 1 });
  });

  it('are not hashed if they are rejected without a stored answer', async () => {
    const { call } = numberedCalls();
    const ownKeys = vi.fn(Reflect.ownKeys);
    const body = new Proxy({ city: 'Chicago' }, { ownKeys });
    const rejecting = async () => reject({ kind: 'invalid', message: 'no' });

    await call('a', body, vi.fn(rejecting));
    expect(ownKeys).not.toHaveBeenCalled();

    await call('a', body);
    expect(ownKeys).toHaveBeenCalledTimes(1);
    expect(await call('a', { city: 'Detroit' }, vi.fn(rejecting))).toEqual({
      ok: false,
      rejection: KEY_REUSED,
    });
  });

  it('have their own headers if the answer is replayed', async () => {
    const { call } = numberedCalls(async () => ({ 'X-Usage-Used': '7' }));

    expect(await call('a')).not.toHaveProperty('headers');
    expect(await call('a')).toMatchObject({ replayed: '1', headers: { 'X-Usage-Used': '7' } });
  });
});

describe('a call whose write failed', () => {
  const call: KeyedCall = {
    ...CALLER,
    operation: 'count',
    key: 'a',
    at: new Date('2026-11-21T12:00:00Z'),
    bodyHash: 'h',
  };

  it('replays the answer of a concurrent call with the same key and body', async () => {
    const store = createInMemoryAnswers();
    store.remember({ call, body: '1' });

    expect(await replayOrReject(store, call)).toEqual({ ok: true, replayed: '1' });
    expect(await replayOrReject(store, { ...call, bodyHash: 'other' })).toEqual({
      ok: false,
      rejection: KEY_REUSED,
    });
  });

  it('is rejected without a stored answer', async () => {
    const store = createInMemoryAnswers();
    const otherwise = { kind: 'invalid', message: 'no' } as const;

    expect(await replayOrReject(store, call)).toEqual({
      ok: false,
      rejection: {
        kind: 'conflict',
        code: 'IDEMPOTENCY_CONFLICT',
        message: 'Another call with this Idempotency-Key is being answered. Try again.',
      },
    });
    expect(await replayOrReject(store, call, otherwise)).toEqual({ ok: false, rejection: otherwise });
  });
});
