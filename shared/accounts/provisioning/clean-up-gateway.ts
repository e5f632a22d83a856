import type { GatewayResource } from '../gateway-plans/api-gateway-gateway-keys.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Provisioning } from './provisioning.ts';

/** A key or plan without a record may belong to a change in progress. After this age, no change is in progress. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000;

/**
 * Deletes the replaced gateway keys of an organization that are due, with their plans.
 * @returns the number of deleted keys.
 */
export async function deleteRetiredKeys(
  provisioning: Provisioning,
  organization: Organization,
): Promise<number> {
  const { organizations, gatewayKeys, now } = provisioning;
  const due = organization.retiring.filter(({ until }) => Date.parse(until) <= now().getTime());
  // Keys first: a plan can be deleted only without keys.
  for (const { id } of due) await gatewayKeys.deleteKey(id);
  for (const { id, planId } of due) {
    if (planId !== undefined) await gatewayKeys.deletePlan(planId);
    await organizations.removeRetiredKey(organization.orgId, id);
  }
  return due.length;
}

/**
 * Deletes the keys and plans in API Gateway that no organization needs: replaced keys that are due, and orphans of
 * crashed commands that are older than one hour.
 * @param all deletes all keys and plans, also those that organizations need: CloudFormation deletes no stage that a plan uses.
 * @returns the number of replaced keys, and of other keys and plans (with `all`, of all), that were deleted.
 */
export async function cleanUpGateway(
  provisioning: Provisioning,
  all = false,
): Promise<{ readonly retired: number; readonly orphans: number }> {
  const { organizations, gatewayKeys, now } = provisioning;
  const made = Map.groupBy(await gatewayKeys.listCreated(), ({ orgId }) => orgId);
  let retired = 0;
  let orphans = 0;
  for (const [orgId, resources] of made) {
    const organization = await organizations.find(orgId);
    if (organization && !all) retired += await deleteRetiredKeys(provisioning, organization);
    const known = organization ? idsOnRecord(organization) : new Set<string>();
    const old = (resource: GatewayResource) => now().getTime() - resource.madeAt.getTime() > ORPHAN_AFTER_MS;
    const leftOver = resources.filter((resource) => all || (!known.has(resource.id) && old(resource)));
    // Keys first: a plan can be deleted only without keys.
    for (const { id } of leftOver.filter(({ kind }) => kind === 'key')) await gatewayKeys.deleteKey(id);
    for (const { id } of leftOver.filter(({ kind }) => kind === 'plan')) await gatewayKeys.deletePlan(id);
    orphans += leftOver.length;
  }
  return { retired, orphans };
}

function idsOnRecord({ gatewayKey, retiring }: Organization): ReadonlySet<string | undefined> {
  return new Set([gatewayKey.id, gatewayKey.planId, ...retiring.flatMap(({ id, planId }) => [id, planId])]);
}
