import { bySize, clearlyLargest } from './dominant-city.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place, SizedCity } from './place.ts';
import type { PlacePrefixIndex } from './place-index.ts';

/** Cities of a state with the same first letter that are compared: the largest ones. */
const MAX_COMPARED = 60;
/** A longer text is no abbreviation. */
const MAX_LENGTH = 40;
/** A city that initials mean ("B.R." for Baton Rouge) has at least this many ZIP codes. */
const MIN_ZIPS_OF_INITIALS = 10;
/** A city that a short text with letters left out means has at least this many ZIP codes. */
const MIN_ZIPS_OF_GAPS = 3;
/** A text of this many letters, or with an apostrophe ("Mech'burg"), can mean a town as well. */
const LETTERS_OF_TOWNS = 8;
/** "BR LA" */
const JOINED_INITIALS = /^[A-Z]{2,3}$/;

const lettersOf = (name: string): readonly string[] =>
  name
    .split(/[^\p{L}'\u2019]+/u)
    .filter((word) => word !== '')
    .map(normalizeCity);

/** The largest cities of a state with the first letter of a name. */
export const comparedCities = (index: PlacePrefixIndex, name: string, state: string): readonly SizedCity[] =>
  index.citiesByPrefix({ cityKey: normalizeCity(name).charAt(0), states: new Set([state]) }, MAX_COMPARED);

/**
 * The city of a state whose name a text abbreviates word by word, by its first letters or by leaving letters out: "Lub" is
 * Lubbock in Texas, "Bakersfld" Bakersfield, "C Christi" Corpus Christi, "B.R." Baton Rouge. Among several cities, one has to be
 * clearly the largest.
 */
export function findAbbreviatedCity(index: PlacePrefixIndex, name: string, state: string): Place | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const words = JOINED_INITIALS.test(name) ? lettersOf([...name].join(' ')) : lettersOf(name);
  const letters = words.join('').length;
  if (letters < Math.max(2, 4 - words.length)) return undefined;
  const isInitials = words.every(({ length }) => length === 1);
  const isLong = letters >= LETTERS_OF_TOWNS || /\p{L}['\u2019]\p{L}/u.test(name);
  const abbreviated = comparedCities(index, name, state).filter(({ place, zips }) => {
    const full = lettersOf(place.city);
    if (full.length !== words.length || (isInitials && zips < MIN_ZIPS_OF_INITIALS)) return false;
    return full.every((word, at) => {
      const text = words[at] ?? '';
      const canHaveGaps = isLong || zips >= MIN_ZIPS_OF_GAPS;
      return word.startsWith(text) || (canHaveGaps && hasLettersOf(text, word, words.length > 1));
    });
  });
  return clearlyLargest(bySize(abbreviated))?.place;
}

/**
 * Whether a text has at least half of the letters of a word, from the first on, in their order; beside another word, the
 * first and last letter are enough ("Gd Rapids"). One missing letter is a misspelling.
 */
function hasLettersOf(text: string, word: string, isBesideWord: boolean): boolean {
  if (text[0] !== word[0] || text.length > word.length - 2) return false;
  if (text.length * 2 < word.length) return isBesideWord && text.length === 2 && text[1] === word.at(-1);
  let position = 0;
  for (const letter of word) if (letter === text[position]) position += 1;
  return position === text.length;
}
