import type { GatewayKey } from '../organizations/organization.ts';
import type { GatewayUse } from './gateway-limits.ts';

/** Something in API Gateway that belongs to one organization. */
export interface GatewayResource {
  readonly kind: 'key' | 'plan';
  readonly id: string;
  readonly orgId: string;
  readonly madeAt: Date;
}

/** Port: the throttle buckets in API Gateway. A failure to reach it throws; deleting what is gone is done. */
export interface GatewayKeys {
  /** The usage plan that all standard organizations share. */
  readonly standardPlanId: string;
  /** A usage plan for one organization. @returns its id. */
  createEnterprisePlan(orgId: string, requestsPerMinute: number, now: Date): Promise<string>;
  updateEnterprisePlan(planId: string, requestsPerMinute: number): Promise<void>;
  /** Its keys must be gone. */
  deletePlan(planId: string): Promise<void>;
  /** A gateway key with a random value of its own, in a plan. */
  createKeyInPlan(orgId: string, planId: string, now: Date): Promise<GatewayKey>;
  deleteKey(gatewayKeyId: string): Promise<void>;
  /** Resolves when the gateway can be expected to know a key made before. */
  waitUntilUsable(): Promise<void>;
  /** All that was made here for any organization and not deleted since. */
  listCreated(): Promise<readonly GatewayResource[]>;
  /** How many keys and plans there are in the account and region, whoever made them. */
  countAll(): Promise<GatewayUse>;
}
