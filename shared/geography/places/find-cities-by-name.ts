import { findFreightPlaces } from './freight-places.ts';
import type { SizedCity } from './place.ts';
import type { PlaceIndex } from './place-index.ts';

/**
 * Finds all cities and freight places with a name, at most one per state. A freight place takes precedence over a city
 * in the same state.
 * @param name in any spelling.
 */
export function findCitiesByName(index: PlaceIndex, name: string): readonly SizedCity[] {
  const byState = new Map(index.findCities(name).map((city) => [city.place.state, city]));
  for (const { names, state, zip } of findFreightPlaces(name)) {
    const place = index.findZip(zip);
    const zips = index.findCity(names[0], state)?.zips ?? 0;
    if (place) byState.set(state, { place: { ...place, city: names[0] }, zips });
  }
  return [...byState.values()];
}
