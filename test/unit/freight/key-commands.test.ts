import { describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

describe('freight key', () => {
  it('makes, lists and revokes keys', async () => {
    const { json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    const made = await json('key', 'create', orgId, '--live', '--scopes', 'read');
    await json('key', 'revoke', made.keyId);

    expect(made).toMatchObject({ orgId, livemode: true, scopes: ['read'] });
    await expect(json('key', 'list', orgId)).resolves.toEqual([
      expect.objectContaining({ mode: 'test', scopes: ['read', 'write'], status: 'active' }),
      expect.objectContaining({ keyId: made.keyId, mode: 'live', scopes: ['read'], status: 'revoked' }),
    ]);
  });

  it('lists neither keys nor their hashes', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId, apiKey } = await json('org', 'create', '--name', 'Acme');

    for (const flags of [[], ['--json']]) {
      const { printed } = await freight('key', 'list', orgId, ...flags);
      expect(printed).toContain(apiKey.slice(-4));
      expect(printed).not.toContain(apiKey.slice(-5));
      expect(printed).not.toMatch(/[0-9a-f]{64}/);
    }
  });

  it('makes a key without organization', async () => {
    const { json } = commandLineUnderTest();

    await expect(json('key', 'create', '--no-org')).resolves.toMatchObject({ orgId: null, livemode: false });
  });
});
