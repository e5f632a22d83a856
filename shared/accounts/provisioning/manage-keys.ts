import { type ApiKeyChoices, type ApiKeyRecord, hasEnded, issueApiKey } from '../api-keys/api-key-record.ts';
import type { Provisioning } from './provisioning.ts';

export type CreateKeyResult =
  | {
      readonly created: true;
      /** Returned only here; only its hash is stored. */
      readonly apiKey: string;
      readonly record: ApiKeyRecord;
    }
  | { readonly created: false; readonly reason: 'unknown-organization' };

/** Creates a key. Every operation answers 401 to a key without an organization. */
export async function createKey(
  { keys, now }: Provisioning,
  choices: ApiKeyChoices,
): Promise<CreateKeyResult> {
  const { apiKey, record } = issueApiKey(choices, now());
  const outcome = await keys.add(record);
  return outcome === 'added' ? { created: true, apiKey, record } : { created: false, reason: outcome };
}

export type RotateKeyResult =
  | {
      readonly rotated: true;
      /** Returned only here; only its hash is stored. */
      readonly apiKey: string;
      readonly record: ApiKeyRecord;
      /** When the old key expires: ISO 8601, UTC. Both keys work until then. */
      readonly oldEndsAt: string;
    }
  | { readonly rotated: false; readonly reason: 'unknown-key' | 'ended' };

/**
 * Creates a key with the mode and scopes of an old key, which expires after `overlapMs`. Both changes are atomic. A
 * repeated call creates another key and extends the expiry of the old key.
 */
export async function rotateKey(
  { keys, now }: Provisioning,
  keyId: string,
  overlapMs: number,
): Promise<RotateKeyResult> {
  const old = await keys.find(keyId);
  if (old === undefined) return { rotated: false, reason: 'unknown-key' };
  const at = now();
  if (hasEnded(old, at.getTime())) return { rotated: false, reason: 'ended' };
  const { orgId, mode, scopes } = old;
  const { apiKey, record } = issueApiKey({ mode, scopes, ...(orgId === undefined ? {} : { orgId }) }, at);
  const oldEndsAt = new Date(at.getTime() + overlapMs).toISOString();
  const outcome = await keys.replace(old, record, oldEndsAt);
  return outcome === 'replaced'
    ? { rotated: true, apiKey, record, oldEndsAt }
    : { rotated: false, reason: 'ended' };
}

/** Revokes a key irreversibly. Idempotent. Takes effect within one minute. */
export function revokeKey({ keys, now }: Provisioning, keyId: string): Promise<'revoked' | 'unknown-key'> {
  return keys.revoke(keyId, now().toISOString());
}

/** Keys of an organization, oldest first; undefined if the organization is unknown. */
export async function listKeys(
  { organizations, keys }: Provisioning,
  orgId: string,
): Promise<readonly ApiKeyRecord[] | undefined> {
  const organization = await organizations.find(orgId);
  return organization && keys.list(orgId);
}
