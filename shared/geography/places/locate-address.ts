import { findAreas, otherForms } from './city-nicknames.ts';
import { findCityInState } from './find-cities-by-name.ts';
import { greatCircleMiles } from './great-circle.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Address, GeocodeResult, Place } from './place.ts';
import type { PlaceIndex } from './place-index.ts';
import { fiveDigitZip } from './us-states.ts';

const UNKNOWN: GeocodeResult = { found: false, reason: 'unknown' };

/**
 * Finds an address. A known ZIP code in the state takes precedence over the city. If the ZIP code is missing or unknown,
 * the result is the city center; an unknown ZIP code adds a warning.
 * @returns the place with warnings in full sentences, or the reason why it was not found.
 */
export function locateAddress(index: PlaceIndex, { city, state: anyCaseState, zip }: Address): GeocodeResult {
  const state = anyCaseState.trim().toUpperCase();
  const named = findNamed(index, city, state);
  if (zip === undefined || zip.trim() === '')
    return named ? found(named, ...areaWarnings(city, named)) : UNKNOWN;
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

/** Warning that a text is no name of a place, but read as one. */
export const readAsText = (text: string, { city, state }: Pick<Place, 'city' | 'state'>): string =>
  `"${text}" is read as ${city}, ${state}.`;

/** The warning that a place stands for an area: Oakland for "Bay Area". [] for other names. */
export const areaWarnings = (name: string, place: Place): readonly string[] =>
  findAreas(name).some(({ state }) => state === place.state) ? [readAsText(name.trim(), place)] : [];

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

/** Maximum distance of a ZIP code that can belong to a place without ZIP codes, or to a sectional center. */
const NEIGHBOURHOOD_MILES = 15;
const ZIP_DIGITS = 5;

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

/**
 * By key and state of a large city: ZIP codes inside it that the Postal Service lists under a district name (Reseda,
 * Flushing, La Jolla). Separated by spaces; ranges include both ends. Source: general knowledge.
 */
const DISTRICT_ZIPS: Readonly<Record<string, string>> = {
  'anchorage AK': '99505-99506 99540 99567 99577 99587',
  'boston MA': '02108-02137 02163 02199 02201-02298',
  'fortworth TX': '76036 76052',
  'houston TX': '77325 77339 77345',
  'losangeles CA':
    '90094 90272 90291 90293 90710 90731-90732 90744 91040 91042 91303-91304 91306-91307 91311 91316 91324-91326 91330-91331 91335 91342-91345 91352 91356 91364 91367 91401-91403 91405-91406 91411 91423 91436 91601-91602 91604-91607',
  'nashville TN': '37013 37076 37080 37115-37116 37138 37189',
  'newyork NY': '10001-10499 11004-11005 11101-11109 11201-11256 11351-11436 11691-11697',
  'northcharleston SC': '29405-29406 29410 29415 29418-29420 29423',
  'sandiego CA': '92037-92039 92143 92173',
  'tamuning GU': '96913',
};

/** @param zip five digits. */
function isDistrictZip(zip: string, city: string, state: string): boolean {
  const ranges = DISTRICT_ZIPS[`${normalizeCity(city)} ${state}`]?.split(' ') ?? [];
  return ranges.some((range) => zip >= range.slice(0, ZIP_DIGITS) && zip <= range.slice(-ZIP_DIGITS));
}
