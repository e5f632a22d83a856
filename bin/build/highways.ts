import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { locateAddress } from '../../shared/geography/places/locate-address.ts';
import type { Coordinates } from '../../shared/geography/places/place.ts';
import { createPlaceIndex, placesFile } from '../../shared/geography/places/place-index.ts';
import { encodeHighways } from './places/encode-highways.ts';
import { readHighways, readJunctions, readWaterLines } from './places/read-highways.ts';

/**
 * Builds the highways file from the mile posts and links in `places/highways`. The position of a junction comes from
 * `junctions.txt`, else from its town in the places file. The file is renamed to `outFile` when it is complete.
 * @param places the existing places file.
 * @param outFile path to write; its folder is created.
 * @throws Error with the name of a junction that is in neither source.
 */
export async function buildHighways(places: string, outFile: string): Promise<void> {
  const index = createPlaceIndex(placesFile.unpack(new Uint8Array(await readFile(places))));
  const junctions = readJunctions();
  const positionOf = (junction: string): Coordinates => {
    const known = junctions.get(junction);
    if (known) return known;
    const found = locateAddress(index, { city: junction.slice(0, -3), state: junction.slice(-2) });
    if (!found.found) throw new Error(`Junction ${junction} has no position.`);
    return found.place;
  };
  await mkdir(dirname(outFile), { recursive: true });
  const unfinished = `${outFile}.${process.pid}`;
  await writeFile(unfinished, encodeHighways(readHighways(), positionOf, readWaterLines()));
  await rename(unfinished, outFile);
}
