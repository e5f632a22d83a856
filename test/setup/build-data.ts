import { existsSync } from 'node:fs';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../bin/build/data-files.ts';

/** Files of places and highways, which a fresh clone does not have. */
export default async function buildDataFiles(): Promise<void> {
  if (existsSync(PLACES_FILE) && existsSync(HIGHWAYS_FILE)) return;
  // Loaded only here: the compiler takes a second to load.
  const { buildData } = await import('../../bin/build/bundles.ts');
  await buildData();
}
