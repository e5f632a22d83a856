import { DOMINANCE_RATIO } from './dominant-city.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place } from './place.ts';
import type { PlacePrefixIndex } from './place-index.ts';

/** Cities of a state with the same first letter that are compared: the largest ones. */
const MAX_COMPARED = 60;
/** A longer text is no abbreviation. */
const MAX_LENGTH = 40;
/** A city that initials mean ("B.R." for Baton Rouge) has at least this many ZIP codes. */
const MIN_ZIPS_OF_INITIALS = 10;
/** A city that a text with letters left out means has at least this many ZIP codes. */
const MIN_ZIPS_OF_GAPS = 3;

const lettersOf = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}'\u2019]+/u)
    .filter((word) => word !== '')
    .map(normalizeCity);

/**
 * The city of a state whose name a text abbreviates word by word, by its first letters or by leaving letters out: "Lub" is
 * Lubbock in Texas, "Bakersfld" Bakersfield, "C Christi" Corpus Christi, "B.R." Baton Rouge. Among several cities, one has to be
 * clearly the largest.
 */
export function findAbbreviatedCity(index: PlacePrefixIndex, name: string, state: string): Place | undefined {
  const words = name.length > MAX_LENGTH ? [] : lettersOf(name);
  // An apostrophe says that letters were left out: "Mech'burg".
  const zipsOfGaps = /\p{L}['\u2019]\p{L}/u.test(name) ? 1 : MIN_ZIPS_OF_GAPS;
  const initial = words[0]?.charAt(0) ?? '';
  if (words.join('').length < Math.max(2, 4 - words.length)) return undefined;
  const isInitials = words.every(({ length }) => length === 1);
  const [first, second] = index
    .citiesByPrefix({ cityKey: initial, states: new Set([state]) }, MAX_COMPARED)
    .filter(({ place, zips }) => {
      const full = lettersOf(place.city);
      if (full.length !== words.length || (isInitials && zips < MIN_ZIPS_OF_INITIALS)) return false;
      return full.every((word, at) => {
        const text = words[at] ?? '';
        return word.startsWith(text) || (zips >= zipsOfGaps && hasLettersOf(text, word));
      });
    })
    .toSorted((a, b) => b.zips - a.zips);
  if (first === undefined) return undefined;
  return second === undefined || first.zips >= DOMINANCE_RATIO * Math.max(1, second.zips)
    ? first.place
    : undefined;
}

/**
 * Whether a text has at least half of the letters of a word, from the first on, in their order. One missing letter is a
 * misspelling, for which the caller gets a suggestion.
 */
function hasLettersOf(text: string, word: string): boolean {
  if (text[0] !== word[0] || text.length * 2 < word.length || text.length > word.length - 2) return false;
  let position = 0;
  for (const letter of word) if (letter === text[position]) position += 1;
  return position === text.length;
}
