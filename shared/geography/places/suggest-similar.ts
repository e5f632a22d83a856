import { findFreightPlaces, findNicknames } from './city-nicknames.ts';
import { bySize, clearlyLargest, findCitiesByName } from './find-cities-by-name.ts';
import { countryOfCity } from './foreign-places.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place, SizedCity } from './place.ts';
import type { PlacePrefixIndex } from './place-index.ts';
import { readPlaceText } from './read-place-text.ts';
import { readState, US_STATES } from './us-states.ts';

/** A longer key is not compared: few cities have one. */
const MAX_KEY_LENGTH = 20;
/** A shorter key is similar to too many others. */
const MIN_KEY_LENGTH = 4;
/** In a shorter key, two other letters make another name. */
const MIN_KEY_OF_TWO_EDITS = 7;
/** Parts of a text, and words of a part, that are looked up. */
const MAX_PARTS = 6;
const SEPARATORS = /[,;/|&+()]|\s(?:or|and|to)\s/i;
/** No road leads to military addresses. */
const MILITARY_STATE = /^A[AEP]$/;
/** A city there is no suggestion, and neither is a US town whose name is a part of its name. */
const ABROAD = new Set(['Canada', 'Mexico']);
const ZIP_IN_TEXT = /\b\d{5}\b/g;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Suggests places for a text that is no place, as "City, ST" or "City, ST 12345": the alternatives of "Dallas or Fort
 * Worth", the city at the end of an address, ZIP codes, names in another state, and names with one different letter.
 * @param text any text; only its first 200 characters count.
 */
export function suggestSimilar(index: PlacePrefixIndex, text: string, limit: number): readonly string[] {
  const found = new Set<string>();
  for (const places of candidates(index, text.slice(0, 200))) {
    for (const place of places) {
      if (found.size < limit && !MILITARY_STATE.test(place.state)) found.add(textOf(place));
    }
    if (found.size >= limit) break;
  }
  return [...found];
}

const textOf = ({ city, state, zip }: Pick<Place, 'city' | 'state'> & { readonly zip?: string }): string =>
  `${city}, ${state} ${zip ?? ''}`.trim();

/** Candidates in groups, likeliest first. Later groups are only computed if the earlier ones are too few. */
function* candidates(index: PlacePrefixIndex, text: string) {
  // A number before words is the house number of a street.
  const zips = [
    ...text.replace(/^\d+(?=\s+(?!(?:to|thru|through|and|or)\s)\p{L})/iu, '').matchAll(ZIP_IN_TEXT),
  ];
  yield zips.slice(0, 2).flatMap(([zip]) => index.findZip(zip) ?? []);
  const parts = text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '' && readState(part) === undefined && !ABROAD.has(countryOfCity(part) ?? ''))
    .slice(0, MAX_PARTS);
  const [reading] = readPlaceText(text);
  const state = reading?.state;
  const named = parts.flatMap((part) => citiesIn(index, part, state));
  yield named;
  if (reading === undefined || named.length > 1) return;
  if (/^\d{3,4}$/.test(reading.zip ?? '')) {
    const restored = index.findZip((reading.zip ?? '').padStart(5, '0'));
    yield restored && (state ?? restored.state) === restored.state ? [restored] : [];
  }
  for (const name of new Set([reading.city, ...parts])) {
    const key = normalizeCity(name);
    if (key.length < MIN_KEY_LENGTH || key.length > MAX_KEY_LENGTH) continue;
    const similar = similarCities(index, key);
    const inState = similar.filter(({ place }) => place.state === state);
    yield largest(inState, 3);
    yield largest(findCitiesByName(index, name), 3);
    yield state === undefined ? [] : largest(misspelledIn(index, name, state), 3);
    const states: ReadonlySet<string> = new Set(state === undefined ? US_STATES.keys() : [state]);
    yield largest(index.citiesByPrefix({ cityKey: key, states }, 3), 3);
    yield largest(similar, 3);
    return;
  }
}

const largest = (cities: readonly SizedCity[], count: number) =>
  bySize(cities)
    .slice(0, count)
    .map(({ place: { city, state } }) => ({ city, state }));

/**
 * The largest city with the longest name at the end of a part of an address (Buffalo of "11234 Main St Buffalo NY"), and
 * that with the name at its beginning (Dallas of "Dallas Ft Worth", Chicago of "Chicago area").
 */
function citiesIn(index: PlacePrefixIndex, part: string, state: string | undefined) {
  for (const reading of readPlaceText(part)) {
    const words = reading.city.split(' ').filter((word) => word !== '');
    const spans = words.slice(0, MAX_PARTS).map((_, count) => count);
    const cityOf = (name: string) => largestNamed(index, name, reading.state ?? state);
    const start = spans.find((at) => cityOf(words.slice(at).join(' ')).length > 0);
    const rest = words.slice(0, start);
    const end = spans.find((count) => cityOf(rest.slice(0, rest.length - count).join(' ')).length > 0);
    const found = [
      ...(end === undefined || start === 0 ? [] : cityOf(rest.slice(0, rest.length - end).join(' '))),
      ...(start === undefined ? [] : cityOf(words.slice(start).join(' '))),
    ];
    if (found.length > 0) return found;
  }
  return [];
}

