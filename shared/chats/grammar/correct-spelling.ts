import type { Geocoder } from '../../geography/places/place.ts';
import { readState } from '../../geography/places/us-states.ts';
import { isOneEditFrom } from '../../platform/text/one-edit.ts';
import { foldWords } from '../../platform/text/text-folding.ts';
import type { ListedTerminal } from '../../terminals/catalogue/terminal.ts';
import { isStateCode } from './find-places.ts';

/** A text with other spellings of some words. */
export interface Respelled {
  readonly text: string;
  /** What was changed, as sentences. */
  readonly assumptions: readonly string[];
  /** The position in the original text. */
  readonly toOriginal: (position: number) => number;
}

/** Shorter words have too many neighbors. */
const MIN_LENGTH = 5;
/** Mails whose every word is wrong are short. */
const MAX_WORDS = 300;
const SHORT_FORMS: Readonly<Record<string, string>> = { prt: 'port', trml: 'terminal', frm: 'from' };

/**
 * Corrects words by one letter to words of terminals and their cities, and before a state to cities of it.
 * @param isKnown whether a word is a city or another word
 */
export function createSpelling(
  terminals: readonly ListedTerminal[],
  isKnown: (word: string) => boolean,
  { findSimilar }: Pick<Geocoder, 'findSimilar'>,
) {
  const vocabulary = new Set(
    terminals
      .flatMap(({ name, aliases, city, portCity }) => [name, ...aliases, city, portCity].flatMap(foldWords))
      .filter(({ length }) => length >= MIN_LENGTH),
  );
  const corrected = (word: string): string | undefined => {
    if (SHORT_FORMS[word] !== undefined) return SHORT_FORMS[word];
    if (word.length < MIN_LENGTH || word.length > 20 || vocabulary.has(word) || isKnown(word))
      return undefined;
    for (const known of vocabulary)
      if (known.charAt(0) === word.charAt(0) && isOneEditFrom(word, known)) return known;
    return undefined;
  };
  const cityOf = (word: string, after: string): string | undefined => {
    const [gap = '', code = ''] = /^,? ([a-z]{2})\b/i.exec(after) ?? [];
    const state = isStateCode(code, gap) ? readState(code) : undefined;
    if (state === undefined || word.length < MIN_LENGTH || isKnown(word)) return undefined;
    const city = findSimilar(word, state)?.city.toLowerCase();
    return city && isOneEditFrom(word, city) ? city : undefined;
  };
  return (original: string): Respelled | undefined => {
    const words = [...original.matchAll(/[a-z]{3,}/gi)];
    if (words.length > MAX_WORDS) return undefined;
    const shifts: { readonly at: number; readonly by: number }[] = [];
    const assumptions: string[] = [];
    let text = '';
    let from = 0;
    for (const match of words) {
      const word = match[0];
      const other =
        corrected(word.toLowerCase()) ??
        cityOf(word.toLowerCase(), original.slice(match.index + word.length, match.index + word.length + 5));
      if (other === undefined) continue;
      text += original.slice(from, match.index);
      const written = /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
      assumptions.push(`"${word}" is read as "${written}".`);
      text += written;
      from = match.index + word.length;
      shifts.push({ at: text.length, by: from - text.length });
    }
    if (shifts.length === 0) return undefined;
    return {
      text: text + original.slice(from),
      assumptions,
      toOriginal: (position) => position + (shifts.findLast(({ at }) => at <= position)?.by ?? 0),
    };
  };
}
