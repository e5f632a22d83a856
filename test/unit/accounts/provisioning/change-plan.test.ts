import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIRECTORY_MAX_AGE_MS } from '../../../../shared/accounts/organizations/key-directory.ts';
import type { OrganizationPlan } from '../../../../shared/accounts/organizations/organization-plan.ts';
import { changePlan, rotateGatewayKey } from '../../../../shared/accounts/provisioning/change-plan.ts';
import { cleanUpGateway } from '../../../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import {
  Crash,
  crashingPorts,
  provisioningUnderTest,
  STANDARD_REQUEST,
  surroundPorts,
} from '../../../support/provisioning-under-test.ts';

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

describe('changing a plan', () => {
  it.each([
    ['standard to enterprise', STANDARD, enterprise(6000)],
    ['enterprise to standard', enterprise(6000), STANDARD],
    ['one enterprise rate to another', enterprise(6000), enterprise(60)],
    ['standard to standard', STANDARD, STANDARD],
  ])('from %s leaves one bucket at the new rate', async (_case, from, to) => {
    const { provisioning, orgId, pass, current, expectTidy, expectCallable } = await organizationOn(from);

    await expect(changePlan(provisioning, orgId, to)).resolves.toMatchObject({ changed: true });
    await expectCallable();
    pass(2 * DIRECTORY_MAX_AGE_MS);
    await cleanUpGateway(provisioning);

    expect((await current()).plan).toEqual(to);
    await expectTidy();
    await expectCallable();
  });

  it('keeps the old bucket as long as an authorizer may have it cached', async () => {
    const { provisioning, orgId, gateway, pass, current } = await organizationOn(STANDARD);
    const { gatewayKey: old } = await current();

    await changePlan(provisioning, orgId, enterprise(6000));
    pass(DIRECTORY_MAX_AGE_MS);
    await cleanUpGateway(provisioning);

    expect(gateway.knows(old.value)).toBe(true);
  });

  it('switches to a new bucket only when it is usable', async () => {
    const { provisioning, orgId, expectCallable } = await organizationOn(STANDARD);
    const watched = surroundPorts(provisioning, async (call) => {
      const answer = await call();
      await expectCallable();
      return answer;
    });

    await changePlan(watched, orgId, enterprise(6000));
  });

  it('moves an organization to a recreated standard plan', async () => {
    const { provisioning, orgId, current, gateway } = await organizationOn(STANDARD);
    const moved = { ...provisioning, gatewayKeys: { ...gateway.port, standardPlanId: 'plan-standard' } };
    await provisioning.organizations.switchGatewayKey(orgId, {
      from: (await current()).gatewayKey.id,
      to: { id: 'key-old', value: 'old', planId: 'plan-of-a-former-stack' },
      plan: STANDARD,
      retire: { id: (await current()).gatewayKey.id, until: '2026-01-01T00:00:00.000Z' },
    });

    await changePlan(moved, orgId, STANDARD);

    expect((await current()).gatewayKey.planId).toBe('plan-standard');
  });

  it('fails for an unknown organization', async () => {
    const { provisioning } = await organizationOn(STANDARD);

    await expect(changePlan(provisioning, 'org_none', STANDARD)).resolves.toEqual({
      changed: false,
      reason: 'unknown-organization',
    });
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

  it('can be followed immediately by another plan', async () => {
    const { provisioning, orgId, pass, expectCallable, expectTidy } = await organizationOn(plan);

    await rotateGatewayKey(provisioning, orgId);
    await changePlan(provisioning, orgId, plan.name === 'standard' ? enterprise(60) : STANDARD);

    await expectCallable();
    pass(TWO_HOURS_MS);
    await cleanUpGateway(provisioning);
    await expectTidy();
  });
});
