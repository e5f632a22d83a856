import { hashText } from '../../platform/bytes/bytes.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place, SizedCity } from './place.ts';

/** Coordinates are whole 1/100,000 degrees (about 1 m); dividing by this gives back the exact decimal. */
export const UNITS_PER_DEGREE = 100_000;
/** Sizes are whole hundredths, at most 655.35: New York has 490. */
export const UNITS_PER_SIZE = 100;

/**
 * Columns of the places file, in file order. Points of ZIP codes come first, then points of cities without a ZIP code.
 * Cities are sorted by the hash of their key, so that cities with the same name are adjacent.
 */
const COLUMNS = {
  /** ZIP codes as numbers, ascending; point i belongs to ZIP i. */
  zips: Uint32Array,
  /** Of each point, in units of `UNITS_PER_DEGREE`. */
  latitudes: Int32Array,
  longitudes: Int32Array,
  /** `hashText` of each city's key. */
  cityHashes: Uint32Array,
  /** Start of each name in `names`, and the end of the last name. */
  nameOffsets: Uint32Array,
  /** City of each ZIP code. */
  zipCities: Uint16Array,
  /** Name of each city: an index into `nameOffsets`. */
  cityNames: Uint16Array,
  /** Point of each city: the point of its central ZIP code, or its own. */
  cityPoints: Uint16Array,
  /** State of each city: an index into `states`. */
  cityStates: Uint8Array,
  /** Size of each city, in units of 1 / `UNITS_PER_SIZE`. */
  citySizes: Uint16Array,
  /** All cities by key, and cities with the same key by size, largest first. */
  citiesByKey: Uint16Array,
  /** Two ASCII letters per state. */
  states: Uint8Array,
  /** Display names of cities, concatenated, ASCII; `normalizeCity` of a name is the city's key. */
  names: Uint8Array,
} as const;

type ColumnName = keyof typeof COLUMNS;

type PlacesColumns = { readonly [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> };

/** "PLC4" as a little-endian number; the digit changes with the layout. */
const MAGIC = 0x34434c50;

const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
const ALIGNMENT = 4;
const HEADER_WORDS = 1 + 2 * COLUMN_NAMES.length;

/**
 * Packs the columns into one file: the magic number, then offset and byte length of each column (32-bit), then the
 * columns, each on a 4-byte boundary. All numbers are little-endian.
 */
export function packPlaces(columns: PlacesColumns): Uint8Array<ArrayBuffer> {
  const header = new Uint32Array(HEADER_WORDS);
  header[0] = MAGIC;
  let end = header.byteLength;
  COLUMN_NAMES.forEach((name, position) => {
    header.set([end, columns[name].byteLength], 1 + 2 * position);
    end += Math.ceil(columns[name].byteLength / ALIGNMENT) * ALIGNMENT;
  });
  const file = new Uint8Array(end);
  file.set(new Uint8Array(header.buffer));
  COLUMN_NAMES.forEach((name, position) => {
    const { buffer, byteOffset, byteLength } = columns[name];
    file.set(new Uint8Array(buffer, byteOffset, byteLength), header[1 + 2 * position]);
  });
  return file;
}

/** Whether the bytes have the layout that `unpackPlaces` reads. */
export const isCurrentLayout = (bytes: Uint8Array<ArrayBuffer>): boolean =>
  bytes.byteLength >= 4 * HEADER_WORDS && new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] === MAGIC;

/**
 * Opens a places file. Each column is a view of the given bytes; nothing is parsed.
 * @param bytes the whole file; copied once if it does not start on a 4-byte boundary of its buffer.
 * @throws Error if the bytes are not a places file of this layout, or are truncated.
 */
export function unpackPlaces(bytes: Uint8Array<ArrayBuffer>): PlacesColumns {
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes);
  const header = bytes.byteLength < 4 * HEADER_WORDS ? [] : new Uint32Array(buffer, byteOffset, HEADER_WORDS);
  if (header[0] !== MAGIC) throw new Error('The places file has an unsupported layout.');
  const entries = COLUMN_NAMES.map((name, position) => {
    const offset = header[1 + 2 * position] ?? 0;
    const length = header[2 + 2 * position] ?? 0;
    if (offset + length > bytes.byteLength) throw new Error('The places file is truncated.');
    const Column = COLUMNS[name];
    return [name, new Column(buffer, byteOffset + offset, length / Column.BYTES_PER_ELEMENT)];
  });
  return Object.fromEntries(entries) as PlacesColumns;
}

/** What the places of a prefix search must have. */
export interface PlacePrefix {
  /** The start of the city's key (`cityKeyPrefixes`); "" for any city. */
  readonly cityKey: string;
  /** Two-letter codes. */
  readonly states: ReadonlySet<string>;
}

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

/** Cities and ZIPs also by prefix. */
export interface PlacePrefixIndex extends PlaceIndex {
  /** The cities with exactly this key (`normalizeCity`), in no particular order. */
  citiesOfKey(key: string): readonly SizedCity[];
  /** Cities by prefix: those with exactly this key first, then the largest first, then by key. At most `limit`. */
  citiesByPrefix(prefix: PlacePrefix, limit: number): readonly SizedCity[];
  /**
   * ZIP codes by prefix, ascending, at most `limit`.
   * @param digits one to five digits.
   * @param prefix of the city and state of the ZIP code.
   */
  zipsByPrefix(digits: string, prefix: PlacePrefix, limit: number): readonly Place[];
}

