import type { GatewayResource } from '../gateway-plans/gateway-keys.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Provisioning } from './provisioning.ts';

/** What no record names may be a change under way elsewhere, until it is older than any change takes. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000;

/**
 * Deletes an organization's replaced gateway keys whose time has come, with the plans that go with them.
 * @returns how many keys it deleted.
 */
export async function deleteRetiredKeys(
  provisioning: Provisioning,
  organization: Organization,
): Promise<number> {
  const { organizations, gatewayKeys, now } = provisioning;
  const due = organization.retiring.filter(({ until }) => Date.parse(until) <= now().getTime());
  // Keys first: a plan goes only when no key is in it.
  for (const { id } of due) await gatewayKeys.deleteKey(id);
  for (const { id, planId } of due) {
    if (planId !== undefined) await gatewayKeys.deletePlan(planId);
    await organizations.removeRetiredKey(organization.orgId, id);
  }
  return due.length;
}

/**
 * Deletes everything in API Gateway that no organization needs: replaced keys whose time has come, and what a crash
 * left behind more than an hour ago.
 * @returns how many keys and plans it deleted of either kind.
 */
export async function cleanUpGateway(
  provisioning: Provisioning,
): Promise<{ readonly retired: number; readonly orphans: number }> {
  const { organizations, gatewayKeys, now } = provisioning;
  const made = Map.groupBy(await gatewayKeys.listCreated(), ({ orgId }) => orgId);
  let retired = 0;
  let orphans = 0;
  for (const [orgId, resources] of made) {
    const organization = await organizations.find(orgId);
    if (organization) retired += await deleteRetiredKeys(provisioning, organization);
    const known = organization ? idsOnRecord(organization) : new Set<string>();
    const old = (resource: GatewayResource) => now().getTime() - resource.madeAt.getTime() > ORPHAN_AFTER_MS;
    const leftOver = resources.filter((resource) => !known.has(resource.id) && old(resource));
    // Keys first: a plan goes only when no key is in it.
    for (const { id } of leftOver.filter(({ kind }) => kind === 'key')) await gatewayKeys.deleteKey(id);
    for (const { id } of leftOver.filter(({ kind }) => kind === 'plan')) await gatewayKeys.deletePlan(id);
    orphans += leftOver.length;
  }
  return { retired, orphans };
}

function idsOnRecord({ gatewayKey, retiring }: Organization): ReadonlySet<string | undefined> {
  return new Set([gatewayKey.id, gatewayKey.planId, ...retiring.flatMap(({ id, planId }) => [id, planId])]);
}
