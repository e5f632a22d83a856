import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../shared/organizations/api-key-record.ts';
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

    it('is not added to an organization that is not there', async () => {
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

    it('is never added over another', async () => {
      const { record } = await storeOrganization(ports);

      await expect(ports.keys.add({ ...record, scopes: ['read'] })).rejects.toThrow();
      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    });

    it('is revoked for good, at the time of the first revocation', async () => {
      const { record, orgId } = await storeOrganization(ports);
      const revoked = { ...record, status: 'revoked', revokedAt: at(5).toISOString() };

      await expect(ports.keys.revoke(record.keyId, at(5).toISOString())).resolves.toBe('revoked');
      await expect(ports.keys.revoke(record.keyId, at(9).toISOString())).resolves.toBe('revoked');

      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(revoked);
      await expect(ports.keys.list(orgId)).resolves.toEqual([revoked]);
    });

    it('that is not there is not revoked', async () => {
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
