import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PLACES_FILE } from './data-files.ts';
import { encodePlaces } from './places/encode-places.ts';
import { listCities, moveToTowns } from './places/list-cities.ts';
import { cityKey, mergeZips } from './places/merge-zips.ts';
import {
  readBluehiveZips,
  readGazetteerCities,
  readGeonamesZips,
  readPopulations,
} from './places/read-packages.ts';
import type { CityRecord } from './places/source-records.ts';
import { territoryRecords } from './places/territory-records.ts';

/** Freight places that the gazetteer lacks: general knowledge, accurate to about half a mile. */
const KNOWN_CITIES: readonly CityRecord[] = [
  { name: 'Bald Head Island', state: 'NC', latitude: 33.86, longitude: -77.99 },
  { name: 'Fire Island', state: 'NY', latitude: 40.65, longitude: -73.12 },
  { name: 'Two Harbors', state: 'CA', latitude: 33.44, longitude: -118.5 },
  { name: 'Wall', state: 'PA', latitude: 40.394, longitude: -79.786 },
];

/**
 * Builds the places file (ZIP codes and cities with coordinates) from the npm packages. The same packages give the same
 * bytes. The file is renamed to `outFile` when it is complete.
 * @param outFile path to write; its folder is created.
 * @returns the number of ZIP codes and cities written.
 */
export async function buildPlaces(outFile: string): Promise<{ zips: number; cities: number }> {
  const [geonames, listed] = await Promise.all([readGeonamesZips(), readGazetteerCities()]);
  const gazetteer = [...listed, ...KNOWN_CITIES];
  const gazetteerByKey = Map.groupBy(gazetteer, ({ name, state }) => cityKey(name, state));
  const zips = mergeZips([geonames, territoryRecords(gazetteer), readBluehiveZips()], gazetteerByKey);
  const cities = listCities(zips, gazetteerByKey, readPopulations());
  await mkdir(dirname(outFile), { recursive: true });
  const unfinished = `${outFile}.${process.pid}`;
  await writeFile(unfinished, encodePlaces(moveToTowns(zips, cities, gazetteerByKey), cities));
  await rename(unfinished, outFile);
  return { zips: zips.length, cities: cities.length };
}

if (import.meta.main) {
  const { zips, cities } = await buildPlaces(PLACES_FILE);
  console.log(`${zips} ZIP codes and ${cities} cities -> ${PLACES_FILE}`);
}
