import { normalizeCity } from './normalize-city.ts';
import type { SizedCity } from './place.ts';
import { readState } from './read-state.ts';

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
