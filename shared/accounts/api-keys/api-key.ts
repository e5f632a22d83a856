import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyMode } from '../../platform/account/account.ts';
import { randomBase62, toBase62 } from '../../platform/ids/base62.ts';

/**
 * An API key is `frk_live_` or `frk_test_`, 27 random base62 digits (160.7 bits) and a checksum of 6: the CRC32 of
 * all that stands before it, in base62. The fixed prefix lets secret scanners find a leaked key; the checksum tells
 * a typo from an unknown key without a look-up. A CRC32 catches every change within 32 neighbouring bits, and so
 * each wrong character and each swap of two neighbours.
 */
const KEY_FORMAT = /^frk_(live|test)_[0-9A-Za-z]{33}$/;
const RANDOM_DIGITS = 27;
const CHECKSUM_DIGITS = 6;
const HINT_CHARACTERS = 4;

export type ParsedApiKey = { readonly valid: true; readonly mode: KeyMode } | { readonly valid: false };

/** A new key. It is shown to its owner once and never stored: see `hashApiKey`. */
export function generateApiKey(mode: KeyMode): string {
  const unchecked = `frk_${mode}_${randomBase62(RANDOM_DIGITS)}`;
  return unchecked + checksum(unchecked);
}

/** Whether `text` has a key's form and a checksum that fits; says nothing of whether the key exists. */
export function parseApiKey(text: string): ParsedApiKey {
  const mode = KEY_FORMAT.exec(text)?.[1];
  if (mode !== 'live' && mode !== 'test') return { valid: false };
  const fits = checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
  return fits ? { valid: true, mode } : { valid: false };
}

/**
 * SHA-256 of the whole key in hex: what is stored instead of it. A slow hash would add nothing, since 160 random
 * bits cannot be guessed.
 */
export function hashApiKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex');
}

/** The last characters, by which an owner of several keys tells them apart. */
export function hintOfApiKey(apiKey: string): string {
  return apiKey.slice(-HINT_CHARACTERS);
}

function checksum(text: string): string {
  return toBase62(crc32(text), CHECKSUM_DIGITS);
}
