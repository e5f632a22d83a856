import { randomBytes } from 'node:crypto';

/** Crockford's base 32: digits sort as their values do, and none looks like another. */
export const SORTABLE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Milliseconds since 1970 in 45 bits, until the year 3084. */
const TIME_DIGITS = 9;
const LAST_MS = 32 ** TIME_DIGITS - 1;
/** Ids of one process in the same millisecond, in the order they were made. */
const SEQUENCE_DIGITS = 2;
const SEQUENCES = 32 ** SEQUENCE_DIGITS;
const RANDOM_BYTES = 10;

/** What follows the prefix of an id, as a regular expression: 27 digits. */
export const SORTABLE_DIGITS = '[0-9A-HJKMNP-TV-Z]{27}';

/**
 * Makes ids of which each sorts after the one before, also where the clock stands still or goes back: the moment in an
 * id may then be later than the clock's. Nobody can guess another one from it.
 */
export function createSortableIds(prefix: string): (now: Date) => string {
  let last = 0;
  let sequence = 0;
  return (now) => {
    const ms = now.getTime();
    if (ms > last) {
      last = ms;
      sequence = 0;
    } else {
      sequence += 1;
      last += Math.floor(sequence / SEQUENCES);
      sequence %= SEQUENCES;
    }
    return `${firstSortableIdAt(prefix, last)}${digits(sequence, SEQUENCE_DIGITS)}${randomTail()}`;
  };
}

/** When an id was made, in milliseconds since 1970. */
export function sortableIdTime(prefix: string, id: string): number {
  let ms = 0;
  for (const digit of id.slice(prefix.length, prefix.length + TIME_DIGITS)) {
    ms = ms * 32 + SORTABLE_ALPHABET.indexOf(digit);
  }
  return ms;
}

/**
 * A text that sorts before every id of a moment (ms since 1970) and later ones, and after all earlier ones. Moments
 * that no id can have count as the nearest that one can.
 */
export const firstSortableIdAt = (prefix: string, ms: number): string =>
  `${prefix}${digits(Math.min(Math.max(0, ms), LAST_MS), TIME_DIGITS)}`;

function digits(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) {
    text = SORTABLE_ALPHABET.charAt(rest % 32) + text;
  }
  return text;
}

/** 80 random bits, each digit five of them. */
function randomTail(): string {
  const bits = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  let text = '';
  for (let shift = 75n; shift >= 0n; shift -= 5n)
    text += SORTABLE_ALPHABET.charAt(Number((bits >> shift) & 31n));
  return text;
}
