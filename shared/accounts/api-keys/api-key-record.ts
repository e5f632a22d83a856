import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62 } from '../../platform/ids/base62.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import { generateApiKey, hashApiKey, prefixOfApiKey } from './api-key.ts';
import type { KeyScope } from './key-scope.ts';

/** The stored record of an API key. It does not contain the key itself. A deleted key has no record. */
export interface ApiKeyRecord {
  /** SHA-256 of the key, hex: see `hashApiKey`. */
  readonly hash: string;
  /** ID of the key in lists and logs: `key_...`. */
  readonly keyId: string;
  readonly name: string;
  /** Absent for a key without an organization. Every call with such a key answers 401. */
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When the key expires, as its creator chose or after its rotation: ISO 8601, UTC. Absent = never. */
  readonly expiresAt?: string;
  /** The first characters of the key, which help an owner of several keys to identify it. */
  readonly prefix: string;
  /** The last recorded day with a call. */
  readonly lastUsedOn?: UtcDay;
}

/** Properties that the creator of a key chooses. */
export interface ApiKeyChoices {
  readonly name: string;
  readonly orgId?: string;
  readonly mode: KeyMode;
  readonly scopes: readonly KeyScope[];
  /** ISO 8601, UTC; absent = never. */
  readonly expiresAt?: string;
}

/** Whether a key is expired. @param now milliseconds since 1970. */
export const hasEnded = ({ expiresAt }: Pick<ApiKeyRecord, 'expiresAt'>, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

/** 95 random bits, so that IDs are unique. */
const ID_DIGITS = 16;
const ID_FORM = new RegExp(`^key_[0-9A-Za-z]{${ID_DIGITS}}$`);

export const isKeyId = (text: string): boolean => ID_FORM.test(text);

/** Generates an active key. Returns the key, which must be shown only once, and the record to store. */
export function issueApiKey(choices: ApiKeyChoices, now: Date): { apiKey: string; record: ApiKeyRecord } {
  const apiKey = generateApiKey(choices.mode);
  const record: ApiKeyRecord = {
    ...choices,
    hash: hashApiKey(apiKey),
    keyId: `key_${randomBase62(ID_DIGITS)}`,
    createdAt: now.toISOString(),
    prefix: prefixOfApiKey(apiKey),
  };
  return { apiKey, record };
}
