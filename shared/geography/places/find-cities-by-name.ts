import { findFreightPlaces, findNicknames } from './city-nicknames.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place, SizedCity } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { readState } from './us-states.ts';

/**
 * The places with a name: cities, freight places and cities with this nickname, at most one per state. A freight place
 * takes precedence over a city in the same state, and a city over one with a nickname.
 * @param name in any spelling.
 */
export function findCitiesByName(index: PlaceIndex, name: string): readonly SizedCity[] {
  const nicknamed = findNicknames(name).flatMap(({ city, state }) => index.findCity(city, state) ?? []);
  const byState = new Map([...nicknamed, ...index.findCities(name)].map((city) => [city.place.state, city]));
  for (const { names, state, zip } of findFreightPlaces(name)) {
    const place = index.findZip(zip);
    const zips = index.findCity(names[0], state)?.zips ?? 0;
    if (place) byState.set(state, { place: { ...place, city: names[0] }, zips });
  }
  return [...byState.values()];
}

/** The place with a name in a state, as above. */
export function findCityInState(index: PlaceIndex, name: string, state: string): Place | undefined {
  const freight = findFreightPlaces(name).find((place) => place.state === state);
  const place = freight && index.findZip(freight.zip);
  if (place) return { ...place, city: freight.names[0] };
  const city = index.findCity(name, state);
  if (city) return city.place;
  const nicknamed = findNicknames(name).find((other) => other.state === state);
  return nicknamed && index.findCity(nicknamed.city, state)?.place;
}

/** A city is dominant if it has at least this many times the ZIP codes of the next largest city with its name. */
export const DOMINANCE_RATIO = 3;

/** A name that is also a state name ("New York") means the city only if the city has at least this many ZIP codes. */
const MIN_ZIPS_OF_STATE_NAMESAKE = 10;

/**
 * State of the dominant city, or "" for none, for names where the number of ZIP codes misleads (census of 2020).
 * Newark NJ has 312,000 people, Newark DE 31,000; Augusta GA 202,000, Augusta ME 19,000; Peoria AZ 191,000, Peoria IL
 * 113,000. Hollywood CA has no ZIP codes under its own name.
 */
const KNOWN_DOMINANT_STATES: ReadonlyMap<string, string> = new Map([
  ['augusta', 'GA'],
  ['hollywood', ''],
  ['newark', 'NJ'],
  ['peoria', ''],
]);

/**
 * The city that a name without a state refers to: the only city with that name, or the one that is clearly the largest.
 * The number of ordinary ZIP codes measures the size.
 * @param name as written.
 * @param cities all cities with that name, largest first.
 * @returns undefined if no city is dominant.
 */
export function dominantCity(name: string, cities: readonly SizedCity[]): SizedCity | undefined {
  const [first] = cities;
  if (first === undefined) return undefined;
  if (readState(name) !== undefined && first.zips < MIN_ZIPS_OF_STATE_NAMESAKE) return undefined;
  const known = KNOWN_DOMINANT_STATES.get(normalizeCity(name));
  if (known !== undefined) return cities.find(({ place }) => place.state === known);
  return clearlyLargest(cities);
}

/** The only or clearly the largest city. @param cities largest first. */
export function clearlyLargest([first, second]: readonly SizedCity[]): SizedCity | undefined {
  return second === undefined || (first?.zips ?? 0) >= DOMINANCE_RATIO * Math.max(1, second.zips)
    ? first
    : undefined;
}

/** Sorts by size, largest first, then by state code. */
export function bySize(cities: readonly SizedCity[]): readonly SizedCity[] {
  return cities.toSorted((a, b) => b.zips - a.zips || (a.place.state < b.place.state ? -1 : 1));
}
