import { planIdFor } from '../gateway-plans/api-gateway-gateway-keys.ts';
import { DIRECTORY_MAX_AGE_MS } from '../organizations/dynamodb-key-directory.ts';
import type { Organization, RetiringGatewayKey } from '../organizations/organization.ts';
import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import { planFault } from './plan-capacity.ts';
import type { Provisioning } from './provisioning.ts';

export type ChangePlanResult =
  | { readonly changed: true; readonly organization: Organization }
  | { readonly changed: false; readonly reason: 'unknown-organization' | 'changed-meanwhile' }
  /** The account or the environment cannot carry the plan. */
  | { readonly changed: false; readonly reason: 'over-capacity'; readonly fault: string };

/** Authorizers cache the old key for up to one minute. Twice that covers calls in flight and clock differences. */
const RETIRE_AFTER_MS = 2 * DIRECTORY_MAX_AGE_MS;

/**
 * Changes the plan of an organization without rejecting any of its calls. A different plan needs a new gateway key,
 * because API Gateway permits only one plan per key and stage. The steps are: create the new key and wait until it is
 * usable, switch the organization to it, and later delete the old key. A different rate on the enterprise plan needs no
 * new key. A crash at any step leaves a working organization, and a repeated call completes the change.
 */
export async function changePlan(
  provisioning: Provisioning,
  orgId: string,
  plan: OrganizationPlan,
): Promise<ChangePlanResult> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) return { changed: false, reason: 'unknown-organization' };
  const fault = await planFault(provisioning, plan, orgId);
  if (fault !== undefined) return { changed: false, reason: 'over-capacity', fault };
  if (plan.name === 'enterprise' && organization.plan.name === 'enterprise') {
    return changeRate(provisioning, organization, plan.requestsPerMinute);
  }
  // Compared by ID: a recreated stack has a new standard plan, and a repeated call moves the key there.
  const alreadyThere =
    plan.name === 'standard' && organization.gatewayKey.planId === provisioning.gatewayKeys.standardPlanId;
  return alreadyThere ? { changed: true, organization } : switchPlan(provisioning, organization, plan);
}

/**
 * Replaces the gateway key of an organization in its current plan without rejecting any of its calls. Until the old key
 * is deleted, two buckets count its calls.
 */
export async function rotateGatewayKey(provisioning: Provisioning, orgId: string): Promise<ChangePlanResult> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) return { changed: false, reason: 'unknown-organization' };
  return switchKey(provisioning, organization, organization.plan, organization.gatewayKey.planId);
}

/**
 * Updates the record, then the usage plan, and then checks the record again. Of two concurrent changes, the one that
 * updates the plan last sees the latest record, so that record and plan are finally equal.
 */
async function changeRate(
  { organizations, gatewayKeys }: Provisioning,
  { orgId, gatewayKey }: Organization,
  requestsPerMinute: number,
): Promise<ChangePlanResult> {
  const outcome = await organizations.setRequestsPerMinute(orgId, gatewayKey.id, requestsPerMinute);
  if (outcome !== 'set') return { changed: false, reason: outcome };
  let appliedRate = requestsPerMinute;
  for (;;) {
    await gatewayKeys.updateEnterprisePlan(gatewayKey.planId, appliedRate);
    const current = await organizations.find(orgId);
    if (current === undefined) return { changed: false, reason: 'unknown-organization' };
    if (current.gatewayKey.id !== gatewayKey.id || current.plan.name !== 'enterprise') {
      return { changed: false, reason: 'changed-meanwhile' };
    }
    if (current.plan.requestsPerMinute === appliedRate) return { changed: true, organization: current };
    appliedRate = current.plan.requestsPerMinute;
  }
}

async function switchPlan(
  provisioning: Provisioning,
  organization: Organization,
  plan: OrganizationPlan,
): Promise<ChangePlanResult> {
  const { gatewayKeys, now } = provisioning;
  const planId = await planIdFor(gatewayKeys, plan, organization.orgId, now());
  const result = await switchKey(provisioning, organization, plan, planId);
  if (!result.changed && plan.name === 'enterprise') await gatewayKeys.deletePlan(planId);
  return result;
}

async function switchKey(
  { organizations, gatewayKeys, now }: Provisioning,
  organization: Organization,
  plan: OrganizationPlan,
  planId: string,
): Promise<ChangePlanResult> {
  const { orgId, gatewayKey: old, plan: oldPlan } = organization;
  const gatewayKey = await gatewayKeys.createKeyInPlan(orgId, planId, now());
  await gatewayKeys.waitUntilUsable();

  const retire: RetiringGatewayKey = {
    id: old.id,
    ...(oldPlan.name === 'enterprise' && old.planId !== planId ? { planId: old.planId } : {}),
    until: new Date(now().getTime() + RETIRE_AFTER_MS).toISOString(),
  };
  const outcome = await organizations.switchGatewayKey(orgId, {
    from: old.id,
    to: gatewayKey,
    plan,
    keepsPlan: planId === old.planId,
    retire,
  });
  if (outcome === 'changed-meanwhile') {
    await gatewayKeys.deleteKey(gatewayKey.id);
    return { changed: false, reason: outcome };
  }
  const switched = { ...organization, plan, gatewayKey, retiring: [...organization.retiring, retire] };
  // Without a new plan, the rate may have been changed meanwhile.
  return {
    changed: true,
    organization: (await organizations.find(orgId)) ?? switched,
  };
}
