import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DIRECTORY_MAX_AGE_MS } from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import type { OrganizationPlan } from '../../../../shared/accounts/organizations/organization-plan.ts';
import { changePlan, rotateGatewayKey } from '../../../../shared/accounts/provisioning/change-plan.ts';
import { cleanUpGateway } from '../../../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { capacityWarnings } from '../../../../shared/accounts/provisioning/plan-capacity.ts';
import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import {
  Crash,
  crashingPorts,
  provisioningUnderTest,
  STANDARD_REQUEST,
  surroundPorts,
} from '../../../support/provisioning-under-test.ts';

const HOUR_MS = 60 * 60 * 1000;
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;
const STANDARD: OrganizationPlan = { name: 'standard' };
const enterprise = (requestsPerMinute: number): OrganizationPlan => ({
  name: 'enterprise',
  requestsPerMinute,
});

async function organizationOn(plan: OrganizationPlan) {
  const test = provisioningUnderTest();
  const created = await createOrganization(test.provisioning, { ...STANDARD_REQUEST, plan });
  if (!created.created) throw new Error(created.fault);
  const { orgId } = created.organization;

  const current = async () => {
    const organization = await test.provisioning.organizations.find(orgId);
    if (organization === undefined) throw new Error('The organization is gone');
    return organization;
  };
  /** Invariant at the end: one bucket, in the recorded plan, at the recorded rate. */
  const expectTidy = async () => {
    const { gatewayKey, plan: recorded, retiring } = await current();
    expect(retiring).toEqual([]);
    expect([...test.gateway.keys.keys()]).toEqual([gatewayKey.id]);
    expect(test.gateway.keys.get(gatewayKey.id)?.planId).toBe(gatewayKey.planId);
    const rates = [...test.gateway.plans.values()].map(({ id, rateLimit }) => ({ id, rateLimit }));
    expect(rates).toEqual(
      recorded.name === 'enterprise'
        ? [{ id: gatewayKey.planId, rateLimit: recorded.requestsPerMinute / 60 }]
        : [],
    );
  };
  const expectCallable = async () =>
    expect(test.gateway.knows((await current()).gatewayKey.value)).toBe(true);
  return { ...test, orgId, current, expectTidy, expectCallable };
}

describe('creating an organization', () => {
  it.each([{ name: '  ' }, { usageLimit: -1 }, { quoteLimit: 1.5 }])(
    'rejects %j and makes nothing',
    async (wrong) => {
      const { provisioning, gateway } = provisioningUnderTest();

      const result = await createOrganization(provisioning, { ...STANDARD_REQUEST, ...wrong });

      expect(result.created).toBe(false);
      expect(gateway.keys.size).toBe(0);
    },
  );

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

describe('changing a plan', () => {
  it('keeps the old bucket as long as an authorizer may have it cached', async () => {
    const { provisioning, orgId, gateway, pass, current } = await organizationOn(STANDARD);
    const { gatewayKey: old } = await current();

    await changePlan(provisioning, orgId, enterprise(6000));
    pass(DIRECTORY_MAX_AGE_MS);
    await cleanUpGateway(provisioning);

    expect(gateway.knows(old.value)).toBe(true);
  });

  const steps = [1, 2, 3, 4, 5];
  const directions = [
    { from: STANDARD, to: enterprise(6000) },
    { from: enterprise(6000), to: STANDARD },
    { from: enterprise(6000), to: enterprise(60) },
  ];
  it.each(
    directions.flatMap((direction) =>
      steps.flatMap((step) => (['before', 'after'] as const).map((when) => ({ ...direction, step, when }))),
    ),
  )(
    'from $from.name to $to.name that crashes at step $step, $when its effect, is finished by the same call again',
    async ({ from, to, step, when }) => {
      const { provisioning, orgId, pass, current, expectTidy, expectCallable } = await organizationOn(from);

      try {
        await changePlan(crashingPorts(provisioning, step, when), orgId, to);
      } catch (error) {
        expect(error).toBeInstanceOf(Crash);
      }
      await expectCallable();
      await expect(changePlan(provisioning, orgId, to)).resolves.toMatchObject({ changed: true });
      await expectCallable();
      pass(TWO_HOURS_MS);
      await cleanUpGateway(provisioning);

      expect((await current()).plan).toEqual(to);
      await expectTidy();
      await expectCallable();
    },
  );
});

describe('two concurrent plan changes', () => {
  const plans = fc.constantFrom(STANDARD, enterprise(60), enterprise(6000));

  it('end on one plan with one bucket at its rate in any order of steps, without rejected calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, plans, plans, async (scheduler, from, first, second) => {
        const { provisioning, orgId, pass, current, expectTidy, expectCallable } = await organizationOn(from);
        const interleaved = surroundPorts(provisioning, async (call) => {
          await scheduler.schedule(Promise.resolve());
          const answer = await call();
          await expectCallable();
          return answer;
        });

        const changes = Promise.all([
          changePlan(interleaved, orgId, first),
          changePlan(interleaved, orgId, second),
        ]);
        await scheduler.waitFor(changes);
        const [one, other] = await changes;

        expect(one.changed || other.changed).toBe(true);
        const { plan } = await current();
        const won = [...(one.changed ? [first] : []), ...(other.changed ? [second] : [])];
        expect(won).toContainEqual(plan);
        pass(TWO_HOURS_MS);
        await cleanUpGateway(provisioning);
        await expectTidy();
        await expectCallable();
      }),
      { numRuns: 500 },
    );
  });
});

