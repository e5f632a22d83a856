import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { Organization } from './organization.ts';

/** Port: keys and organizations that authorization looks up. */
export interface KeyDirectory {
  /** The key with this SHA-256 (hex), which can be expired; undefined if unknown. */
  findKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Undefined if the organization is unknown. */
  findOrganization(orgId: string): Promise<Organization | undefined>;
}

/** How long a result may be cached, in milliseconds. A revocation takes effect within this time. */
export const DIRECTORY_MAX_AGE_MS = 60_000;
