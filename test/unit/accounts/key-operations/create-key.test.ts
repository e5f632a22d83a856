import { describe, expect, it } from 'vitest';
import { hashApiKey, parseApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { createKeyUseCase } from '../../../../shared/accounts/key-operations/create-key.ts';
import { ACCOUNT, keyedCall, keysUnderTest, NOW } from './keys-under-test.ts';

const BODY = { name: 'Booking', scopes: ['write', 'read'] };

describe('a created key', () => {
  it('is returned once, and stored with its hash', async () => {
    const account = await keysUnderTest();

    const answer = await createKeyUseCase(account)(BODY, account.caller);

    const [, stored] = await account.list();
    expect(answer).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          id: stored?.keyId,
          prefix: stored?.prefix,
          name: 'Booking',
          scopes: ['read', 'write'],
          mode: 'test',
          createdAt: NOW.toISOString(),
          expiresAt: null,
          lastUsedOn: null,
          apiKey: expect.stringMatching(/^frk_test_/),
        },
      },
    });
    const { apiKey } = (answer as { body: { data: { apiKey: string } } }).body.data;
    expect(parseApiKey(apiKey)).toEqual({ valid: true, mode: 'test' });
    expect(stored).toMatchObject({ ...ACCOUNT, hash: hashApiKey(apiKey) });
    expect(stored?.keyId).toMatch(/^key_[0-9A-Za-z]{16}$/);
    expect(apiKey.startsWith(stored?.prefix ?? '?')).toBe(true);
  });

  it('is recorded with its author and without its secret', async () => {
    const account = await keysUnderTest();

    await createKeyUseCase(account)({ ...BODY, expiresAt: '2027-04-01T00:00:00Z' }, account.caller);

    const [, stored] = await account.list();
    expect(account.events()).toEqual([
      {
        id: expect.any(String),
        at: NOW.toISOString(),
        author: { type: 'key', keyId: account.caller.keyId, requestId: 'request_1' },
        action: 'key.created',
        target: { type: 'key', id: stored?.keyId },
        details: {
          name: 'Booking',
          prefix: stored?.prefix,
          scopes: ['read', 'write'],
          expiresAt: '2027-04-01T00:00:00.000Z',
        },
      },
    ]);
  });

  it('is not made from an invalid body', async () => {
    const account = await keysUnderTest();

    expect(await createKeyUseCase(account)({}, account.caller)).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: 'name is required; scopes is required' },
    });
    expect(await account.list()).toHaveLength(1);
  });

  it('cannot have a scope that the calling key lacks', async () => {
    const account = await keysUnderTest({ scopes: ['admin'] });

    expect(await createKeyUseCase(account)(BODY, account.caller)).toEqual({
      ok: false,
      rejection: {
        kind: 'forbidden',
        message: 'A key can only have scopes that the calling API key has.',
      },
    });
  });

  it('is stored for the Idempotency-Key without its secret', async () => {
    const account = await keysUnderTest();
    const keyed = keyedCall('create-key');
    const create = createKeyUseCase(account);

    await create(BODY, account.caller, keyed);

    const [, stored] = await account.list();
    const { data } = JSON.parse(account.answers.has(keyed)?.body ?? '{}');
    expect(data).toMatchObject({ id: stored?.keyId, name: 'Booking' });
    expect(data).not.toHaveProperty('apiKey');
    // A concurrent call with the same key creates nothing.
    expect(await create(BODY, account.caller, keyed)).toEqual({
      ok: true,
      replayed: account.answers.has(keyed)?.body,
    });
    expect(await account.list()).toHaveLength(2);
  });
});
