import { describe, expect, it } from 'vitest';
import { loadRowReader } from '../../../../shared/market/importing/read-load-row.ts';

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const ROW = ['2026-03-02', 'Pier T', 'Ontario', 'ca', '91761', '40HC', '$1,234.50', 'TRUE', ''];
const TODAY = '2026-10-07';
function readerOf(header: readonly string[]) {
  const reader = loadRowReader(header, TODAY);
  if ('fault' in reader) throw new Error(reader.fault);
  return reader.read;
}
const read = readerOf(HEADER.split(','));

describe('a row of an import file', () => {
  it('is read with its dollars, thousands separators and letters of any case', () => {
    expect(read(ROW)).toEqual({
      row: {
        date: '2026-03-02',
        origin: 'Pier T',
        destinationCity: 'Ontario',
        destinationState: 'CA',
        destinationZip: '91761',
        equipment: '40HC',
        rate: 1234.5,
        fuelIncluded: true,
        contributor: '',
      },
    });
  });

  it.each([
    ['a day that is none', 0, '2026-02-30', 'not a date'],
    ['a day that has not come', 0, '2026-10-08', 'is in the future'],
    ['no rate', 6, '', 'not an amount'],
    ['a rate of zero', 6, '0', 'not above 0'],
    ['a negative rate', 6, '-5', 'not an amount'],
    ['a rate that is not a number', 6, 'call', 'not an amount'],
    ['a separator where none belongs', 6, '12,34.50', 'not an amount'],
    ['a rate that no move costs', 6, '1234567', 'above the limit for a move'],
    ['fuel neither true nor false', 7, 'yes', 'neither true nor false'],
    ['an origin that goes on and on', 1, '\u0327\u0301'.repeat(4_000), 'origin of more than 200 characters'],
    ['a city with a control character', 2, 'Onta\u0000rio', 'destination_city must not have control'],
    ['an equipment with a line feed', 5, '40HC\n', 'equipment must not have control characters'],
    ['a contributor that goes on and on', 8, 'x'.repeat(101), 'more than 100'],
  ])('is rejected with its reason for %s', (_, column, value, reason) => {
    expect(read(ROW.with(column, value))).toEqual({ fault: expect.stringContaining(reason) });
  });

  it.each([
    ['the day of the import', 0, TODAY, { date: TODAY }],
    ['the first day', 0, '2000-01-01', { date: '2000-01-01' }],
    ['the highest rate', 6, '100,000.00', { rate: 100_000 }],
    ['a rate without cents after a dollar sign and a space', 6, '$ 900', { rate: 900 }],
    ['a rate with zeros after its cents', 6, '900.1000', { rate: 900.1 }],
    ['spaces around a cell', 1, ' Pier T ', { origin: 'Pier T' }],
    ['a load without fuel', 7, 'False', { fuelIncluded: false }],
    ['spaces in the name of a contributor', 8, ' Acme \u00a0 Drayage ', { contributor: 'Acme Drayage' }],
    ['the longest name of a contributor', 8, 'x'.repeat(100), { contributor: 'x'.repeat(100) }],
    ['the longest cell', 1, 'x'.repeat(200), { origin: 'x'.repeat(200) }],
  ])('is read with %s', (_, column, value, change) => {
    expect(read(ROW.with(column, value))).toMatchObject({ row: change });
  });

  it.each([
    ['a day before 2000', 0, '1999-12-31', 'date 1999-12-31 is before 2000-01-01'],
    ['a cent above the highest rate', 6, '100000.01', 'rate 100000.01 is above the limit for a move'],
    ['tenths of a cent', 6, '900.123', 'rate "900.123" is not an amount in USD with at most 2 decimals'],
  ])('is rejected with the complete message for %s', (_, column, value, fault) => {
    expect(read(ROW.with(column, value))).toEqual({ fault });
  });

  it('is rejected under a header with a message that lists all missing columns, or all known ones', () => {
    expect(loadRowReader(['date', 'origin', 'rate'], TODAY)).toEqual({
      fault:
        'the header is missing destination_city, destination_state, destination_zip, equipment, fuel_included',
    });
    const known =
      'date, origin, destination_city, destination_state, destination_zip, equipment, rate, fuel_included, contributor';
    expect(loadRowReader([...HEADER.split(','), 'price'], TODAY)).toEqual({
      fault: `the header has an unknown column "price": the columns are ${known}`,
    });
  });

  it('is rejected if an unquoted comma adds a cell', () => {
    expect(read(['2026-03-02', 'Pier T', 'Ontario', 'CA', '91761', '40HC', '1', '234', 'true', ''])).toEqual({
      fault: '10 cells instead of 9: cells with commas need quotes',
    });
  });

  it('may have its columns in any order, and no contributor', () => {
    const header = HEADER.split(',').slice(0, 8).toReversed();
    expect(readerOf(header)(ROW.slice(0, 8).toReversed())).toEqual(read(ROW));
  });

  it.each([
    ['is missing', ['date', 'origin']],
    ['unknown column "price"', [...HEADER.split(','), 'price']],
    ['a duplicate column', [...HEADER.split(','), 'Rate']],
  ])('has no reader under a header that %s', (fault, header) => {
    expect(loadRowReader(header, TODAY)).toEqual({ fault: expect.stringContaining(fault) });
  });
});
