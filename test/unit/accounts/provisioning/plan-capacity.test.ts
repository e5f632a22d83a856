import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrganizationPlan } from '../../../../shared/accounts/organizations/organization-plan.ts';
import { changePlan } from '../../../../shared/accounts/provisioning/change-plan.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { capacityWarnings } from '../../../../shared/accounts/provisioning/plan-capacity.ts';
import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const ACCOUNT = { rateLimit: 100, burstLimit: 50 };
const CAPACITY = { environment: 'prod', standardOrganizations: 2, enterpriseRequestsPerMinute: 1_000 };

const enterprise = (requestsPerMinute: number): OrganizationPlan => ({
  name: 'enterprise',
  requestsPerMinute,
});

/** A deployment that is sized, in an account with a throttle. */
function deployment(changes: Partial<Pick<Provisioning, 'capacity'>> = { capacity: CAPACITY }) {
  const test = provisioningUnderTest();
  test.gateway.account.throttle = ACCOUNT;
  const provisioning = { ...test.provisioning, ...changes };
  const create = (plan: OrganizationPlan) => createOrganization(provisioning, { ...STANDARD_REQUEST, plan });
  const created = async (plan: OrganizationPlan): Promise<string> => {
    const result = await create(plan);
    if (!result.created) throw new Error(result.fault);
    return result.organization.orgId;
  };
  return { ...test, provisioning, create, created };
}

describe('an enterprise plan', () => {
  it('above the rate of the account is rejected, and makes nothing', async () => {
    const { create, created, provisioning, gateway } = deployment({});
    const result = await create(enterprise(6_001));
    expect(result).toEqual({
      created: false,
      fault: expect.stringMatching(
        /^6001 requests per minute .* 100 per second\. Choose at most 6000, .*Service Quotas/,
      ),
    });
    expect(gateway.plans.size + gateway.keys.size).toBe(0);

    const orgId = await created(enterprise(6_000));
    expect([...gateway.plans.values()]).toEqual([
      expect.objectContaining({ rateLimit: 100, burstLimit: 50 }),
    ]);
    await expect(changePlan(provisioning, orgId, enterprise(6_001))).resolves.toMatchObject({
      changed: false,
      reason: 'over-capacity',
      fault: expect.stringContaining('Choose at most 6000'),
    });
    expect([...gateway.plans.values()]).toEqual([expect.objectContaining({ rateLimit: 100 })]);
  });

  it('above what the environment is sized for is rejected with what is left', async () => {
    const { create, created, provisioning } = deployment();
    const first = await created(enterprise(700));
    const fault =
      /^prod is sized for 1000 enterprise requests per minute, and 700 are sold to other organizations: choose at most 300, or raise enterpriseRequestsPerMinute/;

    expect(await create(enterprise(301))).toEqual({ created: false, fault: expect.stringMatching(fault) });
    const second = await created(enterprise(300));
    const standard = await created({ name: 'standard' });
    for (const orgId of [second, standard]) {
      expect(await changePlan(provisioning, orgId, enterprise(301))).toMatchObject({
        reason: 'over-capacity',
      });
    }
    // Its own rate does not count twice, and a lower rate is always accepted.
    expect(await changePlan(provisioning, first, enterprise(700))).toMatchObject({ changed: true });
    const oversold = { ...provisioning, capacity: { ...CAPACITY, enterpriseRequestsPerMinute: 100 } };
    expect(await changePlan(oversold, first, enterprise(699))).toMatchObject({ changed: true });
    expect(await changePlan(oversold, first, enterprise(700))).toMatchObject({ reason: 'over-capacity' });
    expect(await changePlan(oversold, first, { name: 'standard' })).toMatchObject({ changed: true });
  });

  it('is never sold beyond the capacity, in any order of creations and changes', async () => {
    const steps = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 1_200 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { create, provisioning } = deployment();
        const orgIds: string[] = [];
        for (const [which, rate] of all) {
          const orgId = orgIds[which];
          if (orgId !== undefined) await changePlan(provisioning, orgId, enterprise(rate));
          else {
            const result = await create(enterprise(rate));
            if (result.created) orgIds.push(result.organization.orgId);
          }
          const sold = (await provisioning.organizations.list()).reduce(
            (sum, { plan }) => sum + (plan.name === 'enterprise' ? plan.requestsPerMinute : 0),
            0,
          );
          expect(sold).toBeLessThanOrEqual(CAPACITY.enterpriseRequestsPerMinute);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('of any rate is accepted by the local service, which has no account', async () => {
    const { provisioning, gateway } = provisioningUnderTest();
    const result = await createOrganization(provisioning, {
      ...STANDARD_REQUEST,
      plan: enterprise(6_000_000),
    });
    expect(result.created).toBe(true);
    expect([...gateway.plans.values()]).toEqual([
      expect.objectContaining({ rateLimit: 100_000, burstLimit: 6_000_000 }),
    ]);
  });
});

describe('standard organizations', () => {
  it('are warned of above the number that the environment is sized for', async () => {
    const { created, provisioning } = deployment();
    for (let count = 0; count < 2; count += 1) await created({ name: 'standard' });
    expect(await capacityWarnings(provisioning)).toEqual([]);
    await created({ name: 'standard' });
    expect(await capacityWarnings(provisioning)).toEqual([
      expect.stringMatching(
        /^prod is sized for 2 standard organizations and has 3: raise standardOrganizations/,
      ),
    ]);
    const { capacity: _none, ...notSized } = provisioning;
    expect(await capacityWarnings(notSized)).toEqual([]);
  });
});
