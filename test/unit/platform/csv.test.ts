import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvError, CsvReader, type CsvRow, csvRow } from '../../../shared/platform/files/csv-rows.ts';
import { decodeFile } from '../../../shared/platform/files/decode-file.ts';
import {
  FileChangedError,
  type PartSizes,
  readInParts,
} from '../../../shared/platform/files/read-in-parts.ts';
import type { PartPlace } from '../../../shared/platform/files/rows-in-part.ts';
import { readSpreadsheetNumber } from '../../../shared/platform/files/spreadsheet-number.ts';
import { isNotUtf8 } from '../../../shared/platform/files/utf8.ts';

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

  it.each([
    '=1+1',
    '+1+cmd',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    "'=1",
    "''@x",
    '-',
    '+5',
    '  =1',
    '＝1',
    'b;=cmd',
    'b; ＋cmd;-1',
  ])('writes %j so that no spreadsheet runs it, and reads it back', (cell) => {
    const written = csvRow([cell, 'next']);

    expect(written).toMatch(/(^"?|;)'/);
    expect(cells(`${written}\n`)).toEqual([[cell, 'next']]);
  });

  it('leaves numbers and other texts as they are', () => {
    const row = ['-118.26', '-1e-7', '0.5', "O'Hare", "'quoted'", "'", '', 'a=b'];
    expect(csvRow(row)).toBe(row.join(','));
    expect(cells(`${row.join(',')}\n`)).toEqual([row]);
  });

  it('reads written rows from any split of the text', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', '\t', ' ', ';', '🚢', "'", '=', '＋', '-', '@'),
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

const START: PartPlace = { offset: 0, number: 1 };

const fileOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
});

async function rowsOf(bytes: Uint8Array, sizes: PartSizes, from = START): Promise<CsvRow[]> {
  const all: CsvRow[] = [];
  for await (const { rows } of readInParts(fileOf(bytes), from, sizes)) all.push(...rows);
  return all;
}

/** Without parts, as the command line reads. */
function inOne(bytes: Uint8Array): CsvRow[] {
  const reader = new CsvReader();
  return [...reader.read(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), ...reader.end()];
}

const sign = fc.constantFrom('a', ' ', ',', '"', '\r', '\n', 'é', '€', '🚢', '\uFEFF');
const cell = fc.string({ unit: sign, maxLength: 8 });
const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
const plain = cell.map((text) => text.replace(/[",\r\n]/g, ''));
const line = fc
  .array(fc.oneof(quoted, plain), { minLength: 1, maxLength: 4 })
  .map((cells) => cells.join(','));
const end = fc.constantFrom('\n', '\r\n', '\r');
const csv = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, end), { maxLength: 12 }), fc.oneof(fc.constant(''), line))
  .map(([mark, lines, last]) => `${mark ? '\uFEFF' : ''}${lines.flat().join('')}${last}`)
  .map((text) => Buffer.from(text));

/** Every row of these files fits in a request. */
const REQUEST = 4 * (8 * 4 * 2 + 3) + 8;
const sizes = fc.record({
  request: fc.integer({ min: REQUEST, max: 3 * REQUEST }),
  part: fc.integer({ min: 1, max: 2 * REQUEST }),
});

describe('a file that is read in parts', () => {
  it('has the same rows and numbers as the whole file, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(csv, sizes, async (bytes, cut) => {
        expect(await rowsOf(bytes, cut)).toEqual(inOne(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the same rows if each part is read separately', async () => {
    await fc.assert(
      fc.asyncProperty(csv, sizes, async (bytes, cut) => {
        const all: CsvRow[] = [];
        for (let place = START; place.offset < bytes.length; ) {
          for await (const { rows, next } of readInParts(fileOf(bytes), place, cut)) {
            all.push(...rows);
            place = next;
            break;
          }
        }
        expect(all).toEqual(inOne(bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  const small = { request: 40, part: 1 };

  it.each([
    ['a quote that is not closed', 'a,b\n1,"2\n3', 'row 2: a quote is not closed'],
    ['a quote inside a cell', `a,b\n1,2"3${'\nx,y'.repeat(20)}`, 'row 2: a quote inside a cell'],
    ['text after a quote', `a,b\n1,"2"3${'\nx,y'.repeat(20)}`, 'row 2: text after a closing quote'],
    ['a row without an end', `a,b\n${'x'.repeat(100)}`, 'row 2: longer than a row may be'],
  ])('is rejected for %s', async (_, text, message) => {
    const failure = rowsOf(Buffer.from(text), small);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(CsvError);
  });

  it.each([
    ['Latin-1', Buffer.from('a\né\n', 'latin1')],
    ['UTF-16', Buffer.from('a\nb\n', 'utf16le')],
    ['a sign that is cut off', Buffer.from('a\n€').subarray(0, 3)],
  ])('is rejected in %s', async (_, bytes) => {
    const error: unknown = await rowsOf(bytes, small).catch((failure: unknown) => failure);
    expect(isNotUtf8(error)).toBe(true);
  });

  it('fails if the file no longer exists', async () => {
    const gone = readInParts({ length: 5, read: async () => undefined }, START, small);
    await expect(gone.next()).rejects.toBeInstanceOf(FileChangedError);
  });
});

it.each([
  ['3', 3],
  ['2,5', 2.5],
  ['3,8555', 3.8555],
  ['1,250,000.5', 1_250_000.5],
  ['0,955', 0.955],
  ['0,250,000', '0,250,000'],
  ['12,34,56', '12,34,56'],
  ['$5', '$5'],
  ['', ''],
])('reads %j from a spreadsheet as %j', (text, value) => {
  expect(readSpreadsheetNumber(text)).toBe(value);
});

describe('a file', () => {
  const LIMITS = { bytes: 60_000_000, rows: 100_000 };

  it.each(['\xe9\n', '\r\r', '\n'])(
    'of many lines of %j is refused before it is decoded, in little time',
    (line) => {
      const bytes = Buffer.alloc(59_000_000, line, 'latin1');
      const before = process.cpuUsage();
      expect(() => decodeFile(bytes, LIMITS)).toThrow(/lines; at most 100000 rows/);
      const { user, system } = process.cpuUsage(before);
      expect(user + system).toBeLessThan(2_000_000);
    },
  );

  it('has one encoding, which all its bytes decide', () => {
    expect(decodeFile(Buffer.from('\ufeffé\n'), LIMITS)).toBe('é\n');
    const mixed = Buffer.concat([Buffer.from('é\n'), Buffer.from('é\n', 'latin1')]);
    expect(decodeFile(mixed, LIMITS)).toBe('Ã©\né\n');
    expect(() => decodeFile(Buffer.from('a\n', 'utf16le'), LIMITS)).toThrow();
    expect(() => decodeFile(Buffer.alloc(11), { bytes: 10, rows: 1 })).toThrow(/at most 10/);
  });

  it('may have four line ends for each row', () => {
    const lines = (count: number) => decodeFile(Buffer.from('\r\n'.repeat(count)), { bytes: 1_000, rows: 2 });
    expect(lines(12)).toHaveLength(24);
    expect(() => lines(13)).toThrow(CsvError);
  });
});