/** A word of two or three letters is a city only in a table of names: "LA", "KC". */
function largestNamed(index: PlacePrefixIndex, name: string, state: string | undefined) {
  const isShort = name.length < MIN_KEY_LENGTH;
  if (name === '' || (isShort && findFreightPlaces(name).length + findNicknames(name).length === 0))
    return [];
  const cities = findCitiesByName(index, name);
  return largest(state === undefined ? cities : cities.filter(({ place }) => place.state === state), 1);
}

/** The larger cities of a state with the same first letter whose key differs by two letters: "St Louse". */
function misspelledIn(index: PlacePrefixIndex, name: string, state: string): readonly SizedCity[] {
  const key = normalizeCity(name);
  if (key.length < MIN_KEY_OF_TWO_EDITS) return [];
  return comparedCities(index, name, state).filter(({ place }) => {
    const other = normalizeCity(place.city);
    return Math.abs(other.length - key.length) <= 2 && editsBetween(key, other) <= 2;
  });
}

/** Levenshtein distance: letters to insert, delete or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A shorter name with one other letter is most often another name: "Marn". */
const MIN_KEY_OF_MISSPELLED = 6;
/** A shorter name with two other letters as well: "Springdale" is not Springvale. */
const MIN_KEY_OF_TWICE_MISSPELLED = 9;

/**
 * The city of a state whose name a text misspells after its first letter: "Tuscon" is Tucson in Arizona. The name is that of no
 * city elsewhere. Among several cities, one has to be clearly the largest.
 */
export function findMisspelledCity(index: PlacePrefixIndex, name: string, state: string): Place | undefined {
  const key = normalizeCity(name);
  if (key.length < MIN_KEY_OF_MISSPELLED || key.length > MAX_KEY_LENGTH) return undefined;
  if (findCitiesByName(index, name).length > 0) return undefined;
  const similar = similarCities(index, key).filter(
    ({ place }) => place.state === state && normalizeCity(place.city).startsWith(key.charAt(0)),
  );
  const misspelled =
    similar.length > 0 || key.length < MIN_KEY_OF_TWICE_MISSPELLED
      ? similar
      : misspelledIn(index, name, state);
  return clearlyLargest(bySize(misspelled))?.place;
}

/** A function that remembers its last result, because a text is compared for several questions in a row. */
function rememberLast<Arguments extends readonly unknown[], Result>(
  compute: (...given: Arguments) => Result,
) {
  let last: { readonly given: Arguments; readonly result: Result } | undefined;
  return (...given: Arguments): Result => {
    const isSame = last !== undefined && given.every((value, at) => value === last?.given[at]);
    if (last === undefined || !isSame) last = { given, result: compute(...given) };
    return last.result;
  };
}

/** Cities whose key differs by one letter: one too many, too few, another one, or two in the wrong order. */
const similarCities = rememberLast((index: PlacePrefixIndex, key: string): readonly SizedCity[] => {
  const found = new Map<string, SizedCity>();
  const look = (other: string) => {
    if (other === key) return;
    for (const city of index.citiesOfKey(other)) found.set(`${city.place.city} ${city.place.state}`, city);
  };
  for (let at = 0; at <= key.length; at++) {
    const [before, after, next] = [key.slice(0, at), key.slice(at), key.slice(at + 1)];
    look(before + next);
    look(before + next.charAt(0) + after.charAt(0) + next.slice(1));
    for (const letter of LETTERS) {
      look(before + letter + next);
      look(before + letter + after);
    }
  }
  return [...found.values()];
});

/** Cities of a state with the same first letter that are compared: the largest ones. */
const MAX_COMPARED = 60;
/** A longer text is no abbreviation. */
const MAX_LENGTH = 40;
/** A city that initials mean ("B.R." for Baton Rouge) has at least this size. */
const MIN_SIZE_OF_INITIALS = 10;
/** A city that a short text with letters left out means has at least this size. */
const MIN_SIZE_OF_GAPS = 3;
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
const comparedCities = rememberLast((index: PlacePrefixIndex, name: string, state: string) =>
  index.citiesByPrefix({ cityKey: normalizeCity(name).charAt(0), states: new Set([state]) }, MAX_COMPARED),
);

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
  const abbreviated = comparedCities(index, name, state).filter(({ place, size }) => {
    const full = lettersOf(place.city);
    if (full.length !== words.length || (isInitials && size < MIN_SIZE_OF_INITIALS)) return false;
    return full.every((word, at) => {
      const text = words[at] ?? '';
      const canHaveGaps = isLong || size >= MIN_SIZE_OF_GAPS;
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
