import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { locateAddress } from '../../shared/geography/places/locate-address.ts';
import type { Coordinates } from '../../shared/geography/places/place.ts';
import { createPlaceIndex, unpackPlaces } from '../../shared/geography/places/place-index.ts';
import { HIGHWAYS_FILE, PLACES_FILE } from './data-files.ts';
import { encodeHighways } from './places/encode-highways.ts';
import { readHighways, readJunctions, readWaterLines } from './places/read-highways.ts';

/**
 * Builds the highways file from the mile posts and links in `places/highways`. The position of a junction comes from
 * `junctions.txt`, else from its town in the places file. The file is renamed to `outFile` when it is complete.
 * @param placesFile the existing places file.
 * @param outFile path to write; its folder is created.
 * @throws Error with the name of a junction that is in neither source.
 */
export async function buildHighways(placesFile: string, outFile: string): Promise<{ highways: number }> {
  const index = createPlaceIndex(unpackPlaces(new Uint8Array(await readFile(placesFile))));
  const junctions = readJunctions();
  const positionOf = (junction: string): Coordinates => {
    const known = junctions.get(junction);
    if (known) return known;
    const found = locateAddress(index, { city: junction.slice(0, -3), state: junction.slice(-2) });
    if (!found.found) throw new Error(`Junction ${junction} has no position.`);
    return found.place;
  };
  const highways = readHighways();
  await mkdir(dirname(outFile), { recursive: true });
  const unfinished = `${outFile}.${process.pid}`;
  await writeFile(unfinished, encodeHighways(highways, positionOf, readWaterLines()));
  await rename(unfinished, outFile);
  return { highways: highways.length };
}

if (import.meta.main) {
  const { highways } = await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
  console.log(`${highways} highways -> ${HIGHWAYS_FILE}`);
}
