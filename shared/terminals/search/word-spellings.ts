import { foldWords } from '../../platform/text/text-folding.ts';

/** Words that names have in two spellings, the short one first: "St. Louis", "Saint Louis". */
const SPELLINGS: readonly (readonly [short: string, long: string])[] = [
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

/** A folded word in its long spelling: equal for words that search takes for one. */
export const longForm = (word: string): string => LONG_FORMS.get(word) ?? word;

/** Folded words, and the other spelling of each that has one; the same array where none has. */
export function withSpellings(words: readonly string[]): readonly string[] {
  if (!words.some((word) => OTHERS.has(word))) return words;
  return [...words, ...words.flatMap((word) => OTHERS.get(word) ?? [])];
}

/** A text folded, as it is and with all words in their long spelling, each once; [] where it has no word. */
export function spelledTexts(text: string): readonly string[] {
  const words = foldWords(text);
  if (words.length === 0) return [];
  return [...new Set([words.join(' '), words.map(longForm).join(' ')])];
}
