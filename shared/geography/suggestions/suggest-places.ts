import { FREIGHT_PLACES, type FreightPlace } from '../places/freight-places.ts';
import { locateAddress } from '../places/locate-address.ts';
import { cityKeyPrefixes, normalizeCity } from '../places/normalize-city.ts';
import type { Place } from '../places/place.ts';
import type { PlacePrefixIndex } from '../places/place-index.ts';
import { type PartialPlace, readPartialPlace } from './read-partial-place.ts';

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
    found.length === 0 && zip !== '' ? index.zipsByPrefix(zip, { cityKey: '', states }, limit) : [];
  const different = new Map([...found, ...otherCity.map(zipSuggestion)].map((one) => [one.text, one]));
  return [...different.values()].slice(0, limit);
}

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
  const cities = index.citiesByPrefix({ cityKey: key, states }, limit).map(({ place, zips }) => ({
    name: place.city,
    state: place.state,
    size: zips,
    isExact: normalizeCity(place.city) === key,
  }));
  const freight = freightKeys()
    .filter(({ place, keys }) => states.has(place.state) && keys.some((own) => own.startsWith(key)))
    .map(({ place: { names, state }, keys }) => ({
      name: names[0],
      state,
      size: index.findCity(names[0], state)?.zips ?? 0,
      isExact: keys.includes(key),
    }));
  return [...freight, ...cities];
}

let freightPlaces: readonly { readonly place: FreightPlace; readonly keys: readonly string[] }[] | undefined;

const freightKeys = () => {
  freightPlaces ??= FREIGHT_PLACES.map((place) => ({ place, keys: place.names.map(normalizeCity) }));
  return freightPlaces;
};
