import { readNumber } from '../text/decimal-number.ts';

/**
 * A number as spreadsheets write it: "1,250.5", "2,5", "3,8555", "0,955" or "3"; the text itself if it is none. Three digits
 * after a comma are thousands, except after a zero.
 */
export function readSpreadsheetNumber(text: string): number | string {
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(/^(\d+),(\d{1,2}|\d{4})$/, '$1.$2').replace(/^0,(\d{3})$/, '0.$1');
  const value = readNumber(plain);
  return Number.isNaN(value) ? text : value;
}
