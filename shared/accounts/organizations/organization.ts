import { randomBase62 } from '../../platform/ids/base62.ts';
import { textFault } from '../../platform/text/bounded-text.ts';
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
  /** Whether billing information is there; without it rates and quotes are rejected. */
  readonly billing: boolean;
  /** Rate calls that may succeed in a calendar month (UTC), in each mode. */
  readonly usageLimit: number;
  /** Quotes that may be made in a calendar month (UTC), in each mode; absent = any number. */
  readonly quoteLimit?: number;
  readonly plan: OrganizationPlan;
  readonly gatewayKey: GatewayKey;
  readonly retiring: readonly RetiringGatewayKey[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The same; absent for one that is active. */
  readonly suspendedAt?: string;
  /** The same: since then it cannot be resumed. */
  readonly erasingSince?: string;
  /** True where an operator has stopped its deliveries of webhooks; they are kept. */
  readonly deliveriesStopped?: boolean;
}

export type OrganizationStatus = 'active' | 'suspended';

export const DEFAULT_USAGE_LIMIT = 10_000;
const MAX_USAGE_LIMIT = 1_000_000_000;
const MAX_NAME_LENGTH = 100;

/** 119 random bits: two organizations never get the same. */
const ID_DIGITS = 20;

export const newOrgId = (): string => `org_${randomBase62(ID_DIGITS)}`;

/** What is wrong with an organization's name or limits; undefined when nothing is. */
export function organizationFault(name: string, usageLimit: number, quoteLimit = 0): string | undefined {
  const isBounded = textFault(name, 2 * MAX_NAME_LENGTH) === undefined;
  if (!isBounded || name.trim() === '' || [...name].length > MAX_NAME_LENGTH) {
    return `An organization's name has 1 to ${MAX_NAME_LENGTH} characters and no control characters.`;
  }
  if (!isLimit(usageLimit)) {
    return `The usage limit is a whole number of calls a month, 0 to ${MAX_USAGE_LIMIT}.`;
  }
  if (!isLimit(quoteLimit)) {
    return `The quote limit is a whole number of quotes a month, 0 to ${MAX_USAGE_LIMIT}.`;
  }
  return undefined;
}

const isLimit = (limit: number): boolean => Number.isInteger(limit) && limit >= 0 && limit <= MAX_USAGE_LIMIT;
