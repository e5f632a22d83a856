import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, CsvReader, csvRow } from '../../../../shared/platform/csv/csv-rows.ts';

function rows(...pieces: string[]) {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}
const cells = (...pieces: string[]) => rows(...pieces).map((row) => row.cells);

describe('reading CSV', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    ['a,,\n', [['a', '', '']]],
    ['"a ""b"", c","d\r\ne"\n', [['a "b", c', 'd\r\ne']]],
    ['""\n"",x\n', [['', 'x']]],
    ['\n\n a , b \n,,\n', [[' a ', ' b ']]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('numbers rows as a spreadsheet does, including empty rows', () => {
    expect(rows('a\r\n\r\n"b\nb"\nc').map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  it.each([
    ['a\n"b', 'row 2: a quote is not closed'],
    ['a\nb"c\n', 'row 2: a quote inside a cell'],
    ['"a"b\n', 'row 1: text after a closing quote'],
    [`"${'x'.repeat(20_000)}`, 'row 1: a cell of more than 10000 characters'],
    [','.repeat(300), 'row 1: more than 200 cells'],
  ])('rejects %j', (text, message) => {
    expect(() => rows(text)).toThrow(CsvError);
    expect(() => rows(text)).toThrow(message);
  });

  it.each(['=1+1', '+1+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1", "''@x", '-', '+5'])(
    'writes %j so that no spreadsheet runs it, and reads it back',
    (cell) => {
      const written = csvRow([cell, 'next']);

      expect(written).toMatch(/^"?'/);
      expect(cells(`${written}\n`)).toEqual([[cell, 'next']]);
    },
  );

  it('leaves numbers and other texts as they are', () => {
    const row = ['-118.26', '-1e-7', '0.5', "O'Hare", "'quoted'", "'", '', 'a=b'];
    expect(csvRow(row)).toBe(row.join(','));
    expect(cells(`${row.join(',')}\n`)).toEqual([row]);
  });

  it('reads written rows from any split of the text', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', '\t', ' ', 'é', '🚢', "'", '=', '+', '-', '@'),
    });
    const row = fc
      .array(cell, { minLength: 1, maxLength: 5 })
      .filter((parts) => parts.join('').trim() !== '');
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), fc.nat(), fc.boolean(), (table, cut, windows) => {
        const text = table.map((parts) => `${csvRow(parts)}${windows ? '\r\n' : '\n'}`).join('');
        const at = text.length === 0 ? 0 : cut % text.length;
        expect(cells(text.slice(0, at), text.slice(at))).toEqual(table);
      }),
    );
  });
});
