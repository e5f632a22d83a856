import { HIGHWAYS_FILE, PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { buildHighways } from '../../../../bin/build/highways.ts';
import { placesFileReady } from '../places/places-file-ready.ts';

/** Makes the highways file from its sources as they are; the places file only where a fresh clone has none yet. */
export async function highwaysFileReady(): Promise<void> {
  await placesFileReady();
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}
