import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** Id of the usage plan to put an organization's key in: the shared standard one, or a new one of its own. */
export async function planIdFor(
  gatewayKeys: GatewayKeys,
  plan: OrganizationPlan,
  orgId: string,
  now: Date,
): Promise<string> {
  if (plan.name === 'standard') return gatewayKeys.standardPlanId;
  return gatewayKeys.createEnterprisePlan(orgId, plan.requestsPerMinute, now);
}
