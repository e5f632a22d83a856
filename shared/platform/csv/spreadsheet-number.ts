import { readNumber } from '../text/decimal-number.ts';

/**
 * A number as spreadsheets write it: "1,250.5", "2,5", "3,8555" or "3"; the text itself if it is none. Three digits after a
 * comma are thousands.
 */
export function readSpreadsheetNumber(text: string): number | string {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(/^(\d+),(\d{1,2}|\d{4})$/, '$1.$2');
  const value = readNumber(plain);
  return Number.isNaN(value) ? text : value;
}
