import { type ApiKeyChoices, type ApiKeyRecord, issueApiKey } from './api-key-record.ts';
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
