import {
  FREIGHT_PLACES,
  type FreightPlace,
  findAreas,
  findNicknames,
  withoutAreaWords,
} from './places/city-nicknames.ts';
import { locateAddress } from './places/locate-address.ts';
import { cityKeyPrefixes, normalizeCity } from './places/normalize-city.ts';
import type { Place } from './places/place.ts';
import type { PlacePrefixIndex } from './places/place-index.ts';
import { withoutEdges } from './places/read-place-text.ts';
import { readState, US_STATES } from './places/us-states.ts';
import { STATES_WITHOUT_ROADS } from './roads/road-networks.ts';

/** A place that a text can mean. `place` is what rates and quotes resolve for the suggestion's text. */
export interface PlaceSuggestion {
  readonly type: 'city' | 'zip';
  /** "Savannah, GA" or "Savannah, GA 31401". */
  readonly text: string;
  readonly place: Place;
}

/** A city that matches, with the name that rates and quotes resolve. */
interface CityMatch {
  readonly name: string;
  readonly state: string;
  readonly size: number;
  readonly isExact: boolean;
}

/**
 * Suggests places for the text that a person has typed so far, without regard to case, accents and abbreviations.
 * Cities: names that are exactly the text first, then the largest. ZIP codes: ascending. Military addresses are left out,
 * because no road leads to them.
 * @param limit maximum suggestions, from 1.
 * @returns suggestions with different places; [] if the text matches none.
 */
export function suggestPlaces(
  index: PlacePrefixIndex,
  text: string,
  limit: number,
): readonly PlaceSuggestion[] {
  const readings = readPartialPlace(text);
  const found = readings.flatMap((reading) =>
    reading.zip === '' ? suggestCities(index, reading, limit) : suggestZips(index, reading, limit),
  );
  // A ZIP code can belong to a place with another name: "Hollywood, CA 90028" is in Los Angeles.
  const [{ zip, states } = { zip: '', states: new Set<string>() }] = readings;
  const otherCity =
    found.length === 0 && zip.length === ZIP_DIGITS
      ? index.zipsByPrefix(zip, { cityKey: '', states }, limit)
      : [];
  const different = new Map([...found, ...otherCity.map(zipSuggestion)].map((one) => [one.text, one]));
  if (different.size > 0) return [...different.values()].slice(0, limit);
  const other = withLostZeros(withoutAreaWords(text));
  return other === text ? [] : suggestPlaces(index, other, limit);
}

/** Only after a place, because "2127" is also the beginning of a ZIP code. */
const SHORT_ZIP = /(?<=\p{L}[\s,]+)\d{3,4}$/u;

/** "Boston, MA 02127" for "Boston, MA 2127". */
const withLostZeros = (text: string): string =>
  text.replace(SHORT_ZIP, (digits) => digits.padStart(ZIP_DIGITS, '0'));

function suggestZips(
  index: PlacePrefixIndex,
  { city, zip, states }: PartialPlace,
  limit: number,
): readonly PlaceSuggestion[] {
  const keys = city === '' ? [''] : cityKeyPrefixes(city);
  return keys.flatMap((cityKey) => index.zipsByPrefix(zip, { cityKey, states }, limit)).map(zipSuggestion);
}

const zipSuggestion = (place: Place): PlaceSuggestion => ({
  type: 'zip',
  text: `${place.city}, ${place.state} ${place.zip}`,
  place,
});

function suggestCities(
  index: PlacePrefixIndex,
  reading: PartialPlace,
  limit: number,
): readonly PlaceSuggestion[] {
  const keys = reading.isWhole ? [normalizeCity(reading.city)] : cityKeyPrefixes(reading.city);
  const matches = keys.flatMap((key) => matchesOf(index, key, reading, limit));
  const inOrder = matches
    .filter(({ isExact }) => isExact || !reading.isWhole)
    .sort((one, other) => Number(other.isExact) - Number(one.isExact) || other.size - one.size);
  return inOrder.flatMap(({ name, state }) => {
    const located = locateAddress(index, { city: name, state });
    if (!located.found) return [];
    const { place } = located;
    return [{ type: 'city' as const, text: `${place.city}, ${place.state}`, place }];
  });
}

