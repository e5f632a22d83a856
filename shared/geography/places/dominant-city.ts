import { normalizeCity } from './normalize-city.ts';
import type { SizedCity } from './place.ts';
import { readState } from './read-state.ts';

/** A city this many times as large as the next of its name is the one people mean without saying the state. */
const LEADS_BY = 3;

/** A name that is also a state's ("Indiana") means a city only where that has at least so many ZIPs (New York). */
const LARGEST_CITY_ZIPS = 10;

/**
 * Where the number of ZIPs misleads: the state of the city meant, or "" for none, by the census of 2020. Newark NJ has
 * 312,000 people, Newark DE 31,000; Augusta GA 202,000, Augusta ME 19,000; Peoria AZ 191,000, Peoria IL 113,000.
 * Hollywood CA has no ZIPs of its own name.
 */
const KNOWN_LEADERS: ReadonlyMap<string, string> = new Map([
  ['augusta', 'GA'],
  ['hollywood', ''],
  ['newark', 'NJ'],
  ['peoria', ''],
]);

/**
 * The city people mean by its bare name: the only one, or one that clearly leads by size, for which the number of its
 * ordinary ZIPs stands.
 * @param name as written.
 * @param cities all of that name, largest first.
 */
export function dominantCity(name: string, cities: readonly SizedCity[]): SizedCity | undefined {
  const [first, second] = cities;
  if (first === undefined) return undefined;
  if (readState(name) !== undefined && first.zips < LARGEST_CITY_ZIPS) return undefined;
  const known = KNOWN_LEADERS.get(normalizeCity(name));
  if (known !== undefined) return cities.find(({ place }) => place.state === known);
  return second === undefined || first.zips >= LEADS_BY * Math.max(1, second.zips) ? first : undefined;
}

/** Largest first, equally large ones by state. */
export function bySize(cities: readonly SizedCity[]): readonly SizedCity[] {
  return cities.toSorted((a, b) => b.zips - a.zips || (a.place.state < b.place.state ? -1 : 1));
}
