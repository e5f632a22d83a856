import type { GatewayKey } from '../organizations/organization.ts';
import type { OrganizationPlan, Throttle } from '../organizations/organization-plan.ts';
import type { GatewayUse } from './gateway-limits.ts';

/** A key or plan in API Gateway that belongs to one organization. */
export interface GatewayResource {
  readonly kind: 'key' | 'plan';
  readonly id: string;
  readonly orgId: string;
  readonly madeAt: Date;
}

/** Port: throttle buckets in API Gateway. Deleting a missing key or plan succeeds. */
export interface GatewayKeys {
  /** The usage plan that all standard organizations share. */
  readonly standardPlanId: string;
  /** Throttle of all APIs of the AWS account and region; undefined for the local service, which has none. */
  accountThrottle(): Promise<Throttle | undefined>;
  /** Creates a usage plan for one organization. Its burst is at most that of the account. @returns its ID. */
  createEnterprisePlan(orgId: string, requestsPerMinute: number, now: Date): Promise<string>;
  updateEnterprisePlan(planId: string, requestsPerMinute: number): Promise<void>;
  /** Deletes a usage plan. Its keys must be deleted first. */
  deletePlan(planId: string): Promise<void>;
  /** Creates a gateway key with a random value in a usage plan. */
  createKeyInPlan(orgId: string, planId: string, now: Date): Promise<GatewayKey>;
  deleteKey(gatewayKeyId: string): Promise<void>;
  /** Resolves when the gateway is expected to know a key that was just created. */
  waitUntilUsable(): Promise<void>;
  /** All existing keys and plans of this stage that belong to organizations. */
  listCreated(): Promise<readonly GatewayResource[]>;
  /** Counts all keys and plans of the AWS account and region. */
  countAll(): Promise<GatewayUse>;
}

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
