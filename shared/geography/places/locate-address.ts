import { findFreightPlaces } from './freight-places.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Address, GeocodeResult, Place } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { fiveDigitZip } from './zip-code.ts';
import { zipFitsCity } from './zip-fits-city.ts';

const UNKNOWN: GeocodeResult = { found: false, reason: 'unknown' };

/**
 * Finds an address. A known ZIP of the state decides, whatever the city; without one the city's centre is answered,
 * and a warning says so when a ZIP was given.
 * @returns the place with warnings in full sentences; or that nothing is known of it; or that its ZIP lies in another
 * state.
 */
export function locateAddress(index: PlaceIndex, { city, state: anyCaseState, zip }: Address): GeocodeResult {
  const state = anyCaseState.trim().toUpperCase();
  const named = findNamed(index, city, state);
  if (zip === undefined || zip.trim() === '') return named ? found(named) : UNKNOWN;
  const digits = fiveDigitZip(zip);
  const zipPlace = digits === undefined ? undefined : index.findZip(digits);
  if (zipPlace) {
    if (zipPlace.state !== state)
      return { found: false, reason: 'zip-in-other-state', zipState: zipPlace.state };
    return reconcile(index, zipPlace, named, city.trim());
  }
  if (!named) return UNKNOWN;
  const fault = digits === undefined ? `"${zip.trim()}" is not a ZIP code` : `ZIP ${digits} is not known`;
  return found(named, `${fault}; the centre of ${named.city}, ${state} was used.`);
}

/** "City of Fontana" is asked for as Fontana when there is no place so called. */
function findNamed(index: PlaceIndex, city: string, state: string): Place | undefined {
  const exact = findExactly(index, city, state);
  const bare = city.trim().replace(/^(?:city|town|village)\s+of\s+/i, '');
  return exact ?? (bare === city.trim() ? undefined : findExactly(index, bare, state));
}

function findExactly(index: PlaceIndex, city: string, state: string): Place | undefined {
  const freight = findFreightPlaces(city).find((place) => place.state === state);
  const place = freight && index.findZip(freight.zip);
  return place ? { ...place, city: freight.names[0] } : index.findCity(city, state)?.place;
}

function reconcile(
  index: PlaceIndex,
  zipPlace: Place,
  named: Place | undefined,
  city: string,
): GeocodeResult {
  if (city === '' || normalizeCity(city) === normalizeCity(zipPlace.city)) return found(zipPlace);
  if (named && zipFitsCity(index, zipPlace, named)) return found({ ...zipPlace, city: named.city });
  return found(
    zipPlace,
    `ZIP ${zipPlace.zip} belongs to ${zipPlace.city}, ${zipPlace.state}, not to ${city}; the ZIP was used.`,
  );
}

function found(place: Place, ...warnings: readonly string[]): GeocodeResult {
  return { found: true, place, warnings };
}
