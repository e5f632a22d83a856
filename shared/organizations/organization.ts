import { textFault } from '../text/bounded-text.ts';
import { randomBase62 } from './base62.ts';
import type { OrganizationPlan } from './organization-plan.ts';

/**
 * The key by which API Gateway knows an organization's throttle bucket. Callers never see it, and it lets nobody in:
 * that is decided by API keys, which all share this one.
 */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
  /** The usage plan it is in. */
  readonly planId: string;
}

/** A gateway key that was replaced, kept until no authorizer can still name it. */
export interface RetiringGatewayKey {
  readonly id: string;
  /** Its usage plan, where that goes with it: an enterprise organization's own. */
  readonly planId?: string;
  /** ISO 8601, UTC: may be deleted from then on. */
  readonly until: string;
}

export interface Organization {
  /** `org_...` */
  readonly orgId: string;
  readonly name: string;
  readonly status: OrganizationStatus;
  /** Whether billing information is there; without it rates are refused. */
  readonly billing: boolean;
  /** Rate calls that may succeed in a calendar month (UTC), in each mode. */
  readonly usageLimit: number;
  readonly plan: OrganizationPlan;
  readonly gatewayKey: GatewayKey;
  readonly retiring: readonly RetiringGatewayKey[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The same; absent for one that is active. */
  readonly suspendedAt?: string;
  /** The same: since then it cannot be resumed. */
  readonly erasingSince?: string;
}

export type OrganizationStatus = 'active' | 'suspended';

export const DEFAULT_USAGE_LIMIT = 10_000;
const MAX_USAGE_LIMIT = 1_000_000_000;
const MAX_NAME_LENGTH = 100;

/** 119 random bits: two organizations never get the same. */
const ID_DIGITS = 20;

export const newOrgId = (): string => `org_${randomBase62(ID_DIGITS)}`;

/** What is wrong with an organization's name or usage limit; undefined when nothing is. */
export function organizationFault(name: string, usageLimit: number): string | undefined {
  const isBounded = textFault(name, 2 * MAX_NAME_LENGTH) === undefined;
  if (!isBounded || name.trim() === '' || [...name].length > MAX_NAME_LENGTH) {
    return `An organization's name has 1 to ${MAX_NAME_LENGTH} characters and no control characters.`;
  }
  if (!Number.isInteger(usageLimit) || usageLimit < 0 || usageLimit > MAX_USAGE_LIMIT) {
    return `The usage limit is a whole number of calls a month, 0 to ${MAX_USAGE_LIMIT}.`;
  }
  return undefined;
}
