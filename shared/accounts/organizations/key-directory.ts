import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { Organization } from './organization.ts';

/** Port: what letting a caller in needs to know of keys and organizations. */
export interface KeyDirectory {
  /** The key with this SHA-256 (hex), active or revoked; undefined when there is none. */
  findKey(hash: string): Promise<ApiKeyRecord | undefined>;
  /** Undefined when there is no such organization. */
  findOrganization(orgId: string): Promise<Organization | undefined>;
}

/** How long an answer may be used again, in milliseconds: a revocation takes effect within this time. */
export const DIRECTORY_MAX_AGE_MS = 60_000;
