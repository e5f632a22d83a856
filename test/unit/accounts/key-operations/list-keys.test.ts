import { expect, it } from 'vitest';
import { listKeysUseCase } from '../../../../shared/accounts/key-operations/list-keys.ts';
import { ACCOUNT, keysUnderTest, NOW } from './keys-under-test.ts';

it('the list of keys has the keys of the account that work, without hashes', async () => {
  const expiresAt = '2027-03-01T12:00:00.000Z';
  const account = await keysUnderTest({ expiresAt });
  const { first, clock } = account;
  const list = listKeysUseCase(account);
  const described = {
    id: first.keyId,
    prefix: first.prefix,
    name: 'First',
    scopes: ['read', 'write', 'admin'],
    mode: 'test',
    createdAt: NOW.toISOString(),
    expiresAt,
    lastUsedOn: null,
  };

  expect(await list(ACCOUNT)).toEqual({ ok: true, body: { status: 'success', data: [described] } });
  expect(await list({ ...ACCOUNT, mode: 'live' })).toMatchObject({ body: { data: [] } });
  clock.now = new Date(expiresAt);
  expect(await list(ACCOUNT)).toMatchObject({ body: { data: [] } });
});
