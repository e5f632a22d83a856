import { normalizeCity } from './normalize-city.ts';
import type { Place } from './place.ts';
import { type PlacesColumns, UNITS_PER_DEGREE } from './places-file.ts';

/** Cities and ZIPs by exact look-up. */
export interface PlaceIndex {
  /** @param zip five digits. */
  findZip(zip: string): Place | undefined;
  /**
   * @param city in any spelling.
   * @param state two upper-case letters.
   * @returns the city at its central ZIP, or with zip "" where it has none.
   */
  findCity(city: string, state: string): Place | undefined;
}

/** Answers from the columns by binary search, so that opening a file costs nothing but reading it. */
export function createPlaceIndex(columns: PlacesColumns): PlaceIndex {
  const placeAt = (point: number, city: number): Place => ({
    city: textAt(columns.names, columns.nameOffsets, at(columns.cityNames, city)),
    state: stateOf(columns, city),
    zip: point < columns.zips.length ? String(at(columns.zips, point)).padStart(5, '0') : '',
    latitude: at(columns.latitudes, point) / UNITS_PER_DEGREE,
    longitude: at(columns.longitudes, point) / UNITS_PER_DEGREE,
  });
  return {
    findZip: (zip) => {
      const wanted = Number(zip);
      const point = search(columns.zips.length, (position) => at(columns.zips, position) - wanted);
      return point === undefined ? undefined : placeAt(point, at(columns.zipCities, point));
    },
    findCity: (name, state) => {
      const key = normalizeCity(name);
      const found = search(columns.keyOffsets.length - 1, (position) => compareKey(columns, position, key));
      if (found === undefined) return undefined;
      const end = at(columns.keyFirstCities, found + 1);
      for (let city = at(columns.keyFirstCities, found); city < end; city++) {
        if (stateOf(columns, city) === state) return placeAt(at(columns.cityPoints, city), city);
      }
      return undefined;
    },
  };
}

/** Position where `compare` answers 0 in a column that ascends, or undefined. */
function search(length: number, compare: (position: number) => number): number | undefined {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compare(middle);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Compares byte by byte: making a string of every key on the way would cost more than the search. */
function compareKey(columns: PlacesColumns, position: number, key: string): number {
  const start = at(columns.keyOffsets, position);
  const length = at(columns.keyOffsets, position + 1) - start;
  const shared = Math.min(length, key.length);
  for (let i = 0; i < shared; i++) {
    const order = at(columns.keys, start + i) - key.charCodeAt(i);
    if (order !== 0) return order;
  }
  return length - key.length;
}

function stateOf(columns: PlacesColumns, city: number): string {
  const start = 2 * at(columns.cityStates, city);
  return String.fromCharCode(at(columns.states, start), at(columns.states, start + 1));
}

function textAt(bytes: Uint8Array, offsets: Uint32Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(at(offsets, position), at(offsets, position + 1)));
}

function at(column: ArrayLike<number>, position: number): number {
  return column[position] ?? Number.NaN;
}
