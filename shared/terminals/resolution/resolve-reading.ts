import { bySize, dominantCity } from '../../geography/places/dominant-city.ts';
import type { Address, Place, PlaceDirectory } from '../../geography/places/place.ts';
import type { PlaceReading } from '../../geography/places/read-place-text.ts';
import type { PlaceCandidate, ResolvedPlace } from './resolved-place.ts';

/** The largest cities of a name; the others are found with their state. */
const MOST_CANDIDATES = 10;

/**
 * Finds the place of one reading of a text.
 * @returns the place, or the candidates when several may be meant or city and ZIP lie in different states, or undefined
 * when nothing of it is known.
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

/** The ZIP says the state, unless the city is known in others only: then one of the two is wrong. */
function resolveByZip(places: PlaceDirectory, city: string, zip: string): ResolvedPlace | undefined {
  const zipPlace = places.findZip(zip);
  if (zipPlace === undefined) return withWarning(resolveBareCity(places, city), `ZIP ${zip} is not known`);
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

function withWarning(resolved: ResolvedPlace | undefined, fault: string): ResolvedPlace | undefined {
  if (resolved?.kind !== 'place') return resolved;
  const { city, state } = resolved.place;
  return { ...resolved, warnings: [`${fault}; the centre of ${city}, ${state} was used.`] };
}

function found(place: Place, warnings: readonly string[], zip: string | undefined): ResolvedPlace {
  return { kind: 'place', form: zip !== undefined && zip === place.zip ? 'zip' : 'city', place, warnings };
}

/** The places as candidates, each once, the first ones. */
export function ambiguous(places: readonly (Place | undefined)[]): ResolvedPlace {
  const candidates = new Map<string, PlaceCandidate>();
  for (const place of places) {
    if (!place) continue;
    const { city: name, state, zip } = place;
    candidates.set(`${name}, ${state} ${zip}`, { name, state, zip });
  }
  return { kind: 'ambiguous', candidates: [...candidates.values()].slice(0, MOST_CANDIDATES) };
}
