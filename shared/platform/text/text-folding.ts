import { normalizeText } from './bounded-text.ts';

/** Far above any text of a terminal, in UTF-16 units. */
const LONGEST_NORMALIZED = 2_000;
const BEYOND_ASCII = /[^\0-\x7f]/;
const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;

/**
 * The words of a text as search compares them: lower case, accents dropped, compatibility forms (full width,
 * ligatures) unified, everything that is neither letter nor digit a separator. [] when no word is left, and for a text
 * beyond ASCII that is too long to normalize.
 */
export function foldWords(text: string): string[] {
  // Nearly all texts are ASCII and need no normalization, which is the costly part.
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  const normalized = normalizeText(text, 'NFKD', LONGEST_NORMALIZED) ?? '';
  return normalized.toLowerCase().replace(MARKS, '').match(WORDS) ?? [];
}

/** The words of a text with one space between them: equal for texts that search cannot tell apart. */
export function foldText(text: string): string {
  return foldWords(text).join(' ');
}