function matchesOf(
  index: PlacePrefixIndex,
  key: string,
  { states }: PartialPlace,
  limit: number,
): readonly CityMatch[] {
  const cities = index.citiesByPrefix({ cityKey: key, states }, limit).map(({ place, size }) => ({
    name: place.city,
    state: place.state,
    size,
    isExact: normalizeCity(place.city) === key,
  }));
  const freight = freightKeys()
    .filter(({ place, keys }) => states.has(place.state) && keys.some((own) => own.startsWith(key)))
    .map(({ place: { names, state }, keys }) => ({
      name: names[0],
      state,
      size: index.findCity(names[0], state)?.size ?? 0,
      isExact: keys.includes(key),
    }));
  const nicknamed = [...findNicknames(key), ...findAreas(key)]
    .filter(({ state }) => states.has(state) && index.findCity(key, state) === undefined)
    .map(({ city: name, state }) => ({
      name,
      state,
      size: index.findCity(name, state)?.size ?? 0,
      isExact: true,
    }));
  return [...freight, ...nicknamed, ...cities];
}

let freightPlaces: readonly { readonly place: FreightPlace; readonly keys: readonly string[] }[] | undefined;

const freightKeys = () => {
  freightPlaces ??= FREIGHT_PLACES.map((place) => ({ place, keys: place.names.map(normalizeCity) }));
  return freightPlaces;
};

/** One interpretation of the beginning of a place's text. */
interface PartialPlace {
  /** The start of a city's name, or its whole name if `isWhole`; "" if the text has only digits. */
  readonly city: string;
  readonly isWhole: boolean;
  /** Two-letter codes that the text allows. */
  readonly states: ReadonlySet<string>;
  /** The start of a ZIP code, one to five digits; "" for none. */
  readonly zip: string;
}

const ZIP_DIGITS = 5;

/** All states with roads. */
const STATES: ReadonlySet<string> = new Set(
  [...US_STATES.keys()].filter((code) => !STATES_WITHOUT_ROADS.has(code)),
);

/** A ZIP code or its start, at the end of a text; the last four digits of ZIP+4 are ignored. */
const ZIP_LAST = /(?:^|[\s,])(\d{1,5})(?:-\d{0,4})?$/;
const ZIP_FIRST = /^(\d{5})(?:-\d{4})?[\s,]+/;

/** "Northern Mariana Islands" */
const MAX_WORDS_OF_A_STATE = 3;

/**
 * Reads the beginning of "City, ST", "City ST", "City, ST 12345", "12345" or "12345 City". Without a comma, the last words
 * can be the start of a state only if a whole city name comes before them.
 * @param text at most some hundred characters.
 * @returns the readings, likeliest first; [] if the text has no letter or digit.
 */
function readPartialPlace(text: string): readonly PartialPlace[] {
  const line = text.replace(/\s+/gu, ' ').trim();
  const last = ZIP_LAST.exec(line);
  const first = last ? null : ZIP_FIRST.exec(line);
  const zip = last?.[1] ?? first?.[1] ?? '';
  // A comma can be typed before the ZIP code or at the end: "Savannah, GA, 3".
  const name = withoutEdges(line.slice(first?.[0].length ?? 0, last?.index));
  const readings = readName(name).map((reading) => ({ ...reading, zip }));
  if (zip === '') return readings;
  return readings.length === 0 ? [{ city: '', isWhole: false, states: STATES, zip }] : readings;
}

function readName(name: string): readonly Omit<PartialPlace, 'zip'>[] {
  const comma = name.indexOf(',');
  if (comma !== -1) {
    const city = name.slice(0, comma).trim();
    if (!hasKey(city)) return [];
    return statesStarting(name.slice(comma + 1)).map((states) => ({ city, isWhole: false, states }));
  }
  if (!hasKey(name)) return [];
  const words = name.split(' ');
  const counts = Array.from({ length: Math.min(MAX_WORDS_OF_A_STATE, words.length - 1) }, (_, i) => i + 1);
  const withState = counts.flatMap((count) => {
    const city = words.slice(0, -count).join(' ');
    return statesStarting(words.slice(-count).join(' ')).map((states) => ({ city, isWhole: true, states }));
  });
  return [{ city: name, isWhole: false, states: STATES }, ...withState];
}

const hasKey = (name: string): boolean => /[\p{L}\p{N}]/u.test(name);

/** The state that a text names, then the states whose code or name starts with it; all states if the text is blank. */
function statesStarting(text: string): readonly ReadonlySet<string>[] {
  const start = plain(text);
  if (start === '') return [STATES];
  const named = readState(text.trim());
  const starting = [...STATES].filter((code) =>
    [code, US_STATES.get(code) ?? ''].some((name) => plain(name).startsWith(start)),
  );
  return [named === undefined ? [] : [named], starting].flatMap((codes) => {
    const states = new Set(codes.filter((code) => STATES.has(code)));
    return states.size === 0 ? [] : [states];
  });
}

const plain = (name: string): string => name.replaceAll('.', '').trim().toLowerCase();
