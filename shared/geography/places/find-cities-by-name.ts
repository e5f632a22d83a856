import { findFreightPlaces } from './freight-places.ts';
import type { SizedCity } from './place.ts';
import type { PlaceIndex } from './place-index.ts';

/**
 * Every city and freight place of a name, one a state: where freight knows a place by that name, it is the one meant
 * in its state.
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
