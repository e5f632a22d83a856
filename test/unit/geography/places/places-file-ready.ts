import { existsSync } from 'node:fs';
import { PLACES_FILE } from '../../../../bin/build/data-files.ts';
import { buildPlaces } from '../../../../bin/build/places.ts';

/** A build takes seconds on a busy machine. */
export const BUILD_TIMEOUT_MS = 60_000;

/** Builds the places file if it is missing, as in a fresh clone. */
export async function placesFileReady(): Promise<void> {
  if (!existsSync(PLACES_FILE)) await buildPlaces(PLACES_FILE);
}
