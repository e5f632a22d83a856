import { readFileSync } from 'node:fs';
import { DATA_SOURCES } from '../../../../bin/build/data-files.ts';

const [regular = '', bold = ''] = DATA_SOURCES.fonts;

/** The fonts that bundles contain. */
export const SHEET_FONTS = { regular: readFileSync(regular), bold: readFileSync(bold) };
