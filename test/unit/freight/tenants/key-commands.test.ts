import { describe, expect, it } from 'vitest';
import { authorize } from '../../../../shared/accounts/authorization/authorize.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

describe('freight key', () => {
  it('makes, lists and revokes keys', async () => {
    const { json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    const made = await json('key', 'create', orgId, '--live', '--scopes', 'read');
    await json('key', 'create', orgId, '--name', ' Pricing desk ');
    await json('key', 'revoke', made.keyId);

    expect(made).toMatchObject({ orgId, livemode: true, scopes: ['read'] });
    await expect(json('key', 'list', orgId)).resolves.toEqual([
      expect.objectContaining({ mode: 'test', name: 'First key', scopes: ['read', 'write', 'admin'] }),
      expect.objectContaining({ mode: 'test', name: 'Pricing desk', scopes: ['read', 'write'] }),
    ]);
  });

  it('puts another key in the place of one, which ends by itself', async () => {
    const { json, directory, pass } = commandLineUnderTest();
    const { orgId, keyId, apiKey } = await json('org', 'create', '--name', 'Acme', '--live');

    const made = await json('key', 'rotate', keyId, '--overlap', '2h');

    expect(made).toMatchObject({
      orgId,
      livemode: true,
      scopes: ['read', 'write', 'admin'],
      replaces: keyId,
      oldEndsAt: '2026-03-01T14:00:00.000Z',
    });
    const read = { method: 'GET', resource: '/api/v1/quotes', headers: {} };
    const access = async (key: string, at: string) =>
      (await authorize({ ...read, headers: { 'x-api-key': [key] } }, directory, () => Date.parse(at))).access;
    expect(await access(apiKey, '2026-03-01T13:59:59.999Z')).toBe('allow');
    expect(await access(apiKey, '2026-03-01T14:00:00.000Z')).toBe('deny');
    expect(await access(made.apiKey, '2027-03-01T14:00:00.000Z')).toBe('allow');
    expect(await json('key', 'list', orgId)).toMatchObject([{ keyId, expiresAt: made.oldEndsAt }, {}]);
    pass(7_200_000);
    expect(await json('key', 'list', orgId)).toMatchObject([{ keyId: made.keyId }]);
  });

  it('ends a replaced key after one day by default, and earlier by a revocation', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId, keyId } = await json('org', 'create', '--name', 'Acme');

    await expect(json('key', 'rotate', keyId)).resolves.toMatchObject({
      oldEndsAt: '2026-03-02T12:00:00.000Z',
    });
    expect((await freight('key', 'list', orgId)).printed).toContain('2026-03-02T12:00:00.000Z');
    await json('key', 'revoke', keyId);
    expect((await freight('key', 'list', orgId)).printed).not.toContain('until');
  });

  it.each([
    ['that is not there', 'key_none', [], 'There is no key key_none'],
    ['that was revoked', undefined, ['revoke'], 'it was revoked, has expired'],
    ['whose time is over', undefined, ['rotate'], 'Create a new key with freight key create.'],
  ])('rotates no key %s', async (_case, unknown, [before], words) => {
    const { freight, json, pass } = commandLineUnderTest();
    const { orgId, keyId } = await json('org', 'create', '--name', 'Acme');
    if (before !== undefined) await json('key', before, keyId);
    pass(86_400_000);
    const { length } = await json('key', 'list', orgId);

    const { exitCode, complaints } = await freight('key', 'rotate', unknown ?? keyId);

    expect([exitCode, complaints]).toEqual([1, expect.stringContaining(words)]);
    await expect(json('key', 'list', orgId)).resolves.toHaveLength(length);
  });

  it('lets a rotated key work for at most 168 hours', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId, keyId } = await json('org', 'create', '--name', 'Acme');

    for (const overlap of ['169h', '8d', '999999999d']) {
      expect(await freight('key', 'rotate', keyId, '--overlap', overlap)).toMatchObject({
        exitCode: 2,
        complaints: expect.stringContaining('It must be at most 168h.'),
      });
    }
    await expect(json('key', 'list', orgId)).resolves.toHaveLength(1);
    await expect(json('key', 'rotate', keyId, '--overlap', '7d')).resolves.toMatchObject({
      oldEndsAt: '2026-03-08T12:00:00.000Z',
    });
  });

  it('lists names of keys without the characters that reorder a line', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');
    await json('key', 'create', orgId, '--name', 'Desk\u202ekse\u2028D');

    expect((await freight('key', 'list', orgId)).printed).toContain('Desk kse D');
  });

  it('lists neither keys nor their hashes', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId, apiKey } = await json('org', 'create', '--name', 'Acme');

    for (const flags of [[], ['--json']]) {
      const { printed } = await freight('key', 'list', orgId, ...flags);
      expect(printed).toContain(apiKey.slice(0, 13));
      expect(printed).not.toContain(apiKey.slice(0, 14));
      expect(printed).not.toMatch(/[0-9a-f]{64}/);
    }
  });

  it('makes and revokes a key without organization, which cannot be rotated', async () => {
    const { freight, json } = commandLineUnderTest();

    const made = await json('key', 'create', '--no-org');

    expect(made).toMatchObject({ orgId: null, livemode: false });
    expect((await freight('key', 'rotate', made.keyId)).complaints).toContain('has no organization');
    await json('key', 'revoke', made.keyId);
    expect((await freight('key', 'revoke', made.keyId)).exitCode).toBe(1);
  });

  it('revokes the last admin key, and rotates a key once', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId, keyId } = await json('org', 'create', '--name', 'Acme');

    const { keyId: next } = await json('key', 'rotate', keyId);
    expect((await freight('key', 'rotate', keyId)).complaints).toContain('was already rotated');
    await json('key', 'revoke', next);
    await json('key', 'revoke', keyId);

    expect(await json('key', 'list', orgId)).toEqual([]);
  });

  it.each([
    ['a name with control characters', ['--name', 'a\u001b[2J'], 2, 'The name must be a text of 1 to 100'],
    ['an empty name', ['--name', ' '], 2, 'The name must be'],
    ['an unknown scope', ['--scopes', 'root'], 2, 'read, write, admin'],
  ])('rejects %s', async (_case, flags, code, words) => {
    const { freight, json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    const { exitCode, complaints } = await freight('key', 'create', orgId, ...flags);

    expect([exitCode, complaints]).toEqual([code, expect.stringContaining(words)]);
  });
});
