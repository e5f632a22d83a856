import { fileURLToPath } from 'node:url';
import { buildHighways } from '../../../bin/build/highways.ts';
import { placesFileReady } from './places-file-ready.ts';

const DATA = fileURLToPath(new URL('../../../shared/places/data/', import.meta.url));

/** Makes the highways file from its sources as they are; the places file only where a fresh clone has none yet. */
export async function highwaysFileReady(): Promise<void> {
  await placesFileReady();
  await buildHighways(`${DATA}places.bin`, `${DATA}highways.bin`);
}
