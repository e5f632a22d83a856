import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';

/** Port: the keys of organizations. Every change is one atomic step. */
export interface ApiKeyStore {
  /** Refused when the record names an organization that is not there. */
  add(record: ApiKeyRecord): Promise<'added' | 'unknown-organization'>;
  /** @param at ISO 8601, UTC; the first revocation's time stays. */
  revoke(keyId: string, at: string): Promise<'revoked' | 'unknown-key'>;
  find(keyId: string): Promise<ApiKeyRecord | undefined>;
  /**
   * Adds a key and has another one of the same organization end, both or neither.
   * @param endsAt ISO 8601, UTC. Refused where the old key is revoked, or is not there.
   */
  replace(old: ApiKeyRecord, record: ApiKeyRecord, endsAt: string): Promise<'replaced' | 'refused'>;
  /** Keys of an organization, oldest first, revoked ones too; a key made this second may be missing. */
  list(orgId: string): Promise<readonly ApiKeyRecord[]>;
}
