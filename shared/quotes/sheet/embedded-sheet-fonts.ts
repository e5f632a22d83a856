import { readFileSync } from 'node:fs';
import type { SheetFonts } from './sheet-pdf.ts';

const FOLDER = new URL('./data/', import.meta.url);

/** Reads the fonts of the bundle. @throws Error if a file is missing. */
export const readSheetFonts = (): SheetFonts => ({
  regular: readFileSync(new URL('DejaVuSans.ttf', FOLDER)),
  bold: readFileSync(new URL('DejaVuSans-Bold.ttf', FOLDER)),
});
