import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, CsvReader, type CsvRow } from '../../../../shared/platform/csv/csv-rows.ts';
import {
  FileChangedError,
  type PartSizes,
  readInParts,
} from '../../../../shared/platform/csv/read-in-parts.ts';
import type { PartPlace } from '../../../../shared/platform/csv/rows-in-part.ts';
import { isNotUtf8 } from '../../../../shared/platform/csv/utf8.ts';

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

  it.each([
    ['between return and line feed', 'a,b\r\nc,d\r\n'],
    ['within a sign of several bytes', 'é€,🚢\n"🚢\r\n",x\n'],
    ['within quotes', 'a,"one\r\ntwo\n""three"""\nb,c\n'],
    ['at empty rows', '\n\r\n\r\ra\n\n\nb\r'],
  ])('may be cut %s', async (_, rows) => {
    const bytes = Buffer.from(rows.repeat(3));
    const whole = inOne(bytes);
    // Every part is at least as long as the longest row with its row end.
    for (let request = Buffer.byteLength(rows); request <= bytes.length + 1; request++) {
      for (const part of [1, 2, 5, request]) {
        expect(await rowsOf(bytes, { request, part })).toEqual(whole);
      }
    }
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
