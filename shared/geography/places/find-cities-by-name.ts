import { findNicknames } from './city-nicknames.ts';
import { findFreightPlaces } from './freight-places.ts';
import type { Place, SizedCity } from './place.ts';
import type { PlaceIndex } from './place-index.ts';

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
