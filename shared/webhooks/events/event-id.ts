import { createHash, randomBytes } from 'node:crypto';
import { base32Digits } from '../../platform/ids/sortable-id.ts';

/** Form of an event id. The signed text separates it with dots, so it must not contain any. */
export const EVENT_ID_FORM = /^[A-Za-z0-9_-]{1,64}$/;

const DIGITS_IN_ID = 26;

/** A unique event id: 130 random bits. */
export const newEventId = (): string => eventIdOf(randomBytes(DIGITS_IN_ID));

/** A deterministic event id: 130 bits of the SHA-256 of the facts. */
export function eventIdFor(facts: readonly string[]): string {
  // As JSON, different lists have different texts.
  return eventIdOf(createHash('sha256').update(JSON.stringify(facts)).digest());
}

const eventIdOf = (bytes: Uint8Array): string =>
  `evt_${base32Digits(bytes.subarray(0, DIGITS_IN_ID)).toLowerCase()}`;
