import { existsSync } from 'node:fs';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../build/data-files.ts';

/** Makes the files of places and highways where a fresh clone, never built, has none; takes seconds then. */
export async function placeFilesReady(): Promise<void> {
  // Loaded only here: what builds them takes longer to load than most commands to run.
  if (!existsSync(PLACES_FILE)) {
    const { buildPlaces } = await import('../../build/places.ts');
    await buildPlaces(PLACES_FILE);
  }
  if (!existsSync(HIGHWAYS_FILE)) {
    const { buildHighways } = await import('../../build/highways.ts');
    await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
  }
}
