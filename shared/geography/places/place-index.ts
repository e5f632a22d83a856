import { hashCityKey } from './city-key-hash.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place, SizedCity } from './place.ts';
import { type PlacesColumns, UNITS_PER_DEGREE } from './places-file.ts';

/** Cities and ZIPs by exact look-up. */
export interface PlaceIndex {
  /** @param zip five digits. */
  findZip(zip: string): Place | undefined;
  /**
   * @param city in any spelling.
   * @param state two upper-case letters.
   */
  findCity(city: string, state: string): SizedCity | undefined;
  /**
   * The cities with a name, at most one per state, in no particular order.
   * @param city in any spelling.
   */
  findCities(city: string): readonly SizedCity[];
  /**
   * The city with more than half of the ZIP codes that share the first three digits (a sectional center of the Postal
   * Service), at its central ZIP code; undefined if no city has more than half.
   * @param zip five digits.
   */
  findSectionalCity(zip: string): Place | undefined;
}

/** Looks up places in the columns by binary search, so that a file needs no index in memory. */
export function createPlaceIndex(columns: PlacesColumns): PlaceIndex {
  const placeAt = (point: number, city: number): Place => ({
    city: nameOf(columns, city),
    state: stateOf(columns, city),
    zip: point < columns.zips.length ? String(at(columns.zips, point)).padStart(5, '0') : '',
    latitude: at(columns.latitudes, point) / UNITS_PER_DEGREE,
    longitude: at(columns.longitudes, point) / UNITS_PER_DEGREE,
  });
  const cityAt = (city: number): SizedCity => ({
    place: placeAt(at(columns.cityPoints, city), city),
    zips: at(columns.cityZips, city),
  });
  const hasKey = (city: number, key: string) => normalizeCity(nameOf(columns, city)) === key;
  return {
    findZip: (zip) => {
      const wanted = Number(zip);
      const point = firstAtLeast(columns.zips, wanted);
      return columns.zips[point] === wanted ? placeAt(point, at(columns.zipCities, point)) : undefined;
    },
    findCity: (name, state) => {
      const key = normalizeCity(name);
      for (const city of citiesOfHash(columns, hashCityKey(key))) {
        if (stateOf(columns, city) === state && hasKey(city, key)) return cityAt(city);
      }
      return undefined;
    },
    findCities: (name) => {
      const key = normalizeCity(name);
      return citiesOfHash(columns, hashCityKey(key))
        .filter((city) => hasKey(city, key))
        .map(cityAt);
    },
    findSectionalCity: (zip) => {
      const first = Math.floor(Number(zip) / ZIPS_OF_A_SECTION) * ZIPS_OF_A_SECTION;
      const start = firstAtLeast(columns.zips, first);
      const end = firstAtLeast(columns.zips, first + ZIPS_OF_A_SECTION);
      const city = majority(columns.zipCities.subarray(start, end));
      return city === undefined ? undefined : cityAt(city).place;
    },
  };
}

const ZIPS_OF_A_SECTION = 100;

/** Position of the first number of an ascending column that is at least `least`; the column length if there is none. */
function firstAtLeast(column: Uint32Array, least: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(column, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function citiesOfHash({ cityHashes }: PlacesColumns, hash: number): readonly number[] {
  const cities: number[] = [];
  for (let city = firstAtLeast(cityHashes, hash); cityHashes[city] === hash; city++) cities.push(city);
  return cities;
}

/** The number in more than half of the positions, by the Boyer-Moore majority vote and a count. */
function majority(numbers: Uint16Array): number | undefined {
  let leader: number | undefined;
  let votes = 0;
  for (const number of numbers) {
    if (votes === 0) leader = number;
    votes += number === leader ? 1 : -1;
  }
  const count = numbers.reduce((sum, number) => sum + (number === leader ? 1 : 0), 0);
  return count * 2 > numbers.length ? leader : undefined;
}

function stateOf(columns: PlacesColumns, city: number): string {
  const start = 2 * at(columns.cityStates, city);
  return String.fromCharCode(at(columns.states, start), at(columns.states, start + 1));
}

function nameOf({ names, nameOffsets, cityNames }: PlacesColumns, city: number): string {
  const name = at(cityNames, city);
  return String.fromCharCode(...names.subarray(at(nameOffsets, name), at(nameOffsets, name + 1)));
}

function at(column: ArrayLike<number>, position: number): number {
  return column[position] ?? Number.NaN;
}
