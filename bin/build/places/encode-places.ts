import { packPlaces, UNITS_PER_DEGREE } from '../../../shared/places/places-file.ts';
import type { ListedCity } from './list-cities.ts';
import { cityKey } from './merge-zips.ts';
import type { ZipRecord } from './source-records.ts';

/** Cities, points and names are numbered in 16 bits. */
const MOST_IN_16_BITS = 65_535;

/** Length of the blank and the state that end a city's key in the list; the file keeps the state apart. */
const STATE_SUFFIX = ' XX'.length;

/**
 * Encodes ZIPs and cities as the places file.
 * @param zips in ZIP order.
 * @param cities sorted by key; every ZIP's city is among them.
 * @throws Error when there are more points or cities than the file's numbers hold.
 */
export function encodePlaces(
  zips: readonly ZipRecord[],
  cities: readonly ListedCity[],
): Uint8Array<ArrayBuffer> {
  const pointOfZip = new Map(zips.map(({ zip }, point) => [zip, point]));
  const cityOfKey = new Map(cities.map(({ key }, city) => [key, city]));
  const states = [...new Set(cities.map(({ state }) => state))].sort();
  const names = [...new Set(cities.map(({ name }) => name))].sort();
  const nameNumbers = new Map(names.map((name, number) => [name, number]));
  const points = [...zips, ...cities.filter(({ zip }) => zip === undefined)];
  if (points.length > MOST_IN_16_BITS || cities.length > MOST_IN_16_BITS)
    throw new Error(`${points.length} points and ${cities.length} cities do not fit the places file.`);
  let withoutZip = zips.length;
  const cityPoints = cities.map(({ zip }) => (zip === undefined ? withoutZip++ : numberOf(pointOfZip, zip)));
  const keys = [...Map.groupBy(cities.keys(), (city) => cities[city]?.key.slice(0, -STATE_SUFFIX) ?? '')];
  const keyTexts = asciiTable(keys.map(([key]) => key));
  const nameTexts = asciiTable(names);
  return packPlaces({
    zips: Uint32Array.from(zips, ({ zip }) => Number(zip)),
    latitudes: Int32Array.from(points, ({ latitude }) => Math.round(latitude * UNITS_PER_DEGREE)),
    longitudes: Int32Array.from(points, ({ longitude }) => Math.round(longitude * UNITS_PER_DEGREE)),
    zipCities: Uint16Array.from(zips, ({ city, state }) => numberOf(cityOfKey, cityKey(city, state))),
    keyOffsets: keyTexts.offsets,
    keyFirstCities: Uint16Array.from([...keys.map(([, own]) => own[0] ?? 0), cities.length]),
    cityNames: Uint16Array.from(cities, ({ name }) => numberOf(nameNumbers, name)),
    cityPoints: Uint16Array.from(cityPoints),
    nameOffsets: nameTexts.offsets,
    cityStates: Uint8Array.from(cities, ({ state }) => states.indexOf(state)),
    states: new TextEncoder().encode(states.join('')),
    keys: keyTexts.bytes,
    names: nameTexts.bytes,
  });
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
  if (number === undefined) throw new Error(`${text} is not in its list.`);
  return number;
}
