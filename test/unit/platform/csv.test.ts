import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CsvReader, csvRow, type SheetRow } from '../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import { decodeFile, type Encoding, encodingOf } from '../../../shared/platform/files/file-text.ts';
import {
  FileChangedError,
  type PartPlace,
  type PartSizes,
  readInParts,
  type TextForm,
} from '../../../shared/platform/files/read-in-parts.ts';
import { readTextForm, readTextRows } from '../../../shared/platform/files/text-rows.ts';

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
    ['a\r\r\nb\r\r\n', [['a'], ['b']]],
    ['53" DV,a"b\n', [['53" DV', 'a"b']]],
    ['a\n\x1a', [['a']]],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('numbers rows as a spreadsheet does, including empty rows', () => {
    const numbers = (text: string) => rows(text).map(({ number }) => number);
    expect(numbers('a\r\n\r\n"b\nb"\nc')).toEqual([1, 3, 4]);
    expect(numbers('a\r\rb\r\r\r\nc')).toEqual([1, 3, 5]);
    expect(numbers('a\r\r\nb')).toEqual([1, 2]);
  });

  it.each([
    ['a\n"b', 'row 2: a quote is not closed'],
    ['"a"b\n', 'row 1: text after a closing quote'],
    [`"${'x'.repeat(20_000)}`, 'row 1: a cell of more than 10000 characters'],
    [','.repeat(300), 'row 1: more than 200 cells'],
  ])('rejects %j', (text, message) => {
    expect(() => rows(text)).toThrow(FileError);
    expect(() => rows(text)).toThrow(message);
  });

  it.each(['=1+1', '-2+3', '@SUM(A1)', '\t=1', "'=1", '-', '＝1', 'b;=cmd', 'b\t=cmd', 'b\n=cmd'])(
    'writes %j so that no spreadsheet runs it, and reads it back',
    (cell) => {
      const written = csvRow([cell, 'next']);

      expect(written).toMatch(/(^"?|[;\t\n])'/);
      expect(cells(`${written}\n`)).toEqual([[cell, 'next']]);
    },
  );

  it('leaves numbers and other texts as they are', () => {
    const row = ['-118.26', '-1e-7', '0.5', "O'Hare", "'quoted'", "'", '', 'a=b'];
    expect(csvRow(row)).toBe(row.join(','));
    expect(csvRow(['Dock 4\n\nno lift'])).toBe('"Dock 4\n\nno lift"');
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

const LIMITS = { bytes: 60_000_000, rows: 100_000 };
const START: PartPlace = { offset: 0, number: 1 };
const UTF8: TextForm = { encoding: 'utf-8', separator: ',' };

const fileOf = (bytes: Uint8Array) => ({
  length: bytes.length,
  read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
});

async function rowsOf(bytes: Uint8Array, sizes: PartSizes, form = UTF8): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const { rows } of readInParts(fileOf(bytes), form, START, sizes)) all.push(...rows);
  return all;
}

/** Without parts, as the command line reads. */
function inOne(text: string, { separator }: TextForm): SheetRow[] {
  const reader = new CsvReader(1, separator);
  return [...reader.read(text.replace(/^\uFEFF/, '')), ...reader.end()];
}

/** Characters that the encodings with one byte have. */
const LATIN1 = /[^\0-\u00ff]/gu;

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'latin1');
}

