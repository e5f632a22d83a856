import { otherForms } from './city-nicknames.ts';
import { findCityInState } from './find-cities-by-name.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Address, GeocodeResult, Place } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { fiveDigitZip } from './zip-code.ts';
import { zipFitsCity } from './zip-fits-city.ts';

const UNKNOWN: GeocodeResult = { found: false, reason: 'unknown' };

/**
 * Finds an address. A known ZIP code in the state takes precedence over the city. If the ZIP code is missing or unknown,
 * the result is the city center; an unknown ZIP code adds a warning.
 * @returns the place with warnings in full sentences, or the reason why it was not found.
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
  const reason =
    digits === undefined ? `"${zip.trim()}" is not a valid ZIP code` : `ZIP code ${digits} is unknown`;
  return found(named, centerUsedWarning(reason, named));
}

/** Warning that the location is the city center, for a reason such as "ZIP code 99999 is unknown". */
export function centerUsedWarning(reason: string, { city, state }: Pick<Place, 'city' | 'state'>): string {
  return `${reason}. The center of ${city}, ${state} is used.`;
}

/** The place with the name; if there is none, the one with a likely other form of it. */
function findNamed(index: PlaceIndex, city: string, state: string): Place | undefined {
  for (const name of [city, ...otherForms(city)]) {
    const place = findCityInState(index, name, state);
    if (place) return place;
  }
  return undefined;
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
    `ZIP code ${zipPlace.zip} is in ${zipPlace.city}, ${zipPlace.state}, not in ${city}. The ZIP code is used.`,
  );
}

function found(place: Place, ...warnings: readonly string[]): GeocodeResult {
  return { found: true, place, warnings };
}