/** Looks up places in the columns by binary search, so that a file needs no index in memory. */
export function createPlaceIndex(columns: PlacesColumns): PlacePrefixIndex {
  const placeAt = (point: number, city: number): Place => ({
    city: nameOf(columns, city),
    state: stateOf(columns, city),
    zip: point < columns.zips.length ? String(at(columns.zips, point)).padStart(5, '0') : '',
    latitude: at(columns.latitudes, point) / UNITS_PER_DEGREE,
    longitude: at(columns.longitudes, point) / UNITS_PER_DEGREE,
  });
  const cityAt = (city: number): SizedCity => ({
    place: placeAt(at(columns.cityPoints, city), city),
    size: at(columns.citySizes, city) / UNITS_PER_SIZE,
  });
  const keyOf = (city: number) => normalizeCity(nameOf(columns, city));
  const hasKey = (city: number, key: string) => keyOf(city) === key;
  const citiesOfKey = (key: string) => {
    const cities = citiesOfHash(columns, hashText(key));
    return cities.length === 0 ? NO_CITIES : cities.filter((city) => hasKey(city, key)).map(cityAt);
  };
  /** Position in `citiesByKey` of the first city with at least this key. */
  const firstOfKey = (key: string) =>
    firstPosition(columns.citiesByKey.length, (position) => keyOf(at(columns.citiesByKey, position)) < key);
  return {
    findZip: (zip) => {
      const wanted = Number(zip);
      const point = firstAtLeast(columns.zips, wanted);
      return columns.zips[point] === wanted ? placeAt(point, at(columns.zipCities, point)) : undefined;
    },
    findCity: (name, state) => {
      const key = normalizeCity(name);
      for (const city of citiesOfHash(columns, hashText(key))) {
        if (stateOf(columns, city) === state && hasKey(city, key)) return cityAt(city);
      }
      return undefined;
    },
    findCities: (name) => citiesOfKey(normalizeCity(name)),
    citiesOfKey,
    findSectionalCity: (zip) => {
      const first = Math.floor(Number(zip) / ZIPS_OF_A_SECTION) * ZIPS_OF_A_SECTION;
      const start = firstAtLeast(columns.zips, first);
      const end = firstAtLeast(columns.zips, first + ZIPS_OF_A_SECTION);
      const city = majority(columns.zipCities.subarray(start, end));
      return city === undefined ? undefined : cityAt(city).place;
    },
    citiesByPrefix: ({ cityKey, states }, limit) => {
      const isWanted = stateFilter(columns, states);
      const [start, end] = [firstOfKey(cityKey), firstOfKey(cityKey + AFTER_KEYS)];
      const endOfExact = cityKey === '' ? start : firstOfKey(cityKey + BEFORE_KEYS);
      const cities = columns.citiesByKey.subarray(start, end).filter(isWanted);
      const exact = columns.citiesByKey.subarray(start, endOfExact).filter(isWanted);
      return [...exact, ...largest(columns, cities.subarray(exact.length), limit - exact.length)]
        .slice(0, limit)
        .map(cityAt);
    },
    zipsByPrefix: (digits, { cityKey, states }, limit) => {
      const isWanted = stateFilter(columns, states);
      const cities =
        cityKey === ''
          ? undefined
          : new Set(columns.citiesByKey.subarray(firstOfKey(cityKey), firstOfKey(cityKey + AFTER_KEYS)));
      const last = Number(digits.padEnd(ZIP_DIGITS, '9'));
      const found: Place[] = [];
      let point = firstAtLeast(columns.zips, Number(digits.padEnd(ZIP_DIGITS, '0')));
      for (; found.length < limit && at(columns.zips, point) <= last; point++) {
        const city = at(columns.zipCities, point);
        if (isWanted(city) && (cities?.has(city) ?? true)) found.push(placeAt(point, city));
      }
      return found;
    },
  };
}

const ZIP_DIGITS = 5;

/** Keys have the characters 0-9 and a-z: the characters before and after them in ASCII. */
const BEFORE_KEYS = '/';
const AFTER_KEYS = '{';

function stateFilter({ states, cityStates }: PlacesColumns, wanted: ReadonlySet<string>) {
  const isWanted = Array.from({ length: states.length / 2 }, (_, state) =>
    wanted.has(String.fromCharCode(at(states, 2 * state), at(states, 2 * state + 1))),
  );
  return (city: number): boolean => isWanted[at(cityStates, city)] ?? false;
}

/** The `limit` largest of some cities, largest first; equal ones keep their order. */
function largest({ citySizes }: PlacesColumns, cities: Uint16Array, limit: number): readonly number[] {
  if (limit <= 0) return [];
  const found: number[] = [];
  for (const city of cities) {
    const size = at(citySizes, city);
    if (found.length === limit && size <= at(citySizes, found.at(-1) ?? 0)) continue;
    const before = found.findLastIndex((other) => at(citySizes, other) >= size);
    found.splice(before + 1, 0, city);
    if (found.length > limit) found.pop();
  }
  return found;
}

const ZIPS_OF_A_SECTION = 100;

/** Position of the first number of an ascending column that is at least `least`; the column length if there is none. */
function firstAtLeast(column: Uint32Array, least: number): number {
  // Not by `firstPosition`: a suggestion looks up a thousand keys.
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(column, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of `length` positions that is not before the wanted one, by binary search. */
function firstPosition(length: number, isBefore: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NO_CITIES: readonly SizedCity[] = [];

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
