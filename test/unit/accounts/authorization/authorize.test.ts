import { describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { KeyScope } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { type AccessRequest, authorize } from '../../../../shared/accounts/authorization/authorize.ts';
import { createCachingKeyDirectory } from '../../../../shared/accounts/authorization/caching-key-directory.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { createKey, revokeKey } from '../../../../shared/accounts/provisioning/manage-keys.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const READ = { method: 'GET', resource: '/api/v1/terminals/search' };
const WRITE = { method: 'POST', resource: '/api/v1/quotes' };
const LIST_KEYS = { method: 'GET', resource: '/api/v1/keys' };
const callWith = (key: string, operation = READ): AccessRequest => ({
  headers: { 'x-api-key': [key] },
  ...operation,
});

async function organization() {
  const test = provisioningUnderTest();
  const created = await createOrganization(test.provisioning, STANDARD_REQUEST);
  if (!created.created) throw new Error(created.fault);
  const { orgId, gatewayKey } = created.organization;
  const keyWith = async (scopes: readonly KeyScope[]) => {
    const made = await createKey(test.provisioning, { name: 'Test', orgId, mode: 'live', scopes });
    if (!made.ok) throw new Error(made.reason);
    return made;
  };
  return { ...test, orgId, gatewayKey, apiKey: created.apiKey, keyId: created.keyId, keyWith };
}

describe('authorizing a call', () => {
  it('returns the caller, the mode of the key and the throttle bucket', async () => {
    const { directory, orgId, gatewayKey, apiKey, keyId } = await organization();

    await expect(authorize(callWith(apiKey), directory)).resolves.toEqual({
      access: 'allow',
      caller: { orgId, mode: 'test', keyId, scopes: ['read', 'write', 'admin'] },
      gatewayKeyValue: gatewayKey.value,
    });
  });

  it.each<KeyScope>(['read', 'write'])('permits the MCP server to a key with only %s', async (scope) => {
    const { directory, keyWith } = await organization();
    const { apiKey } = await keyWith([scope]);
    const decision = await authorize(callWith(apiKey, { method: 'POST', resource: '/mcp' }), directory);

    expect(decision).toMatchObject({ access: 'allow', caller: { scopes: [scope] } });
    expect(decision).not.toHaveProperty('rejection');
  });

  it('gives all keys of an organization the same bucket', async () => {
    const { directory, gatewayKey, keyWith } = await organization();
    const { apiKey } = await keyWith(['read']);

    await expect(authorize(callWith(apiKey), directory)).resolves.toMatchObject({
      caller: { mode: 'live' },
      gatewayKeyValue: gatewayKey.value,
    });
  });

  it.each([
    ['no key', {}, 'keyMissing'],
    ['two different keys', { 'x-api-key': [generateApiKey('test'), generateApiKey('test')] }, 'keysDiffer'],
    [
      'a key with a wrong checksum',
      { 'x-api-key': [`${generateApiKey('test').slice(0, -1)}-`] },
      'keyMalformed',
    ],
  ])('denies %s without a look-up', async (_case, headers, rejection) => {
    const directory = {
      findKey: vi.fn<() => Promise<undefined>>(),
      findOrganization: vi.fn<() => Promise<undefined>>(),
    };

    await expect(authorize({ headers, ...READ }, directory)).resolves.toEqual({ access: 'deny', rejection });
    expect(directory.findKey).not.toHaveBeenCalled();
  });

  it('denies an unknown key', async () => {
    const { directory } = await organization();

    await expect(authorize(callWith(generateApiKey('live')), directory)).resolves.toEqual({
      access: 'deny',
      rejection: 'keyUnknown',
    });
  });

  it('denies a key after its expiry, for another reason than an unknown key', async () => {
    const { apiKey, record } = issueApiKey(
      { name: 'Desk', mode: 'test', scopes: ['read'], orgId: 'org_1', expiresAt: '2026-11-23T12:00:00.000Z' },
      new Date('2026-11-01T00:00:00Z'),
    );
    const directory = { findKey: async () => record, findOrganization: async () => undefined };
    const rejectionAt = async (time: string) => {
      const decision = await authorize(callWith(apiKey), directory, () => Date.parse(time));
      return decision.rejection;
    };
    expect(await rejectionAt('2026-11-23T11:59:59.999Z')).toBe('organizationMissing');
    expect(await rejectionAt('2026-11-23T12:00:00.000Z')).toBe('keyExpired');
  });

  it('denies a key without organization', async () => {
    const { directory, provisioning } = await organization();
    const made = await createKey(provisioning, { name: 'Test', mode: 'test', scopes: ['read', 'write'] });

    await expect(authorize(callWith(made.ok ? made.apiKey : ''), directory)).resolves.toEqual({
      access: 'deny',
      rejection: 'organizationMissing',
    });
  });

  it('reports the use of a key only if it is valid', async () => {
    const { directory, apiKey, keyId } = await organization();
    const used = vi.fn();

    await authorize(callWith(generateApiKey('live')), directory, Date.now, used);
    expect(used).not.toHaveBeenCalled();
    await authorize(callWith(apiKey), directory, Date.now, used);
    expect(used).toHaveBeenCalledWith(expect.objectContaining({ keyId }));
  });

  it('never looks up the organization of a key without one', async () => {
    const { apiKey, record } = issueApiKey({ name: 'Test', mode: 'live', scopes: ['read'] }, new Date());
    const findOrganization = vi.fn(async () => undefined);

    const decision = await authorize(callWith(apiKey), { findKey: async () => record, findOrganization });

    expect(decision).toEqual({ access: 'deny', rejection: 'organizationMissing' });
    expect(findOrganization).not.toHaveBeenCalled();
  });

  it('answers 403 for a suspended organization, and permits it again when it is resumed', async () => {
    const { directory, provisioning, orgId, apiKey } = await organization();

    await provisioning.organizations.setStatus(orgId, 'suspended', '2026-03-01T12:00:00.000Z');
    await expect(authorize(callWith(apiKey), directory)).resolves.toMatchObject({
      access: 'allow',
      caller: { orgId },
      rejection: 'organizationSuspended',
    });

    await provisioning.organizations.setStatus(orgId, 'active', '2026-03-01T12:00:00.000Z');
    await expect(authorize(callWith(apiKey), directory)).resolves.not.toHaveProperty('rejection');
  });

  it('checks for suspension before the scope of the key', async () => {
    const { directory, provisioning, orgId, keyWith } = await organization();
    const { apiKey } = await keyWith(['read']);

    await provisioning.organizations.setStatus(orgId, 'suspended', '2026-03-01T12:00:00.000Z');

    await expect(authorize(callWith(apiKey, WRITE), directory)).resolves.toMatchObject({
      rejection: 'organizationSuspended',
    });
  });

  it.each([
    ['read', READ, undefined],
    ['read', { method: 'POST', resource: '/api/v1/rates' }, undefined],
    ['read', WRITE, 'writeScopeMissing'],
    ['write', WRITE, undefined],
    ['write', READ, 'readScopeMissing'],
    ['read', LIST_KEYS, 'adminScopeMissing'],
    ['write', { method: 'DELETE', resource: '/api/v1/keys/{key_id}' }, 'adminScopeMissing'],
    ['admin', LIST_KEYS, undefined],
    ['admin', { method: 'POST', resource: '/api/v1/keys/{key_id}/rotate' }, undefined],
    ['admin', { method: 'GET', resource: '/api/v1/audit-log' }, undefined],
    ['admin', READ, 'readScopeMissing'],
    ['admin', WRITE, 'writeScopeMissing'],
    ['read', { method: 'GET', resource: '/api/v1/keys-of-others' }, undefined],
  ] as const)('holds a key of scope %s to it: %j', async (scope, operation, rejection) => {
    const { directory, keyWith } = await organization();
    const { apiKey } = await keyWith([scope]);

    const decision = await authorize(callWith(apiKey, operation), directory);

    expect(decision).toMatchObject({ access: 'allow' });
    expect(decision.rejection).toBe(rejection);
  });
});

describe('a revocation', () => {
  it('takes effect within 60 seconds, whatever an authorizer has cached', async () => {
    const { directory, provisioning, apiKey, keyId } = await organization();
    let time = 0;
    const caching = createCachingKeyDirectory(directory, () => time);
    await authorize(callWith(apiKey), caching);

    await revokeKey(provisioning, keyId);
    time = 59_999;
    await expect(authorize(callWith(apiKey), caching)).resolves.toMatchObject({ access: 'allow' });
    time = 60_000;
    await expect(authorize(callWith(apiKey), caching)).resolves.toEqual({
      access: 'deny',
      rejection: 'keyUnknown',
    });
  });
});