const form = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  separator: fc.constantFrom(',', ';', '\t', '|'),
});
const sign = fc.constantFrom('a', ' ', ',', ';', '"', '\r', '\n', 'é', '€', '\u220a', '🚢', '\uFEFF');
const cell = fc.string({ unit: sign, maxLength: 8 });
const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
/** A quote inside a cell is a character, not at its start. */
const plain = cell.map((text) => text.replace(/[,;\r\n]/g, '').replace(/^["\uFEFF]+/, ''));
const cellsOfLine = fc.array(fc.oneof(quoted, plain, fc.constant('53" DV')), { minLength: 1, maxLength: 4 });
const end = fc.constantFrom('\n', '\r\n', '\r', '\r\r\n');
const csv = fc
  .record({
    form,
    mark: fc.boolean(),
    lines: fc.array(fc.tuple(cellsOfLine, end), { maxLength: 12 }),
    last: fc.oneof(fc.constant([]), cellsOfLine),
  })
  .map(({ form, mark, lines, last }) => {
    const line = (cells: readonly string[]) => cells.join(form.separator);
    const body = [...lines.map(([cells, ending]) => `${line(cells)}${ending}`), line(last)].join('');
    const hasMark = mark && form.encoding !== 'windows-1252';
    const text = form.encoding === 'windows-1252' ? body.replace(LATIN1, '§') : body;
    return { form, text: `${hasMark ? '\uFEFF' : ''}${text}` };
  })
  .map(({ form, text }) => ({ form, text, bytes: encoded(text, form.encoding) }));

/** Every row of these files fits in a request. */
const REQUEST = 4 * (8 * 4 * 2 + 6) + 16;
const sizes = fc.record({
  request: fc.integer({ min: REQUEST, max: 3 * REQUEST }),
  part: fc.integer({ min: 1, max: 2 * REQUEST }),
});

describe('a file that is read in parts', () => {
  it('has the same rows and numbers as the whole file, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(csv, sizes, async ({ form, text, bytes }, cut) => {
        expect(await rowsOf(bytes, cut, form)).toEqual(inOne(text, form));
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the same rows if each part is read separately', async () => {
    await fc.assert(
      fc.asyncProperty(csv, sizes, async ({ form, text, bytes }, cut) => {
        const all: SheetRow[] = [];
        for (let place = START; place.offset < bytes.length; ) {
          const before = place.offset;
          for await (const { rows, next } of readInParts(fileOf(bytes), form, place, cut)) {
            all.push(...rows);
            place = next;
            break;
          }
          // Only a byte order mark.
          if (place.offset === before) break;
        }
        expect(all).toEqual(inOne(text, form));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read after its line of a separator, and from then on as the whole file', async () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
      for (const mark of ['', '\uFEFF']) {
        const text = `${mark}sep=|\r\n"a\n|,,,"|b\r\nc|d`;
        const bytes = encoded(text, encoding);
        const { form, first } = readTextForm(bytes, true);
        expect(form).toEqual({ encoding, separator: '|' });
        const all: SheetRow[] = [];
        for await (const { rows } of readInParts(fileOf(bytes), form, first, { request: 80, part: 1 }))
          all.push(...rows);
        const expected = [
          { number: 1, cells: ['a\n|,,,', 'b'] },
          { number: 2, cells: ['c', 'd'] },
        ];
        expect(all).toEqual(expected);
        expect(readTextRows(bytes, LIMITS)).toEqual({ separator: '|', rows: expected });
      }
    }
  });

  const small = { request: 40, part: 1 };

  it.each([
    ['a quote that is not closed', 'a,b\n1,"2\n3', 'row 2: a quote is not closed'],
    ['text after a quote', `a,b\n1,"2"3${'\nx,y'.repeat(20)}`, 'row 2: text after a closing quote'],
    ['a row without an end', `a,b\n${'x'.repeat(100)}`, 'row 2: longer than a row may be'],
  ])('is rejected for %s', async (_, text, message) => {
    const failure = rowsOf(Buffer.from(text), small);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(FileError);
  });

  it.each([
    ['Latin-1 below UTF-8', Buffer.from('a\né\n', 'latin1'), /after row \d the file is not UTF-8/],
    ['UTF-16 below UTF-8', Buffer.from('a\nb\n', 'utf16le'), /NUL/],
    ['a sign that is cut off', Buffer.from('a\n€').subarray(0, 3), /after row \d the file is not UTF-8/],
  ])('is rejected with %s', async (_, bytes, message) => {
    const failure = rowsOf(bytes, small);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toBeInstanceOf(FileError);
  });

  it('fails if the file no longer exists', async () => {
    const gone = readInParts({ length: 5, read: async () => undefined }, UTF8, START, small);
    await expect(gone.next()).rejects.toBeInstanceOf(FileChangedError);
  });
});

describe('a file', () => {
  const BYTES = 59_000_000;

  it('of too many lines is refused before it is decoded, for less than reading a file of its size costs', () => {
    const cpuOf = (task: () => void): number => {
      const before = process.cpuUsage();
      task();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const valid = Buffer.alloc(BYTES, `${'\xe9'.repeat(599)}\n`, 'latin1');
    const read = cpuOf(() => expect(decodeFile(valid, LIMITS)).toHaveLength(BYTES));
    const decode = jest.spyOn(TextDecoder.prototype, 'decode');
    const refuse = (bytes: Buffer) => () =>
      expect(() => readTextRows(bytes, LIMITS)).toThrow(/lines; at most 100000 rows/);
    expect(cpuOf(refuse(Buffer.alloc(BYTES, '\xe9\n', 'latin1')))).toBeLessThan(2 * read);
    for (const line of ['\r\r', '\n']) refuse(Buffer.alloc(1_000_000, line))();
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it('has one encoding, which all its bytes decide', () => {
    expect(decodeFile(Buffer.from('\ufeffé\n'), LIMITS)).toBe('é\n');
    const mixed = Buffer.concat([Buffer.from('é\n'), Buffer.from('é\n', 'latin1')]);
    expect(decodeFile(mixed, LIMITS)).toBe('Ã©\né\n');
    expect(() => decodeFile(Buffer.from('a\0b\n'), LIMITS)).toThrow(/NUL/);
    expect(() => decodeFile(Buffer.alloc(11), { bytes: 10, rows: 1 })).toThrow(/at most 10/);
  });

  it('may have four line ends for each row', () => {
    const lines = (count: number) => decodeFile(Buffer.from('\r\n'.repeat(count)), { bytes: 1_000, rows: 2 });
    expect(lines(12)).toHaveLength(24);
    expect(() => lines(13)).toThrow(FileError);
  });

  it.each([
    ['utf-8', '\uFEFFa,é\n'],
    ['utf-16le', 'Origin,Destination\nCañon City,∊\n'],
    ['utf-16le', '\uFEFF∊∊∊'],
    ['utf-16be', 'Origin,Destination\nCañon City,∊\n'],
    ['utf-16be', '\uFEFF∊∊∊'],
    ['windows-1252', 'Cañon City,Zürich\n'],
  ] as const)('in %s is recognized: %j', (encoding, text) => {
    const bytes = encoded(text, encoding);
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeFile(bytes, LIMITS)).toBe(text.replace(/^\uFEFF/, ''));
  });

  it('of UTF-8 whose first part ends inside of a character is UTF-8', () => {
    const start = Buffer.from('a€').subarray(0, 3);
    expect([encodingOf(start, false), encodingOf(start)]).toEqual(['utf-8', 'windows-1252']);
  });

  it('has the separator of most rows, also below names with line breaks and other separators', () => {
    fc.assert(
      fc.property(form, fc.boolean(), ({ encoding, separator }, mark) => {
        const table = [
          ['Ship, from;\t|"\n,', 'to'],
          ['x, y', '1'],
          ['z', '2'],
        ];
        const text = table
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
          .join('\r\n');
        const bytes = encoded(`${mark && encoding !== 'windows-1252' ? '\uFEFF' : ''}${text}`, encoding);
        const read = readTextRows(bytes, LIMITS);
        expect([read.separator, read.rows.map(({ cells }) => cells)]).toEqual([separator, table]);
        expect(readTextForm(bytes, true).form.separator).toBe(separator);
      }),
    );
  });
});
