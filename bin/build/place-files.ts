import { existsSync } from 'node:fs';
import { HIGHWAYS_FILE, PLACES_FILE } from './data-files.ts';

/** Builds the files of places and highways if they are missing (fresh clone); takes seconds. */
export async function placeFilesReady(): Promise<void> {
  // Loaded on demand: the builders take longer to load than most programs take to run.
  if (!existsSync(PLACES_FILE)) await (await import('./places.ts')).buildPlaces(PLACES_FILE);
  if (existsSync(HIGHWAYS_FILE)) return;
  await (await import('./highways.ts')).buildHighways(PLACES_FILE, HIGHWAYS_FILE);
}
