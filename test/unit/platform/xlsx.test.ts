import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { type FileKind, fileKind } from '../../../shared/platform/files/file-kind.ts';
import { readWorkbook, type WorkbookLimits } from '../../../shared/platform/files/xlsx-rows.ts';
import { type SheetCell, XlsxWriter } from '../../../shared/platform/files/xlsx-writer.ts';

const LIMITS: WorkbookLimits = { rows: 1_000, columns: 50, cells: 20_000, uncompressedBytes: 100_000_000 };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

interface Parts {
  /** Content of the element `sheetData`. */
  readonly rows?: string;
  /** The whole worksheet. */
  readonly sheet?: string;
  readonly strings?: string;
  readonly formats?: readonly string[];
  readonly workbook?: string;
  readonly others?: Zippable;
}

/** The parts of a workbook with one sheet. Format `n` of `formats` is the style `n + 1`. */
function partsOf({ rows = '', sheet, strings = '', formats = [], workbook, others = {} }: Parts): Zippable {
  const ids = formats.map((code, at) => (/^\d{1,2}$/.test(code) ? Number(code) : 164 + at));
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const texts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      workbook ??
      `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Lanes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
      ['rId3', 'styles', 'styles.xml'],
      ['rId4', 'sharedStrings', 'sharedStrings.xml'],
      ['rId5', 'chartsheet', 'chartsheets/sheet1.xml'],
    ]),
    'xl/worksheets/sheet1.xml':
      sheet ?? `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN}>${strings}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  const bytes = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const);
  return { ...Object.fromEntries(bytes), ...others };
}
const workbookOf = (parts: Parts) => zipSync(partsOf(parts));

const read = (parts: Parts, limits: Partial<WorkbookLimits> = {}) =>
  readWorkbook(workbookOf(parts), { ...LIMITS, ...limits });
/** The texts of the first sheet. */
const cellsOf = async (parts: Parts) => (await read(parts))[0]?.rows.map(({ cells }) => cells);
const failure = async (bytes: Uint8Array, limits: Partial<WorkbookLimits> = {}): Promise<string> =>
  readWorkbook(bytes, { ...LIMITS, ...limits }).then(
    () => 'was read',
    (error: Error) => (error.name === 'FileError' ? error.message : String(error)),
  );

/** Changes a number of 4 bytes of all headers, local and central, whose name ends with a text. */
function withDeclared(bytes: Uint8Array, name: string, offsetInCentral: number, value: number): Uint8Array {
  const changed = Buffer.from(bytes);
  for (let at = 0; at >= 0; at = changed.indexOf('PK\x01\x02', at + 1, 'latin1')) {
    if (at === 0) continue;
    const length = changed.readUInt16LE(at + 28);
    if (
      !changed
        .subarray(at + 46, at + 46 + length)
        .toString()
        .endsWith(name)
    )
      continue;
    changed.writeUInt32LE(value, at + offsetInCentral);
  }
  return changed;
}
const UNCOMPRESSED = 24;
const CRC = 16;

