import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvCell, csvText } from '../../../web/console/src/format/csv.ts';

it.each([
  ['=HYPERLINK("https://x.example")', `"'=HYPERLINK(""https://x.example"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['a, b', '"a, b"'],
  ['plain', 'plain'],
  [-12.5, '-12.5'],
  [null, ''],
])('%j becomes %j', (value, cell) => expect(csvCell(value)).toBe(cell));

it('no text begins as a formula, and a text without one keeps its content', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const cell = csvCell(text).replace(/^"/, '');
      expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
    }),
  );
  expect(
    csvText([
      ['a', 1],
      ['b "c"', null],
    ]),
  ).toBe('a,1\r\n"b ""c""",\r\n');
});