describe.each([
  ['the standard plan', STANDARD],
  ['an enterprise plan', enterprise(6000)],
])('another gateway key on %s', (_name, plan) => {
  it.each(['before', 'after'] as const)(
    'comes without a gap, whatever call the machine dies at, %s it',
    async (when) => {
      let cutOff = 0;
      for (let nth = 1; ; nth++) {
        const { provisioning, orgId, pass, expectCallable, expectTidy } = await organizationOn(plan);
        const first = await rotateGatewayKey(crashingPorts(provisioning, nth, when), orgId).catch(
          (error: unknown) => error,
        );
        await expectCallable();
        if (!(first instanceof Crash)) break;
        cutOff += 1;

        await expect(rotateGatewayKey(provisioning, orgId)).resolves.toMatchObject({ changed: true });
        await expectCallable();
        pass(TWO_HOURS_MS);
        await cleanUpGateway(provisioning);
        await expectTidy();
        await expectCallable();
      }
      expect(cutOff).toBeGreaterThanOrEqual(4);
    },
  );

  it('succeeds for one of two concurrent changes, and the other leaves nothing', async () => {
    const { provisioning, orgId, pass, expectCallable, expectTidy } = await organizationOn(plan);

    const outcomes = await Promise.all([
      rotateGatewayKey(provisioning, orgId),
      rotateGatewayKey(provisioning, orgId),
    ]);

    expect(outcomes.map(({ changed }) => changed).toSorted()).toEqual([false, true]);
    await expectCallable();
    pass(TWO_HOURS_MS);
    await cleanUpGateway(provisioning);
    await expectTidy();
  });

  it('keeps a rate that is changed while it waits for its new key', async () => {
    if (plan.name !== 'enterprise') return;
    const { provisioning, orgId, pass, current, expectTidy } = await organizationOn(plan);
    const { gatewayKeys } = provisioning;
    const waitUntilUsable = async () => {
      await expect(changePlan(provisioning, orgId, enterprise(90))).resolves.toMatchObject({ changed: true });
    };
    const rotated = await rotateGatewayKey(
      { ...provisioning, gatewayKeys: { ...gatewayKeys, waitUntilUsable } },
      orgId,
    );

    expect(rotated).toMatchObject({ changed: true, organization: { plan: enterprise(90) } });
    expect((await current()).plan).toEqual(enterprise(90));
    pass(TWO_HOURS_MS);
    await cleanUpGateway(provisioning);
    await expectTidy();
  });
});

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

describe('the capacity of a deployment', () => {
  const CAPACITY = { environment: 'prod', standardOrganizations: 2, enterpriseRequestsPerMinute: 1_000 };

  /** A deployment that is sized, in an account with a throttle. */
  function deployment(changes: Partial<Pick<Provisioning, 'capacity'>> = { capacity: CAPACITY }) {
    const test = provisioningUnderTest();
    test.gateway.account.throttle = { rateLimit: 100, burstLimit: 50 };
    const provisioning = { ...test.provisioning, ...changes };
    const create = (plan: OrganizationPlan) =>
      createOrganization(provisioning, { ...STANDARD_REQUEST, plan });
    const created = async (plan: OrganizationPlan): Promise<string> => {
      const result = await create(plan);
      if (!result.created) throw new Error(result.fault);
      return result.organization.orgId;
    };
    return { ...test, provisioning, create, created };
  }

  it('rejects an enterprise plan above the rate of the account, and makes nothing', async () => {
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

  it('rejects an enterprise plan above what the environment is sized for, with what is left', async () => {
    const { create, created, provisioning } = deployment();
    const first = await created(enterprise(700));
    const fault =
      /^prod is sized for 1000 enterprise requests per minute, and 700 .*: choose at most 300, or set a larger size/;

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

  it('warns of more standard organizations than the environment is sized for', async () => {
    const { created, provisioning } = deployment();
    for (let count = 0; count < 2; count += 1) await created({ name: 'standard' });
    expect(await capacityWarnings(provisioning)).toEqual([]);
    await created({ name: 'standard' });
    expect(await capacityWarnings(provisioning)).toEqual([
      expect.stringMatching(/^prod is sized for 2 standard organizations and has 3: set a larger size/),
    ]);
    const { capacity: _none, ...notSized } = provisioning;
    expect(await capacityWarnings(notSized)).toEqual([]);
  });
});
