import type { Organization } from '../organizations/organization.ts';
import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import type { Provisioning } from './provisioning.ts';

const RAISE = 'set a larger size, or plans, in operator-settings.json, and deploy';

/**
 * Why the account or the environment cannot carry an enterprise plan, in one line. The local service carries any plan.
 * @param orgId organization whose plan changes; absent for a new one.
 * @returns undefined if the plan fits.
 */
export async function planFault(
  { organizations, gatewayKeys, capacity }: Pick<Provisioning, 'organizations' | 'gatewayKeys' | 'capacity'>,
  plan: OrganizationPlan,
  orgId?: string,
): Promise<string | undefined> {
  if (plan.name === 'standard') return undefined;
  const { requestsPerMinute } = plan;
  const account = await gatewayKeys.accountThrottle();
  if (account !== undefined && requestsPerMinute / 60 > account.rateLimit) {
    return `${requestsPerMinute} requests per minute are more than API Gateway accepts in this account and region for all organizations: ${account.rateLimit} per second. Choose at most ${Math.floor(account.rateLimit * 60)}, or request an increase in Service Quotas (Amazon API Gateway, "Throttle rate").`;
  }
  if (capacity === undefined) return undefined;
  const all = await organizations.list();
  const before = rateOf(all.find((organization) => organization.orgId === orgId));
  const sold = all.reduce((sum, organization) => sum + rateOf(organization), 0) - before;
  const left = Math.max(0, capacity.enterpriseRequestsPerMinute - sold);
  // A lower rate is always accepted, also if more is sold than the environment is sized for.
  if (requestsPerMinute <= Math.max(left, before)) return undefined;
  return `${capacity.environment} is sized for ${capacity.enterpriseRequestsPerMinute} enterprise requests per minute, and ${sold} are sold to other organizations: choose at most ${left}, or ${RAISE}.`;
}

/** Warnings for more standard organizations than the environment is sized for. */
export async function capacityWarnings({
  organizations,
  capacity,
}: Pick<Provisioning, 'organizations' | 'capacity'>): Promise<string[]> {
  if (capacity === undefined) return [];
  const standard = (await organizations.list()).filter(({ plan }) => plan.name === 'standard').length;
  if (standard <= capacity.standardOrganizations) return [];
  return [
    `${capacity.environment} is sized for ${capacity.standardOrganizations} standard organizations and has ${standard}: ${RAISE}.`,
  ];
}

const rateOf = (organization: Organization | undefined): number =>
  organization?.plan.name === 'enterprise' ? organization.plan.requestsPerMinute : 0;
