import type { KeyMode } from '../../platform/account/account.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { AuditedChange } from '../audit/audit-event.ts';
import type { GatewayKey, Organization, OrganizationStatus, RetiringGatewayKey } from './organization.ts';
import type { OrganizationPlan } from './organization-plan.ts';

/** A plan change that replaces the gateway key. */
interface GatewayKeySwitch {
  /** ID of the gateway key that must still be in use; otherwise another change came first. */
  readonly from: string;
  readonly to: GatewayKey;
  readonly plan: OrganizationPlan;
  /** True if only the gateway key is replaced, and the plan is the same as before. */
  readonly keepsPlan?: boolean;
  /** The old key, which is stored until it may be deleted. */
  readonly retire: RetiringGatewayKey;
}

/** Limits and switches of an organization. Absent fields do not change. */
export interface UsageTerms {
  readonly billing?: boolean;
  /** Rate calls per month, 0 or more. */
  readonly usageLimit?: number;
  readonly deliveriesStopped?: boolean;
  /** Quotes per month, 0 or more; null removes the limit. */
  readonly quoteLimit?: number | null;
}

/** Port: organizations. Every change is atomic. */
export interface OrganizationStore {
  /** Creates the organization and its first key, atomically. */
  create(organization: Organization, firstKey: ApiKeyRecord): Promise<void>;
  find(orgId: string): Promise<Organization | undefined>;
  /** All organizations, oldest first. Reads the whole table. */
  list(): Promise<readonly Organization[]>;
  /**
   * Has no effect on an organization that is being erased, as the result states.
   * @param at ISO 8601, UTC. A repeated suspension keeps the first time.
   */
  setStatus(
    orgId: string,
    status: OrganizationStatus,
    at: string,
  ): Promise<'set' | 'unknown-organization' | 'being-erased'>;
  /** Marks a suspended organization for erasure, irreversibly. Idempotent. @param at ISO 8601, UTC. */
  beginErasure(orgId: string, at: string): Promise<'begun' | 'active' | 'unknown-organization'>;
  /** Deletes the record of an organization that is being erased. Returns false if there is no record. */
  remove(orgId: string): Promise<boolean>;
  setUsageTerms(orgId: string, terms: UsageTerms): Promise<'set' | 'unknown-organization'>;
  /** Fails unless the organization is on the enterprise plan with this gateway key. */
  setRequestsPerMinute(
    orgId: string,
    gatewayKeyId: string,
    requestsPerMinute: number,
  ): Promise<'set' | 'changed-meanwhile'>;
  /** Idempotent: a repeated switch to the same key returns `switched`. */
  switchGatewayKey(orgId: string, change: GatewayKeySwitch): Promise<'switched' | 'changed-meanwhile'>;
  /**
   * Records an operator's action that does not change the organization's record. Call it before the action, so that no
   * action is unrecorded.
   * @param modes whose logs have the event; default: both.
   */
  recordAction(
    orgId: string,
    action: Pick<AuditedChange, 'action' | 'details'>,
    modes?: readonly KeyMode[],
  ): Promise<'recorded' | 'unknown-organization'>;
  /** Removes a deleted gateway key from the organization's record. */
  removeRetiredKey(orgId: string, gatewayKeyId: string): Promise<void>;
}
