import { isDistrictZip } from './city-districts.ts';
import { greatCircleMiles } from './great-circle.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place } from './place.ts';
import type { PlaceIndex } from './place-index.ts';

/** Maximum distance of a ZIP code that can belong to a place without ZIP codes, or to a sectional center. */
const NEIGHBOURHOOD_MILES = 15;

/**
 * Whether a ZIP code and a city can be parts of one address, so that no warning is needed. One of these must hold:
 * - The ZIP code belongs to the city or to one of its districts.
 * - The city is near and has no ZIP codes.
 * - The city is near and is the sectional center of the ZIP code (Baltimore for 212xx).
 * @param zipPlace the place of the ZIP code, in the same state.
 * @param named the place of the city.
 */
export function zipFitsCity(
  index: Pick<PlaceIndex, 'findZip' | 'findSectionalCity'>,
  zipPlace: Place,
  named: Place,
): boolean {
  if (isSameCity(zipPlace, named) || isDistrictZip(zipPlace.zip, named.city, named.state)) return true;
  if (greatCircleMiles(named, zipPlace) > NEIGHBOURHOOD_MILES) return false;
  const zipOfCity = index.findZip(named.zip);
  if (!zipOfCity || !isSameCity(zipOfCity, named)) return true;
  const sectionalCenter = index.findSectionalCity(zipPlace.zip);
  return sectionalCenter !== undefined && isSameCity(sectionalCenter, named);
}

function isSameCity(a: Place, b: Place): boolean {
  return a.state === b.state && normalizeCity(a.city) === normalizeCity(b.city);
}
