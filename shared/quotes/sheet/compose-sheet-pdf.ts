import { readSheetFonts } from './embedded-sheet-fonts.ts';
import type { QuoteSheet } from './quote-sheet.ts';

/** Renders a sheet as PDF with the fonts of the bundle. The library is loaded by the first call. */
export async function composeSheetPdf(sheet: QuoteSheet): Promise<string> {
  const { sheetPdf } = await import('./sheet-pdf.ts');
  return sheetPdf(sheet, readSheetFonts());
}
