import { fileURLToPath } from 'node:url';
import type { DataDomain } from '../../lib/functions/function-definition.ts';

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));

/** ZIP codes and cities, written by `places.ts`. The reader expects the file in the folder `data` next to itself. */
export const PLACES_FILE = `${SHARED}geography/places/data/places.bin`;

/** Highways, written by `highways.ts`. The reader expects the file in the folder `data` next to itself. */
export const HIGHWAYS_FILE = `${SHARED}geography/roads/data/highways.bin`;

/** By domain: source folders of the files in the folder `data` of a function's bundle. */
export const DATA_FOLDERS: Readonly<Record<DataDomain, readonly string[]>> = {
  terminals: [`${SHARED}terminals/catalogue/data/`],
  places: [`${SHARED}geography/places/data/`, `${SHARED}geography/roads/data/`],
};
