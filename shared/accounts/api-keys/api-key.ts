import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62, toBase62 } from '../../platform/ids/base62.ts';

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
