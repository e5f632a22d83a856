import { expect, it } from 'vitest';
import { readSpreadsheetNumber } from '../../../../shared/platform/csv/spreadsheet-number.ts';

it.each([
  ['3', 3],
  ['2,5', 2.5],
  ['2,55', 2.55],
  ['3,8555', 3.8555],
  ['1,250', 1_250],
  ['1,250,000.5', 1_250_000.5],
  ['0,955', 0.955],
  ['0,250,000', '0,250,000'],
  ['-4.5', -4.5],
  ['12,34,56', '12,34,56'],
  ['3,85555', '3,85555'],
  ['$5', '$5'],
  ['', ''],
])('reads %j from a spreadsheet as %j', (text, value) => {
  expect(readSpreadsheetNumber(text)).toBe(value);
});
