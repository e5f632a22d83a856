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

/**
 * ZIP codes inside a large city that the Postal Service lists under a district name (Reseda, Flushing, La Jolla).
 * Separated by spaces; ranges include both ends. Source: general knowledge.
 */
const DISTRICT_ZIPS: Readonly<Record<string, string>> = {
  'Anchorage AK': '99505-99506 99540 99567 99577 99587',
  'Boston MA': '02108-02137 02163 02199 02201-02298',
  'Fort Worth TX': '76036 76052',
  'Houston TX': '77325 77339 77345',
  'Los Angeles CA':
    '90094 90272 90291 90293 90710 90731-90732 90744 91040 91042 91303-91304 91306-91307 91311 91316 91324-91326 91330-91331 91335 91342-91345 91352 91356 91364 91367 91401-91403 91405-91406 91411 91423 91436 91601-91602 91604-91607',
  'Nashville TN': '37013 37076 37080 37115-37116 37138 37189',
  'New York NY': '10001-10499 11004-11005 11101-11109 11201-11256 11351-11436 11691-11697',
  'North Charleston SC': '29405-29406 29410 29415 29418-29420 29423',
  'San Diego CA': '92037-92039 92143 92173',
  'Tamuning GU': '96913',
};

interface ZipRange {
  readonly first: number;
  readonly last: number;
}

let rangesByCity: ReadonlyMap<string, readonly ZipRange[]> | undefined;

/**
 * Whether a ZIP code belongs to a district of the city.
 * @param zip five digits.
 * @param city in any spelling.
 * @param state two upper-case letters.
 */
function isDistrictZip(zip: string, city: string, state: string): boolean {
  rangesByCity ??= readTable();
  const number = Number(zip);
  const ranges = rangesByCity.get(`${normalizeCity(city)} ${state}`) ?? [];
  return ranges.some(({ first, last }) => number >= first && number <= last);
}

function readTable(): ReadonlyMap<string, readonly ZipRange[]> {
  return new Map(
    Object.entries(DISTRICT_ZIPS).map(([city, zips]) => [
      `${normalizeCity(city.slice(0, -3))} ${city.slice(-2)}`,
      zips.split(' ').map(readRange),
    ]),
  );
}

function readRange(text: string): ZipRange {
  const [first = '', last = first] = text.split('-');
  return { first: Number(first), last: Number(last) };
}
