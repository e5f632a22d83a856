import { describe, expect, it } from '@jest/globals';
import { rowReader } from '../../../bin/backtest/load-row.ts';
import { CsvError } from '../../../bin/freight/csv-rows.ts';

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const ROW = ['2026-03-02', 'Pier T', 'Ontario', 'ca', '91761', '40HC', '$1,234.50', 'TRUE', ''];
const read = rowReader(HEADER.split(','));

describe('a row of an import file', () => {
  it('is read with its dollars, thousands separators and letters of any case', () => {
    expect(read(ROW)).toEqual({
      date: '2026-03-02',
      origin: 'Pier T',
      destinationCity: 'Ontario',
      destinationState: 'CA',
      destinationZip: '91761',
      equipment: '40HC',
      rate: 1234.5,
      fuelIncluded: true,
      contributor: 'owner',
    });
  });

  it.each([
    ['a day that is none', 0, '2026-02-30'],
    ['no rate', 6, ''],
    ['a rate of zero', 6, '0'],
    ['a negative rate', 6, '-5'],
    ['a rate that is no number', 6, 'call'],
    ['fuel neither true nor false', 7, 'yes'],
  ])('is left out with %s', (_, column, value) => {
    expect(read(ROW.with(column, value))).toBeUndefined();
  });

  it('may have its columns in any order, and no contributor', () => {
    const header = HEADER.split(',').slice(0, 8).toReversed();
    expect(rowReader(header)(ROW.slice(0, 8).toReversed())).toEqual(read(ROW));
  });

  it('needs all other columns', () => {
    expect(() => rowReader(['date', 'origin'])).toThrow(CsvError);
  });
});
