import { describe, expect, it } from 'vitest';
import { hashApiKey, parseApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { cleanUpGateway } from '../../../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { provisionDemo } from '../../../../shared/accounts/provisioning/provision-demo.ts';
import {
  Crash,
  crashingPorts,
  provisioningUnderTest,
  STANDARD_REQUEST,
} from '../../../support/provisioning-under-test.ts';

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

describe('creating an organization', () => {
  it('returns a key of the organization, and creates a bucket in API Gateway', async () => {
    const { provisioning, gateway, directory } = provisioningUnderTest();

    const result = await createOrganization(provisioning, STANDARD_REQUEST);

    if (!result.created) throw new Error(result.fault);
    const key = await directory.findKey(hashApiKey(result.apiKey));
    expect(key).toMatchObject({
      mode: 'test',
      scopes: ['read', 'write', 'admin'],
      keyId: result.keyId,
    });
    const organization = await directory.findOrganization(key?.orgId ?? '');
    expect(organization).toEqual(result.organization);
    expect(organization).toMatchObject({ name: 'Acme', usageLimit: 500, billing: true, status: 'active' });
    expect(organization?.gatewayKey.planId).toBe('plan-standard');
    expect(gateway.knows(organization?.gatewayKey.value ?? '')).toBe(true);
    expect(organization?.gatewayKey.value).not.toBe(result.apiKey);
  });

  it('creates a separate plan for an enterprise organization, N/60 per second', async () => {
    const { provisioning, gateway } = provisioningUnderTest();

    await createOrganization(provisioning, {
      ...STANDARD_REQUEST,
      plan: { name: 'enterprise', requestsPerMinute: 6000 },
    });

    expect([...gateway.plans.values()]).toEqual([expect.objectContaining({ rateLimit: 100 })]);
  });

  it('creates a live key on request', async () => {
    const { provisioning } = provisioningUnderTest();

    const result = await createOrganization(provisioning, { ...STANDARD_REQUEST, mode: 'live' });

    expect(parseApiKey(result.created ? result.apiKey : '')).toEqual({ valid: true, mode: 'live' });
  });

  it.each([
    ['no name', { name: '  ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a name of two lines', { name: 'Acme\nInc' }],
    ['a negative limit', { usageLimit: -1 }],
    ['a negative limit of quotes', { quoteLimit: -1 }],
    ['a limit of quotes that is not a whole number', { quoteLimit: 1.5 }],
    ['a fraction of a call', { usageLimit: 1.5 }],
    ['no number', { usageLimit: Number.NaN }],
  ])('rejects %s and makes nothing', async (_case, wrong) => {
    const { provisioning, gateway } = provisioningUnderTest();

    const result = await createOrganization(provisioning, { ...STANDARD_REQUEST, ...wrong });

    expect(result.created).toBe(false);
    expect(gateway.keys.size).toBe(0);
  });

  it.each([1, 2, 3, 4].flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
    'that crashes at step %d, %s its effect, leaves nothing a sweep does not find',
    async (step, when) => {
      const { provisioning, gateway, pass } = provisioningUnderTest();
      const enterprise = { name: 'enterprise', requestsPerMinute: 60 } as const;

      // The first call only reads the throttle of the account.
      const crashed = createOrganization(crashingPorts(provisioning, step + 1, when), {
        ...STANDARD_REQUEST,
        plan: enterprise,
      });
      await expect(crashed).rejects.toThrow(Crash);
      await cleanUpGateway(provisioning);
      const afterwards = [...gateway.keys.keys(), ...gateway.plans.keys()];
      pass(TWO_HOURS_MS);
      await cleanUpGateway(provisioning);

      // Only a crash after the last step leaves an organization, and that one works.
      const complete = step === 4 && when === 'after';
      expect(gateway.keys.size).toBe(complete ? 1 : 0);
      expect(gateway.plans.size).toBe(complete ? 1 : 0);
      // An orphan may belong to a running command, so it stays for one hour.
      expect(afterwards).toHaveLength(
        { 1: when === 'after' ? 1 : 0, 2: when === 'after' ? 2 : 1 }[step] ?? 2,
      );
    },
  );
});

describe('the demo organization', () => {
  it('is created like any other, with a test key', async () => {
    const { provisioning, directory } = provisioningUnderTest();

    const { orgId, apiKey } = await provisionDemo(provisioning);

    await expect(directory.findKey(hashApiKey(apiKey))).resolves.toMatchObject({ orgId, mode: 'test' });
    await expect(directory.findOrganization(orgId)).resolves.toMatchObject({ name: 'Demo', billing: true });
  });
});
