import { describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { rotateKeyUseCase } from '../../../../shared/accounts/key-operations/rotate-key.ts';
import { keyedCall, keysUnderTest, NOW } from './keys-under-test.ts';

const UNKNOWN = {
  ok: false,
  rejection: { kind: 'not-found', message: 'There is no such API key in this organization and mode.' },
};

describe('a rotated key', () => {
  it('is replaced by a key with its name and scopes, and works for 24 hours', async () => {
    const account = await keysUnderTest();
    const { first, caller } = account;

    const answer = await rotateKeyUseCase(account)(first.keyId, undefined, caller);

    const [old, next] = await account.list();
    expect(old).toEqual({ ...first, expiresAt: '2027-03-02T10:00:00.000Z' });
    expect(next).toMatchObject({ orgId: 'org_1', mode: 'test', name: 'First', scopes: KEY_SCOPES });
    expect(next).not.toHaveProperty('expiresAt');
    expect(answer).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          id: next?.keyId,
          prefix: next?.prefix,
          name: 'First',
          scopes: ['read', 'write', 'admin'],
          mode: 'test',
          createdAt: NOW.toISOString(),
          expiresAt: null,
          lastUsedOn: null,
          apiKey: expect.stringMatching(/^frk_test_/),
          replaces: { id: first.keyId, expiresAt: '2027-03-02T10:00:00.000Z' },
        },
      },
    });
  });

  it.each([
    [0, '2027-03-01T10:00:00.000Z'],
    [1, '2027-03-01T11:00:00.000Z'],
    [168, '2027-03-08T10:00:00.000Z'],
  ])('expires after an overlap of %d hours', async (overlapHours, expiresAt) => {
    const account = await keysUnderTest();

    const answer = await rotateKeyUseCase(account)(account.first.keyId, { overlapHours }, account.caller);

    expect(answer).toMatchObject({ body: { data: { replaces: { expiresAt } } } });
  });

  it('keeps an earlier expiry, which its replacement also has', async () => {
    const expiresAt = '2027-03-01T12:00:00.000Z';
    const account = await keysUnderTest({ expiresAt });

    const answer = await rotateKeyUseCase(account)(account.first.keyId, {}, account.caller);

    expect(answer).toMatchObject({ body: { data: { expiresAt, replaces: { expiresAt } } } });
    const early = await keysUnderTest({ expiresAt });
    expect(await rotateKeyUseCase(early)(early.first.keyId, { overlapHours: 1 }, early.caller)).toMatchObject(
      { body: { data: { expiresAt, replaces: { expiresAt: '2027-03-01T11:00:00.000Z' } } } },
    );
  });

  it('is recorded with the new key', async () => {
    const account = await keysUnderTest();
    const { first, caller } = account;

    await rotateKeyUseCase(account)(first.keyId, {}, caller);

    const [, next] = await account.list();
    expect(account.events()).toMatchObject([
      {
        author: { type: 'key', keyId: first.keyId, requestId: 'request_1' },
        action: 'key.rotated',
        target: { type: 'key', id: first.keyId },
        details: {
          name: 'First',
          prefix: next?.prefix,
          newKeyId: next?.keyId,
          oldKeyExpiresAt: '2027-03-02T10:00:00.000Z',
        },
      },
    ]);
  });

  it('is rejected a second time', async () => {
    const account = await keysUnderTest();
    const rotate = rotateKeyUseCase(account);
    await rotate(account.first.keyId, {}, account.caller);

    expect(await rotate(account.first.keyId, {}, account.caller)).toEqual({
      ok: false,
      rejection: {
        kind: 'conflict',
        message: 'The API key was already rotated. Rotate the key that replaces it.',
      },
    });
  });

  it('is unknown if it has another form, does not exist or has expired', async () => {
    const account = await keysUnderTest({ expiresAt: '2027-03-01T12:00:00.000Z' });
    const rotate = rotateKeyUseCase(account);

    expect(await rotate('first', {}, account.caller)).toEqual(UNKNOWN);
    expect(await rotate(`key_${'0'.repeat(16)}`, {}, account.caller)).toEqual(UNKNOWN);
    account.clock.now = new Date('2027-03-01T12:00:00.000Z');
    expect(await rotate(account.first.keyId, {}, account.caller)).toEqual(UNKNOWN);
  });

  it.each([{ orgId: 'org_2', mode: 'test' } as const, { orgId: 'org_1', mode: 'live' } as const])(
    'is unknown to %j',
    async (other) => {
      const account = await keysUnderTest();

      expect(
        await rotateKeyUseCase(account)(account.first.keyId, {}, { ...account.caller, ...other }),
      ).toEqual(UNKNOWN);
    },
  );

  it('is not replaced with an invalid overlap', async () => {
    const account = await keysUnderTest();

    expect(
      await rotateKeyUseCase(account)(account.first.keyId, { overlapHours: 169 }, account.caller),
    ).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: 'overlapHours must be an integer from 0 to 168' },
    });
  });

  it('is stored for the Idempotency-Key without the secret', async () => {
    const account = await keysUnderTest();
    const keyed = keyedCall('rotate-key');
    const rotate = rotateKeyUseCase(account);

    await rotate(account.first.keyId, {}, account.caller, keyed);

    const [, next] = await account.list();
    const { data } = JSON.parse(account.answers.has(keyed)?.body ?? '{}');
    expect(data).toMatchObject({
      id: next?.keyId,
      replaces: { id: account.first.keyId, expiresAt: '2027-03-02T10:00:00.000Z' },
    });
    expect(data).not.toHaveProperty('apiKey');
    // The key was rotated by a concurrent call with the same Idempotency-Key.
    expect(await rotate(account.first.keyId, {}, account.caller, keyed)).toEqual({
      ok: true,
      replayed: account.answers.has(keyed)?.body,
    });
  });
});
