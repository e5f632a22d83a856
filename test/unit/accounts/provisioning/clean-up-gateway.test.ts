import { describe, expect, it } from 'vitest';
import { cleanUpGateway } from '../../../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('a clean-up of the gateway', () => {
  it('never deletes a key or plan that an organization uses', async () => {
    const { provisioning, gateway, pass } = provisioningUnderTest();
    await createOrganization(provisioning, STANDARD_REQUEST);
    await createOrganization(provisioning, {
      ...STANDARD_REQUEST,
      plan: { name: 'enterprise', requestsPerMinute: 60 },
    });

    pass(10_000 * HOUR_MS);

    await expect(cleanUpGateway(provisioning)).resolves.toEqual({ retired: 0, orphans: 0 });
    expect([gateway.keys.size, gateway.plans.size]).toEqual([2, 1]);
  });

  it('deletes orphans that are more than one hour old', async () => {
    const { provisioning, gateway, pass } = provisioningUnderTest();
    const plan = await gateway.port.createEnterprisePlan('org_gone', 60, provisioning.now());
    await gateway.port.createKeyInPlan('org_gone', plan, provisioning.now());

    pass(HOUR_MS);
    await expect(cleanUpGateway(provisioning)).resolves.toEqual({ retired: 0, orphans: 0 });
    pass(1);
    await expect(cleanUpGateway(provisioning)).resolves.toEqual({ retired: 0, orphans: 2 });
    expect([gateway.keys.size, gateway.plans.size]).toEqual([0, 0]);
  });
});
