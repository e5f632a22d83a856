import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62, toBase62 } from '../../platform/ids/base62.ts';
import { textFault } from '../../platform/text/bounded-text.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import type { KeyScope } from './key-scope.ts';

/**
 * An API key is `frk_live_` or `frk_test_`, 27 random base62 digits (160.7 bits) and a checksum of 6 base62 digits: the
 * CRC32 of everything before it. Secret scanners find a leaked key by its fixed prefix. The checksum detects a typo
 * without a look-up. A CRC32 detects every change within 32 adjacent bits, so it detects each wrong character and each
 * swap of two adjacent characters.
 */
const KEY_FORMAT = /^frk_(live|test)_[0-9A-Za-z]{33}$/;
const RANDOM_DIGITS = 27;
const CHECKSUM_DIGITS = 6;
/** Of the random digits; 23 digits (136.9 bits) stay secret. */
const PREFIX_DIGITS = 4;

export type ParsedApiKey = { readonly valid: true; readonly mode: KeyMode } | { readonly valid: false };

/** Generates a key. It is shown to its owner once and never stored: see `hashApiKey`. */
export function generateApiKey(mode: KeyMode): string {
  const unchecked = `frk_${mode}_${randomBase62(RANDOM_DIGITS)}`;
  return unchecked + checksum(unchecked);
}

/** Checks the format and checksum of a key. Does not check whether the key exists. */
export function parseApiKey(text: string): ParsedApiKey {
  const mode = KEY_FORMAT.exec(text)?.[1];
  if (mode !== 'live' && mode !== 'test') return { valid: false };
  const fits = checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
  return fits ? { valid: true, mode } : { valid: false };
}

/**
 * SHA-256 of the whole key in hex, which is stored instead of the key. A slow hash is not needed, because 160 random
 * bits cannot be guessed.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

/** The first characters of a key, which are not secret: "frk_live_a1B2". */
export function prefixOfApiKey(apiKey: string): string {
  return apiKey.slice(0, apiKey.length - CHECKSUM_DIGITS - RANDOM_DIGITS + PREFIX_DIGITS);
}

function checksum(text: string): string {
  return toBase62(crc32(text), CHECKSUM_DIGITS);
}

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

/** Maximum characters of a key's name. */
export const MAX_KEY_NAME_LENGTH = 100;

/** Validation error of a key's name, as text after "name"; undefined if it is valid. */
export function keyNameFault(name: string): string | undefined {
  // A character has at most two UTF-16 units.
  const isBounded = textFault(name, 2 * MAX_KEY_NAME_LENGTH) === undefined;
  const isValid =
    isBounded && name.isWellFormed() && name.trim() !== '' && [...name].length <= MAX_KEY_NAME_LENGTH;
  return isValid
    ? undefined
    : `must be a text of 1 to ${MAX_KEY_NAME_LENGTH} characters without control characters`;
}
