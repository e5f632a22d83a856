import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPlaces } from '../../../bin/build/places.ts';

/** A build takes seconds on a busy machine. */
export const BUILD_TIMEOUT_MS = 60_000;

/** Makes the places file where a fresh clone has none yet. */
export async function placesFileReady(): Promise<void> {
  const file = fileURLToPath(new URL('../../../shared/places/data/places.bin', import.meta.url));
  if (!existsSync(file)) await buildPlaces(file);
}
