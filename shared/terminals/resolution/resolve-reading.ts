import { bySize, dominantCity } from '../../geography/places/dominant-city.ts';
import { centerUsedWarning } from '../../geography/places/locate-address.ts';
import type { Address, Place, PlaceDirectory } from '../../geography/places/place.ts';
import type { PlaceReading } from '../../geography/places/read-place-text.ts';
import type { PlaceCandidate, ResolvedPlace } from './resolved-place.ts';

/** Only the largest cities with a name are candidates; a text with a state finds the others. */
const MAX_CANDIDATES = 10;

/**
 * Finds the place of one reading of a text.
 * @returns the place; candidates if the reading is ambiguous or city and ZIP code are in different states; undefined if
 * both are unknown.
 */
export function resolveReading(places: PlaceDirectory, reading: PlaceReading): ResolvedPlace | undefined {
  const { city, state, zip } = reading;
  if (state !== undefined) return resolveInState(places, { city, state, zip });
  return zip === undefined ? resolveBareCity(places, city) : resolveByZip(places, city, zip);
}

function resolveInState(places: PlaceDirectory, address: Address): ResolvedPlace | undefined {
  const result = places.locate(address);
  if (result.found) return found(result.place, result.warnings, address.zip);
  if (result.reason === 'unknown') return undefined;
  const named = places.locate({ ...address, zip: undefined });
  return ambiguous([places.findZip(address.zip ?? ''), named.found ? named.place : undefined]);
}

/** The ZIP code determines the state. If the city exists only in other states, the result is ambiguous. */
function resolveByZip(places: PlaceDirectory, city: string, zip: string): ResolvedPlace | undefined {
  const zipPlace = places.findZip(zip);
  if (zipPlace === undefined) return withWarning(resolveBareCity(places, city), `ZIP code ${zip} is unknown`);
  const namesakes = city === '' ? [] : bySize(places.findCities(city));
  const inState = resolveInState(places, { city, state: zipPlace.state, zip });
  const fits = inState?.kind === 'place' && inState.warnings.length === 0;
  if (fits || namesakes.length === 0 || namesakes.some(({ place }) => place.state === zipPlace.state))
    return inState;
  return ambiguous([zipPlace, ...namesakes.map(({ place }) => place)]);
}

function resolveBareCity(places: PlaceDirectory, city: string): ResolvedPlace | undefined {
  if (city === '') return undefined;
  const cities = bySize(places.findCities(city));
  const dominant = dominantCity(city, cities);
  if (dominant) return found(dominant.place, [], undefined);
  return cities.length === 0 ? undefined : ambiguous(cities.map(({ place }) => place));
}

function withWarning(resolved: ResolvedPlace | undefined, reason: string): ResolvedPlace | undefined {
  if (resolved?.kind !== 'place') return resolved;
  return { ...resolved, warnings: [centerUsedWarning(reason, resolved.place)] };
}

function found(place: Place, warnings: readonly string[], zip: string | undefined): ResolvedPlace {
  return { kind: 'place', form: zip !== undefined && zip === place.zip ? 'zip' : 'city', place, warnings };
}

/** The distinct places as candidates, at most 10. */
export function ambiguous(places: readonly (Place | undefined)[]): ResolvedPlace {
  const candidates = new Map<string, PlaceCandidate>();
  for (const place of places) {
    if (!place) continue;
    const { city: name, state, zip } = place;
    candidates.set(`${name}, ${state} ${zip}`, { name, state, zip });
  }
  return { kind: 'ambiguous', candidates: [...candidates.values()].slice(0, MAX_CANDIDATES) };
}
