/** Crockford's base 32: digits sort by value and are visually distinct. */
export const SORTABLE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Milliseconds since 1970 in 45 bits, until the year 3084. */
const TIME_DIGITS = 9;
const LAST_MS = 32 ** TIME_DIGITS - 1;
/** Sequence number of IDs of one process within a millisecond. */
const SEQUENCE_DIGITS = 2;
const SEQUENCES = 32 ** SEQUENCE_DIGITS;
const RANDOM_DIGITS = 16;

/** Regular expression for the 27 digits after the prefix of an ID. */
export const SORTABLE_DIGITS = '[0-9A-HJKMNP-TV-Z]{27}';

/**
 * Creates a generator of IDs that sort in order of creation, even if the clock stands still or goes back. The time in an
 * ID may then be later than the clock's. An ID does not make other IDs guessable.
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
    return `${firstSortableIdAt(prefix, last)}${digits(sequence, SEQUENCE_DIGITS)}${base32Digits(crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS)))}`;
  };
}

/** Creation time of an ID in milliseconds since 1970. */
export function sortableIdTime(prefix: string, id: string): number {
  let ms = 0;
  for (const digit of id.slice(prefix.length, prefix.length + TIME_DIGITS)) {
    ms = ms * 32 + SORTABLE_ALPHABET.indexOf(digit);
  }
  return ms;
}

/**
 * A text that sorts before every ID from a moment (ms since 1970) onwards, and after all earlier IDs. Moments outside
 * the range of IDs are replaced by the nearest one in range.
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

/** A digit for the last five bits of each byte. */
export const base32Digits = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => SORTABLE_ALPHABET.charAt(byte & 31)).join('');

/** One kind of ids: its prefix, and digits that sort by creation time and do not allow guessing other ids. */
export function sortableIds<Id extends string>(prefix: string) {
  const form = new RegExp(`^${prefix}${SORTABLE_DIGITS}$`);
  return {
    /** A generator of ids; each id sorts after the previous one. */
    create: () => createSortableIds(prefix) as (now: Date) => Id,
    /** Undefined if the value is no id of this kind. */
    parse: (value: unknown): Id | undefined =>
      typeof value === 'string' && form.test(value) ? (value as Id) : undefined,
    createdAt: (id: Id): Date => new Date(sortableIdTime(prefix, id)),
    /** Lower bound of the ids created at or after a moment (ms since 1970); it sorts after all earlier ids. */
    firstAt: (ms: number): string => firstSortableIdAt(prefix, ms),
  };
}
