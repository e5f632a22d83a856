import { foldWords } from '../../platform/text/text-folding.ts';

/** Words with two spellings, the short one first: "St. Louis", "Saint Louis". */
export const SPELLINGS: readonly (readonly [short: string, long: string])[] = [
  ['st', 'saint'],
  ['ft', 'fort'],
  ['mt', 'mount'],
];

const LONG_FORMS: ReadonlyMap<string, string> = new Map(SPELLINGS);
const OTHERS: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap(([short, long]) => [
    [short, long],
    [long, short],
  ]),
);

/** A folded word in its long spelling. */
export const longForm = (word: string): string => LONG_FORMS.get(word) ?? word;

/** Folded words and their other spellings; the same array if there are none. */
export function withSpellings(words: readonly string[]): readonly string[] {
  if (!words.some((word) => OTHERS.has(word))) return words;
  return [...words, ...words.flatMap((word) => OTHERS.get(word) ?? [])];
}

/** The distinct forms of a folded text: as written, and with all words in their long spelling. [] without words. */
export function spelledTexts(text: string): readonly string[] {
  const words = foldWords(text);
  if (words.length === 0) return [];
  return [...new Set([words.join(' '), words.map(longForm).join(' ')])];
}
