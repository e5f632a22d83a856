import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62 } from '../../platform/ids/base62.ts';
import { generateApiKey, hashApiKey, hintOfApiKey } from './api-key.ts';
import type { KeyScope } from './key-scope.ts';

/** The stored record of an API key. It does not contain the key itself. */
export interface ApiKeyRecord {
  /** SHA-256 of the key, hex: see `hashApiKey`. */
  readonly hash: string;
  /** ID of the key in lists and logs: `key_...`. */
  readonly keyId: string;
  /** Absent for a key without an organization. Every call with such a key answers 401. */
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly status: 'active' | 'revoked';
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly revokedAt?: string;
  /** When a replaced key expires: ISO 8601, UTC. */
  readonly expiresAt?: string;
  /** The key's last four characters. */
  readonly hint: string;
}

/** Properties that the creator of a key chooses. */
export interface ApiKeyChoices {
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
}

/** Whether a key is revoked or expired. @param now milliseconds since 1970. */
export const hasEnded = ({ status, expiresAt }: ApiKeyRecord, now: number): boolean =>
  status === 'revoked' || (expiresAt !== undefined && Date.parse(expiresAt) <= now);

/** 95 random bits, so that IDs are unique. */
const ID_DIGITS = 16;

/** Generates an active key. Returns the key, which must be shown only once, and the record to store. */
export function issueApiKey(choices: ApiKeyChoices, now: Date): { apiKey: string; record: ApiKeyRecord } {
  const apiKey = generateApiKey(choices.mode);
  const record: ApiKeyRecord = {
    ...choices,
    hash: hashApiKey(apiKey),
    keyId: `key_${randomBase62(ID_DIGITS)}`,
    status: 'active',
    createdAt: now.toISOString(),
    hint: hintOfApiKey(apiKey),
  };
  return { apiKey, record };
}
