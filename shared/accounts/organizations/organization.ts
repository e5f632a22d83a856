import { randomBase62 } from '../../platform/ids/base62.ts';
import { textFault } from '../../platform/text/bounded-text.ts';
import type { OrganizationPlan } from './organization-plan.ts';

/**
 * The API Gateway key of an organization's throttle bucket, which all API keys of the organization share. Callers never
 * see it, and it grants no access.
 */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
  readonly planId: string;
}

/** A replaced gateway key. It is kept until no authorizer has it in its cache. */
export interface RetiringGatewayKey {
  readonly id: string;
  /** The enterprise usage plan that is deleted with the key; absent if the plan stays. */
  readonly planId?: string;
  /** Earliest deletion: ISO 8601, UTC. */
  readonly until: string;
}

export interface Organization {
  /** `org_...` */
  readonly orgId: string;
  readonly name: string;
  readonly status: OrganizationStatus;
  /** Whether billing information is on file. Without it, rates and quotes are rejected. */
  readonly billing: boolean;
  /** Maximum successful rate calls per calendar month (UTC) in each mode. */
  readonly usageLimit: number;
  /** Maximum quotes per calendar month (UTC) in each mode; absent = no limit. */
  readonly quoteLimit?: number;
  readonly plan: OrganizationPlan;
  readonly gatewayKey: GatewayKey;
  readonly retiring: readonly RetiringGatewayKey[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** ISO 8601, UTC; absent for an active organization. */
  readonly suspendedAt?: string;
  /** ISO 8601, UTC. From then on the organization cannot be resumed. */
  readonly erasingSince?: string;
  /** True if an operator stopped its webhook deliveries. They stay pending. */
  readonly deliveriesStopped?: boolean;
}

/** What functions read. Only the authorizer and operators read gateway keys. */
export type OrganizationWithoutKeys = Omit<Organization, 'gatewayKey' | 'retiring'>;

export type OrganizationStatus = 'active' | 'suspended';

export const DEFAULT_USAGE_LIMIT = 10_000;
const MAX_USAGE_LIMIT = 1_000_000_000;
const MAX_NAME_LENGTH = 100;

/** 119 random bits, so that IDs are unique. */
const ID_DIGITS = 20;

export const newOrgId = (): string => `org_${randomBase62(ID_DIGITS)}`;

/** Validation error of an organization's name or limits; undefined if they are valid. */
export function organizationFault(name: string, usageLimit: number, quoteLimit = 0): string | undefined {
  const isBounded = textFault(name, 2 * MAX_NAME_LENGTH) === undefined;
  if (!isBounded || name.trim() === '' || [...name].length > MAX_NAME_LENGTH) {
    return `An organization's name must have 1 to ${MAX_NAME_LENGTH} characters and no control characters.`;
  }
  if (!isLimit(usageLimit)) {
    return `The usage limit must be a whole number of calls per month, 0 to ${MAX_USAGE_LIMIT}.`;
  }
  if (!isLimit(quoteLimit)) {
    return `The quote limit must be a whole number of quotes per month, 0 to ${MAX_USAGE_LIMIT}.`;
  }
  return undefined;
}

const isLimit = (limit: number): boolean => Number.isInteger(limit) && limit >= 0 && limit <= MAX_USAGE_LIMIT;
