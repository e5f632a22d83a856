import { findAreas, findFreightPlaces, findNicknames, type NicknamedCity } from './city-nicknames.ts';
import type { Place, SizedCity } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { readState } from './us-states.ts';

/** Freight places have few people: Vernon, California has 222. */
const MIN_SIZE_OF_FREIGHT_PLACE = 1;

/**
 * The places with a name: cities, freight places, cities of areas and cities with this nickname, at most one per state. A
 * freight place or area takes precedence over a city in the same state, and a city over one with a nickname.
 * @param name in any spelling.
 */
export function findCitiesByName(index: PlaceIndex, name: string): readonly SizedCity[] {
  const [nicknamed = [], areas = []] = [findNicknames(name), findAreas(name)].map((meant) =>
    meant.flatMap(({ city, state }) => index.findCity(city, state) ?? []),
  );
  const named = [...nicknamed, ...index.findCities(name), ...areas];
  const byState = new Map(named.map((city) => [city.place.state, city]));
  for (const { names, state, zip } of findFreightPlaces(name)) {
    const place = index.findZip(zip);
    const size = Math.max(MIN_SIZE_OF_FREIGHT_PLACE, index.findCity(names[0], state)?.size ?? 0);
    if (place) byState.set(state, { place: { ...place, city: names[0] }, size });
  }
  return [...byState.values()];
}

/** The place with a name in a state, as above. */
export function findCityInState(index: PlaceIndex, name: string, state: string): Place | undefined {
  const freight = findFreightPlaces(name).find((place) => place.state === state);
  const place = freight && index.findZip(freight.zip);
  if (place) return { ...place, city: freight.names[0] };
  const inState = (names: readonly NicknamedCity[]) => names.find((other) => other.state === state)?.city;
  const area = inState(findAreas(name));
  if (area !== undefined) return index.findCity(area, state)?.place;
  return (index.findCity(name, state) ?? index.findCity(inState(findNicknames(name)) ?? '', state))?.place;
}

/** A city is dominant if it has at least this many times the size of the next largest city with its name. */
const DOMINANCE_RATIO = 2.5;

/** A name that is also a state name ("New York") means the city only if the city has at least this size. */
const MIN_SIZE_OF_STATE_NAMESAKE = 10;

/**
 * The city that a name without a state refers to: that of the only area, the only city with that name, or the one that is clearly the largest.
 *
 * @param name as written.
 * @param cities all cities with that name, largest first.
 * @returns undefined if no city is dominant.
 */
export function dominantCity(name: string, cities: readonly SizedCity[]): SizedCity | undefined {
  const [first] = cities;
  if (first === undefined) return undefined;
  const [area, ...others] = findAreas(name);
  if (others.length > 0) return undefined;
  if (area) return cities.find(({ place }) => place.state === area.state);
  if (readState(name) !== undefined && first.size < MIN_SIZE_OF_STATE_NAMESAKE) return undefined;
  return clearlyLargest(cities);
}

/** The only or clearly the largest city. @param cities largest first. */
export function clearlyLargest([first, second]: readonly SizedCity[]): SizedCity | undefined {
  return second === undefined || (first?.size ?? 0) >= DOMINANCE_RATIO * Math.max(1, second.size)
    ? first
    : undefined;
}

/** Sorts by size, largest first, then by state code. */
export function bySize(cities: readonly SizedCity[]): readonly SizedCity[] {
  return cities.toSorted((a, b) => b.size - a.size || (a.place.state < b.place.state ? -1 : 1));
}