describe('a worksheet', () => {
  it('has texts, numbers, ZIP codes, dates and percents as a person reads them', async () => {
    const formats = ['00000', '00000\\-0000', '[<=99999]00000;00000\\-0000', 'm/d/yyyy', '14', '22', '9'];
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const numbers = [
      [0, '2074.7', '2074.7'],
      [0, '0.30000000000000004', '0.3'],
      [0, '1.0E-7', '0.0000001'],
      [0, '1E+21', '1000000000000000000000'],
      [0, '-3', '-3'],
      [1, '2134', '02134'],
      [1, '2134.5', '2134.5'],
      [2, '21341234', '02134-1234'],
      [3, '2134', '02134'],
      [3, '21341234', '02134-1234'],
      [4, '46388', '2027-01-01'],
      [5, '46388.5', '2027-01-01 12:00'],
      [6, '46388.999999', '2027-01-02'],
      [5, '2958465', '9999-12-31'],
      [5, '-1', '-1'],
      [7, '0.18', '18%'],
      [7, '0.185', '18.5%'],
    ] as const;
    const row = numbers.map(([style, value]) => cell(style, value)).join('');
    expect(await cellsOf({ formats, rows: `<row>${row}</row>` })).toEqual([
      numbers.map(([, , text]) => text),
    ]);
  });

  it('knows dates and times by the format only', async () => {
    const formats = [
      'yyyy\\-mm\\-dd',
      '[$-409]d-mmm-yy;@',
      'h:mm',
      '"day" 0',
      '0.00E+00',
      '[Red]0',
      '[h]:mm',
      '#,##0 "USD"',
    ];
    const row = formats.map((_, at) => `<c s="${at + 1}"><v>1.5</v></c>`).join('');
    expect(await cellsOf({ formats, rows: `<row>${row}</row>` })).toEqual([
      ['1900-01-01 12:00', '1900-01-01 12:00', '1900-01-01 12:00', '1.5', '1.5', '1.5', '1.5', '1.5'],
    ]);
    const times = '<row><c s="1"><v>0.3125</v></c><c s="1"><v>0</v></c></row>';
    expect(await cellsOf({ formats: ['h:mm'], rows: times })).toEqual([['07:30', '00:00']]);
  });

  it('counts days from 1904 if the workbook does', async () => {
    const workbook = `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const rows = '<row><c s="1"><v>44926</v></c></row>';
    expect(await cellsOf({ workbook, formats: ['14'], rows })).toEqual([['2027-01-01']]);
  });

  it('has shared, rich and inline texts, formulas by their value, truth values and errors', async () => {
    const strings =
      '<si><t>02134</t></si><si><r><rPr><b/></rPr><t>Los </t></r><r><t xml:space="preserve">Angeles</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D__x005F_x&amp;b</t></si><si/>';
    const row = [
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c>',
      '<c r="E1" t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c><c r="F1" t="b"><v>1</v></c>',
      '<c r="G1" t="e"><f>A9</f><v>#REF!</v></c><c r="H1"><f>1+1</f><v>2</v></c><c r="I1" t="str"><f>A1</f><v>x</v></c>',
      '<c r="J1" t="d"><v>2027-01-01T00:00:00</v></c><c r="K1"><f>B2*52</f></c><c r="L1"><v><![CDATA[7]]></v></c>',
    ].join('');
    expect(await cellsOf({ strings, rows: `<row r="1">${row}</row>` })).toEqual([
      [
        '02134',
        'Los Angeles',
        'a\r_x&b',
        '',
        'inline',
        'TRUE',
        '#REF!',
        '2',
        'x',
        '2027-01-01',
        '=B2*52',
        '7',
      ],
    ]);
  });

  it('has its rows and columns where Excel shows them, and says which are hidden', async () => {
    const sheet = `${XML}<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:dimension ref="A1:XFD1048576"/><x:cols><x:col min="2" max="16384" hidden="1"/></x:cols><x:sheetData>
      <x:row r="3" hidden="1"><x:c r="C3"><x:v>1</x:v></x:c><x:c r="XFD3" s="1"/></x:row><x:row r="5"/><x:row><x:c><x:v>2</x:v></x:c><x:c r="D6"><x:v>3</x:v></x:c></x:row>
      </x:sheetData></x:worksheet>`;
    expect(await read({ sheet })).toEqual([
      {
        name: 'Lanes',
        isHidden: false,
        rows: [
          { number: 3, cells: ['', '', '1'] },
          { number: 6, cells: ['2', '', '', '3'] },
        ],
        hiddenRows: [3],
        hiddenColumns: ['C', 'D'],
      },
    ]);
  });

  it('is one of several, in the order of the workbook, some of them hidden, without charts', async () => {
    const workbook = `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="B" state="veryHidden" r:id="rId2"/><sheet name="Chart" r:id="rId5"/><sheet name="A&amp;B" r:id="rId1"/></sheets></workbook>`;
    const second = strToU8(
      `<worksheet ${MAIN}><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>`,
    );
    const sheets = await read({ workbook, others: { 'xl/worksheets/sheet2.xml': second } });
    expect(sheets.map(({ name, isHidden, rows }) => [name, isHidden, rows.length])).toEqual([
      ['B', true, 1],
      ['A&B', false, 0],
    ]);
  });

  it('gives back any texts', async () => {
    const escaped = (text: string) =>
      text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\r', '&#13;');
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const row = cells.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join('');
        expect(await cellsOf({ rows: `<row>${row}</row>` })).toEqual([cells]);
      }),
    );
  });
});

describe('a written workbook', () => {
  const write = (header: readonly string[], rows: readonly (readonly SheetCell[])[]) => {
    const writer = new XlsxWriter('A & B', header);
    return Buffer.concat([writer.add(rows.slice(0, 1)), writer.add(rows.slice(1)), writer.end()]);
  };

  it('has numbers, money and days as such, and texts that are no formulas', async () => {
    const file = write(
      ['Price', 'Day'],
      [
        [{ usd: 2074.7 }, { day: '2027-01-01' }, '=1+1', 3],
        ['', { day: '9999-12-31' }],
      ],
    );
    expect(await readWorkbook(file, LIMITS)).toMatchObject([
      {
        name: 'A & B',
        rows: [
          { number: 1, cells: ['Price', 'Day'] },
          { number: 2, cells: ['2074.7', '2027-01-01', '=1+1', '3'] },
          { number: 3, cells: ['', '9999-12-31'] },
        ],
      },
    ]);
    const sheet = Buffer.from(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? []).toString();
    expect(sheet).not.toContain('<f');
    expect(sheet).toContain('state="frozen"');
    expect(sheet).toContain('<c s="1"><v>2074.7</v></c>');
  });

  it('has any texts', async () => {
    const special = fc.constantFrom('_x0041_', '\r\n', '\u0000', '\uFFFF', '<&>"\'', ' ', '\t');
    const texts = fc.array(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), special), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        expect((await readWorkbook(write(['a'], [cells]), LIMITS))[0]?.rows[1]?.cells).toEqual(cells);
      }),
    );
  });
});

describe('a workbook that costs too much', () => {
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;
  const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1)).join('');

  it.each<[string, Parts, Partial<WorkbookLimits>, string]>([
    ['rows', { rows: rows(3) }, { rows: 2 }, 'has more than 2 rows'],
    ['columns', { rows: '<row><c r="C1"><v>1</v></c></row>' }, { columns: 2 }, 'a value in column C'],
    ['cells', { rows: rows(3) }, { cells: 2 }, 'more than 2 cells'],
    ['texts', { strings: '<si><t>a</t></si>'.repeat(3) }, { cells: 2 }, 'more than 2 cells'],
    ['bytes', { rows: rows(100) }, { uncompressedBytes: 2_000 }, 'too large after it is unpacked'],
    [
      'characters',
      { rows: `<row><c><v>${'1'.repeat(40_000)}</v></c></row>` },
      {},
      'more than 32767 characters',
    ],
  ])('has too many %s', async (_, parts, limits, message) => {
    expect(await failure(workbookOf(parts), limits)).toContain(message);
  });

  it('is refused by what it declares, before it is expanded', async () => {
    const bomb = workbookOf({ sheet: `<worksheet>${' '.repeat(10_000_000)}</worksheet>` });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await failure(bomb)).toContain('too large after it is unpacked');
  });

  it.each([1_000, 4_000_000])(
    'is refused when a part is larger than the %i bytes that it declares',
    async (declared) => {
      const bomb = workbookOf({ sheet: `<worksheet>${' '.repeat(10_000_000)}</worksheet>` });
      expect(await failure(withDeclared(bomb, 'sheet1.xml', UNCOMPRESSED, declared))).toMatch(
        /damaged|too large/,
      );
    },
  );

  it('may have a format of any length, of which only short ones are read', async () => {
    const formats = ['['.repeat(200_000), `${'"a"'.repeat(100)}yyyy`, 'yyyy'];
    const rows = `<row>${formats.map((_, at) => `<c s="${at + 1}"><v>46418</v></c>`).join('')}</row>`;
    expect(await cellsOf({ formats, rows })).toEqual([['46418', '46418', '2027-01-31']]);
  });

  it('may have many empty formatted rows', async () => {
    const empty = Array.from(
      { length: 200_000 },
      (_, at) => `<row r="${at + 2}" s="1" customFormat="1"/>`,
    ).join('');
    const sheets = await read({ rows: row(1) + empty });
    expect(sheets[0]?.rows).toEqual([{ number: 1, cells: ['1'] }]);
  }, 60_000);
});

describe('a file that is no workbook', () => {
  const good = workbookOf({ rows: '<row><c><v>1</v></c></row>' });

  it.each<[string, Uint8Array, string]>([
    ['cut', good.subarray(0, good.length - 40), 'damaged or incomplete'],
    ['with another checksum', withDeclared(good, 'sheet1.xml', CRC, 1), 'damaged or incomplete'],
    [
      'with a DOCTYPE',
      workbookOf({ sheet: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>' }),
      'cannot be read',
    ],
    [
      'with endless text',
      workbookOf({ rows: `<!-- ${Array.from({ length: 300_000 }, (_, at) => at * 7_919).join(' ')}` }),
      'cannot be read',
    ],
    ['with a row of another number', workbookOf({ rows: '<row r="9999999999"/>' }), 'cannot be read'],
    [
      'with macros',
      workbookOf({ others: { 'xl/vbaProject.bin': new Uint8Array(9) } }),
      'Save it as .xlsx, without macros',
    ],
    ['binary', zipSync({ 'xl/workbook.bin': new Uint8Array(9) }), '.xlsb'],
    ['another ZIP', zipSync({ 'lanes.csv': new Uint8Array(9) }), 'without an Excel workbook'],
    [
      'old or with a password',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      'has a password or is an old .xls',
    ],
    ['text', strToU8('origin,destination'), 'not an Excel workbook'],
  ])('%s', async (_, bytes, message) => {
    expect(await failure(bytes)).toContain(message);
  });

  it('whatever its bytes, is refused with a sentence or read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const bytes = Uint8Array.from(good);
        bytes[at] = byte;
        expect(await failure(bytes)).toMatch(/^(was read|the (file|workbook|sheet) .*)$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the kind of a file', () => {
  it.each<[FileKind, Uint8Array]>([
    ['xlsx', workbookOf({})],
    ['zip', zipSync({ 'a.csv': new Uint8Array(1) })],
    ['ods', zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] })],
    ['xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ['pdf', strToU8('%PDF-1.7')],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8)],
    ['image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
    ['html', strToU8('\n<HTML><table>')],
    ['xml', strToU8('\uFEFF<?xml version="1.0"?>')],
    ['text', strToU8('origin,destination')],
    ['text', new Uint8Array()],
  ])('is %s', (kind, bytes) => {
    expect(fileKind(bytes)).toBe(kind);
  });
});
