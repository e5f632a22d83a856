import { fileURLToPath } from 'node:url';
import type { DataDomain } from '../../functions/definition-types.ts';

/** The description of the API. `npm run openapi` writes it. */
export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url);

/** Fonts of the PDF files of quote sheets. */
const FONTS = fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf/', import.meta.url));

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));

/** ZIP codes and cities, written by `places.ts`. The reader expects the file in the folder `data` next to itself. */
export const PLACES_FILE = `${SHARED}geography/places/data/places.bin`;

/** Highways, written by `highways.ts`. The reader expects the file in the folder `data` next to itself. */
export const HIGHWAYS_FILE = `${SHARED}geography/roads/data/highways.bin`;

/** A data file that a build is writing, or that a killed build left. */
export const UNFINISHED_FILE = /\.bin\.\d+$/;

/** By domain: the files in the folder `data` of a function's bundle, as source files and as source folders with a final slash. */
export const DATA_SOURCES: Readonly<Record<DataDomain, readonly string[]>> = {
  terminals: [`${SHARED}terminals/catalogue/data/`],
  places: [`${SHARED}geography/places/data/`, `${SHARED}geography/roads/data/`],
  glossary: [fileURLToPath(new URL('../../docs/glossary.md', import.meta.url))],
  description: [fileURLToPath(DESCRIPTION_FILE)],
  fonts: [`${FONTS}DejaVuSans.ttf`, `${FONTS}DejaVuSans-Bold.ttf`],
};
