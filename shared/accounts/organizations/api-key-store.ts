import type { Account } from '../../platform/account/account.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { RegisterFault } from '../api-keys/key-register.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { KeyedAnswer } from '../idempotency/idempotency-store.ts';

/** A change to the keys of an account. */
export type KeyChange =
  | { readonly type: 'add'; readonly record: ApiKeyRecord }
  /** `record` replaces the key with the ID `keyId`, which expires at `endsAt` (ISO 8601, UTC). */
  | {
      readonly type: 'replace';
      readonly keyId: string;
      readonly record: ApiKeyRecord;
      readonly endsAt: string;
    }
  | { readonly type: 'remove'; readonly keyId: string };

export interface RequestedKeyChange {
  readonly change: KeyChange;
  /** ID of the calling key; absent for an operator. */
  readonly by?: string;
  readonly at: Date;
  /** Recorded in the audit log together with the change. */
  readonly event: AuditEvent;
  /** Stored together with the change, for idempotency. */
  readonly answer?: KeyedAnswer;
}

/** `answered`: a concurrent call with the same Idempotency-Key was first, and nothing was changed. */
export type KeyChangeOutcome = 'changed' | 'answered' | 'unknown-organization' | RegisterFault;

/**
 * Port: API keys of organizations. Changes of one account are applied one after the other by the rules of
 * `changeRegister`, each with its audit event or not at all.
 */
export interface ApiKeyStore {
  change(account: Account, requested: RequestedKeyChange): Promise<KeyChangeOutcome>;
  find(keyId: string): Promise<ApiKeyRecord | undefined>;
  /** Keys of an account without expired ones, oldest first. Strongly consistent. */
  list(account: Account, now: Date): Promise<readonly ApiKeyRecord[]>;
  /** Adds a key without an organization. */
  addUnassigned(record: ApiKeyRecord): Promise<void>;
  /** Deletes a key without an organization. Returns false if there is no such key. */
  removeUnassigned(keyId: string): Promise<boolean>;
}
