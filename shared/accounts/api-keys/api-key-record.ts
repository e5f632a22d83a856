import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62 } from '../../platform/ids/base62.ts';
import { generateApiKey, hashApiKey, hintOfApiKey } from './api-key.ts';
import type { KeyScope } from './key-scope.ts';

/** What is kept of an API key: everything but the key. */
export interface ApiKeyRecord {
  /** SHA-256 of the key, hex: see `hashApiKey`. */
  readonly hash: string;
  /** Names the key in lists and logs: `key_...`. */
  readonly keyId: string;
  /** Absent for a key that belongs to no organization; every call with it answers 401. */
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  readonly status: 'active' | 'revoked';
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly revokedAt?: string;
  /** The same: of a key that was replaced, when it ends by itself. */
  readonly expiresAt?: string;
  /** The key's last four characters. */
  readonly hint: string;
}

/** What its maker decides of a key. */
export interface ApiKeyChoices {
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
}

/** Whether a key lets nobody in any more. @param now milliseconds since 1970. */
export const hasEnded = ({ status, expiresAt }: ApiKeyRecord, now: number): boolean =>
  status === 'revoked' || (expiresAt !== undefined && Date.parse(expiresAt) <= now);

/** 95 random bits: two keys never get the same. */
const ID_DIGITS = 16;

/** A new active key: the key itself, to be shown once, and what is stored of it. */
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
