import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { normalizeCity } from '../../shared/geography/places/normalize-city.ts';
import type { Coordinates } from '../../shared/geography/places/place.ts';
import { placesFile, UNITS_PER_DEGREE } from '../../shared/geography/places/place-index.ts';
import { hashText } from '../../shared/platform/bytes/bytes.ts';
import { HIGHWAYS_FILE, PLACES_FILE } from './data-files.ts';

const CITIES = new URL('./places/places.csv', import.meta.url);

/** A city of `places.csv`. */
export interface ListedCity {
  readonly name: string;
  /** Two upper-case letters. */
  readonly state: string;
  /** Number of its ordinary ZIP codes. */
  readonly size: number;
  /** The center first. A point without a ZIP code is the only one. */
  readonly points: readonly (Coordinates & { readonly zip?: string })[];
}

/** Builds the files of places and highways if they are missing (fresh clone). */
export async function placeFilesReady(): Promise<void> {
  if (!existsSync(PLACES_FILE)) await buildPlaces(PLACES_FILE);
  if (existsSync(HIGHWAYS_FILE)) return;
  // Loaded on demand: the builder takes longer to load than most programs take to run.
  await (await import('./highways.ts')).buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}

/**
 * Builds the places file (ZIP codes and cities with coordinates). The file is renamed to `outFile` when it is complete.
 * @param outFile path to write; its folder is created.
 */
export async function buildPlaces(outFile: string): Promise<void> {
  const lines = (await readFile(CITIES, 'utf8')).split('\n');
  const cities = lines.filter((line) => line !== '' && !line.startsWith('#')).map(readCity);
  await mkdir(dirname(outFile), { recursive: true });
  const unfinished = `${outFile}.${process.pid}`;
  await writeFile(unfinished, encodePlaces(cities));
  await rename(unfinished, outFile);
}

function readCity(line: string): ListedCity {
  const [state = '', name = '', size, ...points] = line.split(',');
  const readPoint = (point: string) => {
    const [longitude, latitude, zip] = point.split(' ').reverse();
    return {
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(zip === undefined ? {} : { zip }),
    };
  };
  return { state, name, size: Number(size), points: points.map(readPoint) };
}

/** Cities, points and names are numbered in 16 bits; the size of a city is stored in 8 bits. */
const MAX_16_BIT = 65_535;
const MAX_8_BIT = 255;

/** @throws Error if there are too many points or cities for the file format. */
export function encodePlaces(listed: readonly ListedCity[]): Uint8Array<ArrayBuffer> {
  const cities = listed
    .map((city) => ({ ...city, size: Math.min(city.size, MAX_8_BIT), key: normalizeCity(city.name) }))
    .map((city) => ({ ...city, hash: hashText(city.key) }))
    .sort((a, b) => a.hash - b.hash || compare(a.key, b.key) || compare(a.state, b.state));
  const points = cities
    .flatMap(({ points: own }, city) => own.map((point, rank) => ({ ...point, city, isCenter: rank === 0 })))
    .sort((a, b) => (a.zip === undefined ? 1 : b.zip === undefined ? -1 : Number(a.zip) - Number(b.zip)));
  if (points.length > MAX_16_BIT || cities.length > MAX_16_BIT)
    throw new Error(`${points.length} points and ${cities.length} cities do not fit into the places file.`);
  const zips = points.filter(({ zip }) => zip !== undefined);
  const cityPoints = new Uint16Array(cities.length);
  points.forEach(({ city, isCenter }, point) => {
    if (isCenter) cityPoints[city] = point;
  });
  const states = [...new Set(cities.map(({ state }) => state))].sort();
  const names = [...new Set(cities.map(({ name }) => name))].sort();
  const nameNumbers = new Map(names.map((name, number) => [name, number]));
  const nameOffsets = new Uint32Array(names.length + 1);
  names.forEach((name, number) => {
    nameOffsets[number + 1] = (nameOffsets[number] ?? 0) + name.length;
  });
  const byKey = cities
    .map(({ key, size, state }, city) => ({ key, size, state, city }))
    .sort((a, b) => compare(a.key, b.key) || b.size - a.size || compare(a.state, b.state));
  return placesFile.pack({
    zips: Uint32Array.from(zips, ({ zip }) => Number(zip)),
    latitudes: Int32Array.from(points, ({ latitude }) => Math.round(latitude * UNITS_PER_DEGREE)),
    longitudes: Int32Array.from(points, ({ longitude }) => Math.round(longitude * UNITS_PER_DEGREE)),
    cityHashes: Uint32Array.from(cities, ({ hash }) => hash),
    nameOffsets,
    zipCities: Uint16Array.from(zips, ({ city }) => city),
    cityNames: Uint16Array.from(cities, ({ name }) => nameNumbers.get(name) ?? 0),
    cityPoints,
    cityStates: Uint8Array.from(cities, ({ state }) => states.indexOf(state)),
    cityZips: Uint8Array.from(cities, ({ size }) => size),
    citiesByKey: Uint16Array.from(byKey, ({ city }) => city),
    states: new TextEncoder().encode(states.join('')),
    names: new TextEncoder().encode(names.join('')),
  });
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
