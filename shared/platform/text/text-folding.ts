import { normalizeText } from './bounded-text.ts';

/** UTF-16 units; much more than any text of a terminal has. */
const MAX_NORMALIZED_LENGTH = 2_000;
const BEYOND_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;

/**
 * The words of a text in the form that search compares: lower case, without accents, with unified compatibility forms
 * (full width, ligatures). All characters except letters and digits are separators. Returns [] if there is no word, or if
 * a non-ASCII text is too long to normalize.
 */
export function foldWords(text: string): string[] {
  // Most texts are ASCII and do not need normalization, which is slow.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  const normalized = normalizeText(text, 'NFKD', MAX_NORMALIZED_LENGTH) ?? '';
  return normalized.toLowerCase().replace(MARKS, '').match(WORDS) ?? [];
}

/** The folded words of a text, separated by one space. Texts with an equal result are equivalent in search. */
export function foldText(text: string): string {
  return foldWords(text).join(' ');
}

/** A text in lower case and without accents; only in lower case if it is too long to normalize. */
export const foldCase = (text: string): string =>
  (normalizeText(text, 'NFD', MAX_NORMALIZED_LENGTH) ?? text).replace(MARKS, '').toLowerCase();
