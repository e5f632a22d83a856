import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Larger bytes are skipped, because they would make some digits more likely: 248 is the last multiple of 62. */
const UNBIASED_BELOW = 256 - (256 % DIGITS.length);

/** `length` random base62 digits with a uniform distribution (5.95 bits per digit), from a cryptographic source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED_BELOW) text += DIGITS.charAt(byte % DIGITS.length);
    }
  }
  return text;
}

/** A whole number of 0 or more in base62, padded with zeros to `length` digits. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / DIGITS.length)) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
  }
  return text.padStart(length, '0');
}
