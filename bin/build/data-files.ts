import { fileURLToPath } from 'node:url';
import type { DataDomain } from '../../lib/functions/function-definition.ts';

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));

/** ZIP codes and cities, made by `places.ts`; its reader looks for it in the folder `data` of its own folder. */
export const PLACES_FILE = `${SHARED}geography/places/data/places.bin`;

/** Highways, made by `highways.ts`; its reader looks for it in the folder `data` of its own folder. */
export const HIGHWAYS_FILE = `${SHARED}geography/roads/data/highways.bin`;

/** Folders whose files a function of a domain has in the folder `data` of its bundle. */
export const DATA_FOLDERS: Readonly<Record<DataDomain, readonly string[]>> = {
  terminals: [`${SHARED}terminals/catalogue/data/`],
  places: [`${SHARED}geography/places/data/`, `${SHARED}geography/roads/data/`],
};
