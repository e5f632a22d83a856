import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** ID of the usage plan for an organization's key: the shared standard plan, or a new enterprise plan. */
export async function planIdFor(
  gatewayKeys: GatewayKeys,
  plan: OrganizationPlan,
  orgId: string,
  now: Date,
): Promise<string> {
  if (plan.name === 'standard') return gatewayKeys.standardPlanId;
  return gatewayKeys.createEnterprisePlan(orgId, plan.requestsPerMinute, now);
}
