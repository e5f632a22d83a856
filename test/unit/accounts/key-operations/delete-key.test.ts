import { describe, expect, it } from 'vitest';
import { addKey } from '../../../../shared/accounts/key-operations/change-keys.ts';
import { deleteKeyUseCase } from '../../../../shared/accounts/key-operations/delete-key.ts';
import { ACCOUNT, keysUnderTest } from './keys-under-test.ts';

const OPERATOR = { type: 'operator' } as const;

async function withSecondKey() {
  const account = await keysUnderTest();
  const added = await addKey(account, OPERATOR, ACCOUNT, { name: 'Second', scopes: ['read'] });
  if (!added.ok) throw new Error(added.reason);
  return { ...account, second: added.record };
}

describe('a deleted key', () => {
  it('is removed and recorded', async () => {
    const account = await withSecondKey();
    const { first, second, caller } = account;

    expect(await deleteKeyUseCase(account)(second.keyId, caller)).toEqual({
      ok: true,
      body: { status: 'success', data: { id: second.keyId, deleted: true } },
    });
    expect(await account.list()).toEqual([first]);
    expect(account.events()).toMatchObject([
      { action: 'key.created', author: OPERATOR },
      {
        action: 'key.deleted',
        author: { type: 'key', keyId: first.keyId, requestId: 'request_1' },
        target: { type: 'key', id: second.keyId },
        details: { name: 'Second', prefix: second.prefix, scopes: ['read'] },
      },
    ]);
  });

  it('is not the last admin key', async () => {
    const account = await withSecondKey();

    expect(await deleteKeyUseCase(account)(account.first.keyId, account.caller)).toEqual({
      ok: false,
      rejection: {
        kind: 'conflict',
        message:
          'No other API key of this mode has the scope admin without an expiry. Create such a key first, or rotate this key.',
      },
    });
    expect(await account.list()).toHaveLength(2);
  });

  it('is unknown if it has another form, does not exist or is of another account', async () => {
    const account = await withSecondKey();
    const remove = deleteKeyUseCase(account);
    const unknown = {
      ok: false,
      rejection: { kind: 'not-found', message: 'There is no such API key in this organization and mode.' },
    };

    expect(await remove('second', account.caller)).toEqual(unknown);
    expect(await remove(`key_${'0'.repeat(16)}`, account.caller)).toEqual(unknown);
    expect(await remove(account.second.keyId, { ...account.caller, mode: 'live' })).toEqual(unknown);
    expect(await remove(account.second.keyId, { ...account.caller, orgId: 'org_2' })).toEqual(unknown);
    expect(await account.list()).toHaveLength(2);
  });

  it('cannot make further calls', async () => {
    const account = await withSecondKey();
    const remove = deleteKeyUseCase(account);
    const bySecond = { ...account.caller, keyId: account.second.keyId };
    await remove(account.second.keyId, account.caller);

    expect(await remove(account.first.keyId, bySecond)).toEqual({
      ok: false,
      rejection: {
        kind: 'forbidden',
        message: 'The calling API key was deleted or has expired. Use another key.',
      },
    });
  });

  it('never has a stored answer', async () => {
    const account = await withSecondKey();
    const keys = { ...account.keys, change: async () => 'answered' as const };

    await expect(
      deleteKeyUseCase({ ...account, keys })(account.second.keyId, account.caller),
    ).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });
});
