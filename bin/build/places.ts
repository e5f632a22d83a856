import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PLACES_FILE } from './data-files.ts';
import { encodePlaces } from './places/encode-places.ts';
import { KNOWN_CITIES } from './places/known-cities.ts';
import { listCities } from './places/list-cities.ts';
import { cityKey, mergeZips } from './places/merge-zips.ts';
import { readBluehiveZips, readGazetteerCities, readGeonamesZips } from './places/read-packages.ts';
import { territoryRecords } from './places/territory-records.ts';
import { moveToTowns } from './places/town-points.ts';

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
  const cities = listCities(zips, gazetteerByKey);
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
