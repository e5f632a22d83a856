import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { at, BOTH_SCOPES, ENGINES, type Ports, storeOrganization } from './ports-under-test.ts';

describe.each(ENGINES)('API keys in %s', (_engine, start) => {
  let ports: Ports;
  beforeAll(async () => {
    ports = await start();
  }, 180_000);
  afterAll(() => ports.stop());

  describe('a key', () => {
    it('is added, found and listed after those before it, and only with its own organization', async () => {
      const { orgId, record: first } = await storeOrganization(ports);
      await storeOrganization(ports);
      const { record: third } = issueApiKey({ mode: 'live', scopes: ['read'], orgId }, at(3));
      const { record: second } = issueApiKey({ mode: 'test', scopes: ['write'], orgId }, at(2));

      await expect(ports.keys.add(third)).resolves.toBe('added');
      await expect(ports.keys.add(second)).resolves.toBe('added');

      await expect(ports.directory.findKey(third.hash)).resolves.toEqual(third);
      await expect(ports.keys.list(orgId)).resolves.toEqual([first, second, third]);
    });

    it('is not added to an unknown organization', async () => {
      const { record } = issueApiKey({ ...BOTH_SCOPES, orgId: 'org_none' }, at(1));

      await expect(ports.keys.add(record)).resolves.toBe('unknown-organization');
      await expect(ports.directory.findKey(record.hash)).resolves.toBeUndefined();
      await expect(ports.keys.revoke(record.keyId, at(2).toISOString())).resolves.toBe('unknown-key');
    });

    it('without organization is added and found', async () => {
      const { record } = issueApiKey(BOTH_SCOPES, at(1));

      await expect(ports.keys.add(record)).resolves.toBe('added');
      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    });

    it('never replaces another key', async () => {
      const { record } = await storeOrganization(ports);

      await expect(ports.keys.add({ ...record, scopes: ['read'] })).rejects.toThrow();
      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    });

    it('is revoked irreversibly, at the time of the first revocation', async () => {
      const { record, orgId } = await storeOrganization(ports);
      const revoked = { ...record, status: 'revoked', revokedAt: at(5).toISOString() };

      await expect(ports.keys.revoke(record.keyId, at(5).toISOString())).resolves.toBe('revoked');
      await expect(ports.keys.revoke(record.keyId, at(9).toISOString())).resolves.toBe('revoked');

      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(revoked);
      await expect(ports.keys.list(orgId)).resolves.toEqual([revoked]);
    });

    it('is found by its ID, and replaced together with the expiry of the old one', async () => {
      const { record: old, orgId } = await storeOrganization(ports);
      const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(5));
      const endsAt = at(50).toISOString();

      await expect(ports.keys.find(old.keyId)).resolves.toEqual(old);
      await expect(ports.keys.replace(old, record, endsAt)).resolves.toBe('replaced');

      await expect(ports.directory.findKey(old.hash)).resolves.toEqual({ ...old, expiresAt: endsAt });
      await expect(ports.keys.list(orgId)).resolves.toEqual([{ ...old, expiresAt: endsAt }, record]);
      await expect(ports.keys.find('key_none')).resolves.toBeUndefined();
    });

    it('is not replaced at all if the old one is revoked or its organization is missing', async () => {
      const { record: old, orgId } = await storeOrganization(ports);
      const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(5));
      const { record: gone } = issueApiKey({ ...BOTH_SCOPES, orgId: 'org_none' }, at(5));

      await expect(ports.keys.replace(old, gone, at(50).toISOString())).resolves.toBe('rejected');
      await expect(ports.directory.findKey(old.hash)).resolves.toEqual(old);
      await ports.keys.revoke(old.keyId, at(4).toISOString());
      await expect(ports.keys.replace(old, record, at(50).toISOString())).resolves.toBe('rejected');
      await expect(ports.keys.list(orgId)).resolves.toEqual([
        { ...old, status: 'revoked', revokedAt: at(4).toISOString() },
      ]);
    });

    it('that is unknown is not revoked', async () => {
      await expect(ports.keys.revoke('key_none', at(1).toISOString())).resolves.toBe('unknown-key');
    });

    it('is listed for an organization of many keys', async () => {
      const { orgId } = await storeOrganization(ports);
      const more = Array.from(
        { length: 60 },
        (_, n) => issueApiKey({ ...BOTH_SCOPES, orgId }, at(n + 2)).record,
      );

      await Promise.all(more.map((record) => ports.keys.add(record)));

      expect((await ports.keys.list(orgId)).slice(1)).toEqual(more);
    });
  });
});
