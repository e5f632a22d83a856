import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { GatewayKey, Organization, OrganizationStatus, RetiringGatewayKey } from './organization.ts';
import type { OrganizationPlan } from './organization-plan.ts';

/** A plan change that needs another gateway key. */
interface GatewayKeySwitch {
  /** Id of the gateway key that must still be in use, or somebody else changed the plan meanwhile. */
  readonly from: string;
  readonly to: GatewayKey;
  readonly plan: OrganizationPlan;
  /** The old key, kept on record until it may be deleted. */
  readonly retire: RetiringGatewayKey;
}

/** What an organization may use; absent fields stay as they are. */
export interface UsageTerms {
  readonly billing?: boolean;
  /** Rate calls a month, 0 or more. */
  readonly usageLimit?: number;
  readonly deliveriesStopped?: boolean;
  /** Quotes a month, 0 or more; null removes the limit. */
  readonly quoteLimit?: number | null;
}

/** Port: organizations. Every change is one atomic step. */
export interface OrganizationStore {
  /** Both or neither. */
  create(organization: Organization, firstKey: ApiKeyRecord): Promise<void>;
  find(orgId: string): Promise<Organization | undefined>;
  /** All of them, oldest first; reads the whole table. */
  list(): Promise<readonly Organization[]>;
  /**
   * @param at ISO 8601, UTC; of a suspension the first one's stays.
   * Refused for an organization that is being erased.
   */
  setStatus(
    orgId: string,
    status: OrganizationStatus,
    at: string,
  ): Promise<'set' | 'unknown-organization' | 'being-erased'>;
  /** Marks a suspended organization for good; done twice is done once. @param at ISO 8601, UTC. */
  beginErasure(orgId: string, at: string): Promise<'begun' | 'active' | 'unknown-organization'>;
  /** Deletes the record of an organization that is being erased. False where there is none. */
  remove(orgId: string): Promise<boolean>;
  setUsageTerms(orgId: string, terms: UsageTerms): Promise<'set' | 'unknown-organization'>;
  /** Refused unless the organization is on the enterprise plan with this gateway key. */
  setRequestsPerMinute(
    orgId: string,
    gatewayKeyId: string,
    requestsPerMinute: number,
  ): Promise<'set' | 'changed-meanwhile'>;
  /** Done twice is done once: a repeated switch to the same key answers `switched`. */
  switchGatewayKey(orgId: string, change: GatewayKeySwitch): Promise<'switched' | 'changed-meanwhile'>;
  /** Takes a deleted gateway key off the organization's record. */
  removeRetiredKey(orgId: string, gatewayKeyId: string): Promise<void>;
}
