import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import {
  packPlaces,
  UNITS_PER_DEGREE,
  UNITS_PER_SIZE,
} from '../../../shared/geography/places/place-index.ts';
import { hashText } from '../../../shared/platform/bytes/bytes.ts';
import type { ListedCity } from './list-cities.ts';
import { cityKey } from './merge-zips.ts';
import type { ZipRecord } from './source-records.ts';

/** Cities, points and names are numbered in 16 bits. */
const MAX_16_BIT = 65_535;

/**
 * Encodes ZIPs and cities as the places file.
 * @param zips in ascending order.
 * @param listed all cities, including the city of each ZIP code.
 * @throws Error if there are too many points or cities for the file format, or a name does not match its city's key.
 */
export function encodePlaces(
  zips: readonly ZipRecord[],
  listed: readonly ListedCity[],
): Uint8Array<ArrayBuffer> {
  const cities = listed.map(withHash).sort((a, b) => a.hash - b.hash || (a.key < b.key ? -1 : 1));
  const pointOfZip = new Map(zips.map(({ zip }, point) => [zip, point]));
  const cityOfKey = new Map(cities.map(({ key }, city) => [key, city]));
  const states = [...new Set(cities.map(({ state }) => state))].sort();
  const names = [...new Set(cities.map(({ name }) => name))].sort();
  const nameNumbers = new Map(names.map((name, number) => [name, number]));
  const points = [...zips, ...cities.filter(({ zip }) => zip === undefined)];
  if (points.length > MAX_16_BIT || cities.length > MAX_16_BIT)
    throw new Error(`${points.length} points and ${cities.length} cities do not fit into the places file.`);
  let withoutZip = zips.length;
  const cityPoints = cities.map(({ zip }) => (zip === undefined ? withoutZip++ : numberOf(pointOfZip, zip)));
  const nameTexts = asciiTable(names);
  return packPlaces({
    zips: Uint32Array.from(zips, ({ zip }) => Number(zip)),
    latitudes: Int32Array.from(points, ({ latitude }) => Math.round(latitude * UNITS_PER_DEGREE)),
    longitudes: Int32Array.from(points, ({ longitude }) => Math.round(longitude * UNITS_PER_DEGREE)),
    cityHashes: Uint32Array.from(cities, ({ hash }) => hash),
    nameOffsets: nameTexts.offsets,
    zipCities: Uint16Array.from(zips, ({ city, state }) => numberOf(cityOfKey, cityKey(city, state))),
    cityNames: Uint16Array.from(cities, ({ name }) => numberOf(nameNumbers, name)),
    cityPoints: Uint16Array.from(cityPoints),
    cityStates: Uint8Array.from(cities, ({ state }) => states.indexOf(state)),
    citySizes: Uint16Array.from(cities, storedSize),
    citiesByKey: Uint16Array.from(byKey(cities)),
    states: new TextEncoder().encode(states.join('')),
    names: nameTexts.bytes,
  });
}

/** A city with a size is never stored with size 0. */
const storedSize = ({ size }: ListedCity): number => Math.ceil(size * UNITS_PER_SIZE);

/** Positions of the cities by key, then largest first, then by state. */
function byKey(cities: readonly ReturnType<typeof withHash>[]): readonly number[] {
  const inOrder = cities.map((city, position) => ({
    position,
    name: normalizeCity(city.name),
    state: city.state,
    size: storedSize(city),
  }));
  inOrder.sort((a, b) => compare(a.name, b.name) || b.size - a.size || compare(a.state, b.state));
  return inOrder.map(({ position }) => position);
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

function withHash(city: ListedCity) {
  const key = normalizeCity(city.name);
  if (cityKey(city.name, city.state) !== city.key)
    throw new Error(`The name ${city.name} does not match the key ${city.key}.`);
  return { ...city, hash: hashText(key) };
}

function asciiTable(texts: readonly string[]) {
  const offsets = new Uint32Array(texts.length + 1);
  texts.forEach((text, position) => {
    offsets[position + 1] = (offsets[position] ?? 0) + text.length;
  });
  return { offsets, bytes: new TextEncoder().encode(texts.join('')) };
}

function numberOf(numbers: ReadonlyMap<string, number>, text: string): number {
  const number = numbers.get(text);
  if (number === undefined) throw new Error(`${text} has no number in the places file.`);
  return number;
}
