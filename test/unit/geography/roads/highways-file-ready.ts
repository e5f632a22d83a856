import { HIGHWAYS_FILE, PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { buildHighways } from '../../../../bin/build/highways.ts';
import { placesFileReady } from '../places/places-file-ready.ts';

/** Builds the highways file from its current sources, and the places file only if it is missing. */
export async function highwaysFileReady(): Promise<void> {
  await placesFileReady();
  await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}
