import { planIdFor } from '../gateway-plans/plan-id.ts';
import { DIRECTORY_MAX_AGE_MS } from '../organizations/key-directory.ts';
import type { Organization, RetiringGatewayKey } from '../organizations/organization.ts';
import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import type { Provisioning } from './provisioning.ts';

export type ChangePlanResult =
  | { readonly changed: true; readonly organization: Organization }
  | { readonly changed: false; readonly reason: 'unknown-organization' | 'changed-meanwhile' };

/** Authorizers name the old key for up to a minute; twice that covers calls under way and clocks that differ. */
const RETIRE_AFTER_MS = 2 * DIRECTORY_MAX_AGE_MS;

/**
 * Puts an organization on a plan, without a moment in which its calls are refused. Another plan takes another gateway
 * key, since API Gateway allows a key only one plan a stage: the new key is made and taken up, then the organization
 * points to it, and the old one goes when no authorizer can still name it. Another rate on the enterprise plan needs
 * none of that. A crash at any step leaves a working organization; the same call again finishes the change.
 */
export async function changePlan(
  provisioning: Provisioning,
  orgId: string,
  plan: OrganizationPlan,
): Promise<ChangePlanResult> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) return { changed: false, reason: 'unknown-organization' };
  if (plan.name === 'enterprise' && organization.plan.name === 'enterprise') {
    return changeRate(provisioning, organization, plan.requestsPerMinute);
  }
  // Compared by id: a stack that was made anew has another standard plan, and asking again moves the key there.
  const alreadyThere =
    plan.name === 'standard' && organization.gatewayKey.planId === provisioning.gatewayKeys.standardPlanId;
  return alreadyThere ? { changed: true, organization } : switchPlan(provisioning, organization, plan);
}

/**
 * Gives an organization a new gateway key in the plan that it has, as a change of plan does: without a moment in which
 * its calls are refused. Two buckets count its calls until the old key is gone.
 */
export async function rotateGatewayKey(provisioning: Provisioning, orgId: string): Promise<ChangePlanResult> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) return { changed: false, reason: 'unknown-organization' };
  return switchKey(provisioning, organization, organization.plan, organization.gatewayKey.planId);
}

/**
 * The record first, then the plan, then a look whether the record still says so: of two changes at once, whichever
 * pushes last sees the last record, so that record and plan end equal.
 */
async function changeRate(
  { organizations, gatewayKeys }: Provisioning,
  { orgId, gatewayKey }: Organization,
  requestsPerMinute: number,
): Promise<ChangePlanResult> {
  const outcome = await organizations.setRequestsPerMinute(orgId, gatewayKey.id, requestsPerMinute);
  if (outcome !== 'set') return { changed: false, reason: outcome };
  let pushed = requestsPerMinute;
  for (;;) {
    await gatewayKeys.updateEnterprisePlan(gatewayKey.planId, pushed);
    const current = await organizations.find(orgId);
    if (current === undefined) return { changed: false, reason: 'unknown-organization' };
    if (current.gatewayKey.id !== gatewayKey.id || current.plan.name !== 'enterprise') {
      return { changed: false, reason: 'changed-meanwhile' };
    }
    if (current.plan.requestsPerMinute === pushed) return { changed: true, organization: current };
    pushed = current.plan.requestsPerMinute;
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
  const outcome = await organizations.switchGatewayKey(orgId, { from: old.id, to: gatewayKey, plan, retire });
  if (outcome === 'changed-meanwhile') {
    await gatewayKeys.deleteKey(gatewayKey.id);
    return { changed: false, reason: outcome };
  }
  return {
    changed: true,
    organization: { ...organization, plan, gatewayKey, retiring: [...organization.retiring, retire] },
  };
}
