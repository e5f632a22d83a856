import { createHash, randomBytes } from 'node:crypto';

/** Form of an event id. The signed text separates it with dots, so it must not contain any. */
export const EVENT_ID_FORM = /^[A-Za-z0-9_-]{1,64}$/;

/** Crockford's base 32 in lower case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGITS_IN_ID = 26;

/** A unique event id: 130 random bits. */
export const newEventId = (): string => eventIdOf(randomBytes(DIGITS_IN_ID));

/** A deterministic event id: 130 bits of the SHA-256 of the facts. */
export function eventIdFor(facts: readonly string[]): string {
  // As JSON, different lists have different texts.
  return eventIdOf(createHash('sha256').update(JSON.stringify(facts)).digest());
}

/** Each digit encodes five bits of a byte. */
function eventIdOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, DIGITS_IN_ID), (byte) => DIGITS.charAt(byte & 31));
  return `evt_${digits.join('')}`;
}
