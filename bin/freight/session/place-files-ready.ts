import { existsSync } from 'node:fs';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../build/data-files.ts';

/** Builds the files of places and highways if they are missing (fresh clone); takes seconds. */
export async function placeFilesReady(): Promise<void> {
  // Loaded on demand: the build code takes longer to load than most commands take to run.
  if (!existsSync(PLACES_FILE)) {
    const { buildPlaces } = await import('../../build/places.ts');
    await buildPlaces(PLACES_FILE);
  }
  if (!existsSync(HIGHWAYS_FILE)) {
    const { buildHighways } = await import('../../build/highways.ts');
    await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
  }
}
