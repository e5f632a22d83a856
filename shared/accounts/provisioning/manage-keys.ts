import { type ApiKeyChoices, type ApiKeyRecord, hasEnded, issueApiKey } from '../api-keys/api-key-record.ts';
import type { Provisioning } from './provisioning.ts';

export type CreateKeyResult =
  | {
      readonly created: true;
      /** Shown now and never again. */
      readonly apiKey: string;
      readonly record: ApiKeyRecord;
    }
  | { readonly created: false; readonly reason: 'unknown-organization' };

/** Makes another key; without an organization it is a key that every operation answers with 401. */
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
      /** Shown now and never again. */
      readonly apiKey: string;
      readonly record: ApiKeyRecord;
      /** ISO 8601, UTC: both keys work until then. */
      readonly oldEndsAt: string;
    }
  | { readonly rotated: false; readonly reason: 'unknown-key' | 'ended' };

/**
 * Makes a key like another one, which ends by itself after `overlapMs`: until then both work. One step: cut off, it has
 * made both changes or none. Done again, it makes another key and puts the end off.
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

/** Revokes a key for good; done twice is done once. Callers notice within a minute. */
export function revokeKey({ keys, now }: Provisioning, keyId: string): Promise<'revoked' | 'unknown-key'> {
  return keys.revoke(keyId, now().toISOString());
}

/** The keys of an organization, oldest first; undefined when there is no such organization. */
export async function listKeys(
  { organizations, keys }: Provisioning,
  orgId: string,
): Promise<readonly ApiKeyRecord[] | undefined> {
  const organization = await organizations.find(orgId);
  return organization && keys.list(orgId);
}
