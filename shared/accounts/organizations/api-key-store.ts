import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';

/** Port: API keys of organizations. Every change is atomic. */
export interface ApiKeyStore {
  /** Adds a key. Fails if its organization is unknown. */
  add(record: ApiKeyRecord): Promise<'added' | 'unknown-organization'>;
  /** @param at ISO 8601, UTC. A repeated revocation keeps the first time. */
  revoke(keyId: string, at: string): Promise<'revoked' | 'unknown-key'>;
  find(keyId: string): Promise<ApiKeyRecord | undefined>;
  /**
   * Adds a key and sets the expiry of an old key of the same organization, atomically. Fails if the old key is revoked
   * or unknown.
   * @param endsAt expiry of the old key: ISO 8601, UTC.
   */
  replace(old: ApiKeyRecord, record: ApiKeyRecord, endsAt: string): Promise<'replaced' | 'rejected'>;
  /** Keys of an organization, oldest first, including revoked keys. Eventually consistent (usually under 1 s). */
  list(orgId: string): Promise<readonly ApiKeyRecord[]>;
}
