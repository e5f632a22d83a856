import { createHash, Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  answerOnceUseCase,
  bodyHash,
  KEY_IN_USE,
  KEY_MALFORMED,
  KEY_REUSED,
  runKeyed,
} from '../../../../shared/accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import { type Answer, reject, succeed } from '../../../../shared/platform/http/outcome.ts';
import { createInMemoryAnswers } from './in-memory-idempotency-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** Calls that return their number. With a key, the number is stored. */
function numberedCalls() {
  const store = createInMemoryAnswers();
  const now = () => new Date('2026-11-21T12:00:00Z');
  const answerOnce = answerOnceUseCase({ store, operation: 'count', now });
  let calls = 0;
  const run = jest.fn(async (keyed: KeyedCall | undefined): Promise<Answer<number>> => {
    calls += 1;
    if (keyed) store.remember({ call: keyed, body: JSON.stringify(calls) });
    return succeed(calls);
  });
  const call = (key: string | undefined, body: unknown = ['lane'], as = run) =>
    answerOnce({ caller: CALLER, headers: key === undefined ? {} : { 'idempotency-key': key }, body }, as);
  return { call, run, store };
}

describe('calls with an Idempotency-Key', () => {
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

  it('are not hashed if they are rejected without a stored answer', async () => {
    const { call } = numberedCalls();
    const ownKeys = jest.fn(Reflect.ownKeys);
    const body = new Proxy({ city: 'Chicago' }, { ownKeys });
    const rejecting = async () => reject({ kind: 'invalid', message: 'no' });

    await call('a', body, jest.fn(rejecting));
    expect(ownKeys).not.toHaveBeenCalled();

    await call('a', body);
    expect(ownKeys).toHaveBeenCalledTimes(1);
    expect(await call('a', { city: 'Detroit' }, jest.fn(rejecting))).toEqual({
      ok: false,
      rejection: KEY_REUSED,
    });
  });
});

describe('a call whose write came after that of a call with the same key', () => {
  const contended = () => {
    throw new ContendedWriteError('injected');
  };
  it.each([
    ['is rejected', () => reject({ kind: 'conflict', message: 'no' })],
    ['loses against other writes each time', contended],
  ])('repeats its answer if it %s', async (_, lose) => {
    const { call, store } = numberedCalls();
    const second = jest.fn(async (keyed: KeyedCall | undefined) => {
      if (keyed) store.remember({ call: keyed, body: '1' });
      return lose();
    });
    expect(await call('a', ['lane'], second)).toEqual({ ok: true, replayed: '1' });
  });

  it('fails as it does without a key, if there is no answer', async () => {
    const { call } = numberedCalls();
    const rejected = reject({ kind: 'conflict', message: 'no' }, { 'X-Usage-Used': '7' });
    expect(
      await call(
        'a',
        ['lane'],
        jest.fn(async () => rejected),
      ),
    ).toEqual(rejected);
    await expect(
      call(
        'a',
        ['lane'],
        jest.fn(async () => contended()),
      ),
    ).rejects.toThrow(ContendedWriteError);
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

  it('is rejected without a stored answer', async () => {
    const store = createInMemoryAnswers();
    const otherwise = { kind: 'invalid', message: 'no' } as const;

    expect(await runKeyed(store, call, async () => reject(KEY_IN_USE))).toEqual({
      ok: false,
      rejection: {
        kind: 'conflict',
        code: 'IDEMPOTENCY_CONFLICT',
        message: 'Another call with this Idempotency-Key is being answered. Try again.',
      },
    });
    expect(await runKeyed(store, call, async () => reject(otherwise))).toEqual({
      ok: false,
      rejection: otherwise,
    });
  });
});

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .toReversed(),
  );
}

/** Without negative zeros, which JSON does not distinguish. */
const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the hash of a body', () => {
  it('does not depend on member order or white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const spaced: unknown = JSON.parse(JSON.stringify(reversed(value), undefined, 2));
        expect(bodyHash(spaced)).toBe(bodyHash(value));
      }),
    );
  });

  it('differs for different bodies', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(bodyHash(one) === bodyHash(other)).toBe(isDeepStrictEqual(normal(one), normal(other)));
      }),
    );
  });

  it.each([
    [[1, 2], [12]],
    [[1, [2]], [[1, 2]]],
    [{ a: [] }, { a: {} }],
    [{ a: 1, b: 2 }, { a: { b: 2 } }],
    ['1', 1],
    [null, 'null'],
    [['a,b'], ['a', 'b']],
    ['\ud800', '\ud801'],
  ])('differs for %j and %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('is the same across releases, because answers are stored for 24 hours', () => {
    const canonical = '{"a":"\\"","b":[1.5,null,true,{},[],],}';
    const expected = createHash('sha256').update(canonical).digest('hex');
    expect(bodyHash({ b: [1.5, null, true, {}, []], a: '"' })).toBe(expected);
  });

  it('of 1 MB of numbers needs few calls of the hash function, and no copy of the body', () => {
    const update = jest.spyOn(Hash.prototype, 'update');
    bodyHash([{ a: Array.from({ length: 524_000 }, () => 0) }]);
    const lengths = update.mock.calls.map(([text]) => text.length);
    update.mockRestore();
    expect(lengths.length).toBeLessThan(100);
    expect(Math.max(...lengths)).toBeLessThan(20_000);
  });
});
