import { createHash, randomBytes } from 'node:crypto';

/** What identifies an event: it is signed with dots around it, so it has none. */
export const EVENT_ID_FORM = /^[A-Za-z0-9_-]{1,64}$/;

/** Crockford's base 32 in lower case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGITS_IN_ID = 26;

/** An id that no other event has: 130 random bits. */
export const newEventId = (): string => eventIdOf(randomBytes(DIGITS_IN_ID));

/** The same id for the same facts, and another for any others: 130 bits of their SHA-256. */
export function eventIdFor(facts: readonly string[]): string {
  // As JSON, no two lists of facts read alike.
  return eventIdOf(createHash('sha256').update(JSON.stringify(facts)).digest());
}

/** Five bits of each of the first bytes: all that a digit can say. */
function eventIdOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, DIGITS_IN_ID), (byte) => DIGITS.charAt(byte & 31));
  return `evt_${digits.join('')}`;
}
