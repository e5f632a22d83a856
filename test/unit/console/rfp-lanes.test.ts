import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANE_FILE } from '../../../shared/rfps/files/lane-columns.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { readLanesQuery } from '../../../shared/rfps/listing/list-lanes.ts';
import { readRfpRequest } from '../../../shared/rfps/read-rfp-request.ts';
import type { ColumnChoice } from '../../../shared/sheets/table.ts';
import {
  type ColumnMapping,
  changeUse,
  firstRows,
  hasKnownHeader,
  headersOf,
  readColumns,
} from '../../../web/console/src/columns/column-mapping.ts';
import { LANES, LOADS, type MappedFile, RATES } from '../../../web/console/src/columns/mapped-files.ts';
import { rememberChoice, rememberedChoice } from '../../../web/console/src/columns/remembered-columns.ts';
import {
  CONFIDENCES,
  LANE_STATUSES,
  type LaneFilter,
  laneQuery,
  ORDERS,
} from '../../../web/console/src/rfps/lane-filter.ts';
import {
  type LaneInput,
  laneFault,
  MAX_BODY_LANES,
  pastedInput,
  readLanes,
  sentLanes,
} from '../../../web/console/src/rfps/lane-input.ts';

type Rows = Exclude<LaneInput, { readonly kind: 'workbook' }>;

const rowsOf = (input: LaneInput | string | undefined): Rows => {
  if (typeof input !== 'object' || input.kind === 'workbook')
    throw new Error(`no rows: ${JSON.stringify(input)}`);
  return input;
};
const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'lanes.csv');
const fileInput = async (file: File): Promise<LaneInput | string> => {
  const found = await firstRows(file);
  if (found === 'workbook') return { kind: 'workbook', file };
  return 'fault' in found ? found.fault : { kind: 'file', file, ...found };
};
const read = async (content: string | Uint8Array<ArrayBuffer>) => rowsOf(await fileInput(fileOf(content)));
const pasted = (text: string) => rowsOf(pastedInput(text));

const BY_ITSELF: ColumnMapping = { hasHeader: true, choice: {} };
/** The mapping after a person chose uses, one after the other. */
const mapped = (input: Rows, uses: readonly (readonly [header: string, use: string])[], start = BY_ITSELF) =>
  uses.reduce((mapping, [header, use]) => changeUse(LANES, input, mapping, header, use), start);

const itemsOf = (input: Rows, mapping = BY_ITSELF) => readLanes(input, mapping).lanes.map(({ item }) => item);

/** The lanes that the service reads of what the console sends. */
async function sentItems(input: Rows, mapping: ColumnMapping) {
  const sent = sentLanes(input, mapping);
  if ('lanes' in sent) return { columns: undefined, items: sent.lanes };
  const body = { name: 'x', source: 'upload', ...(sent.columns && { columns: sent.columns }) };
  expect(readRfpRequest(JSON.parse(JSON.stringify(body)), new Date())).toMatchObject({ ok: true });
  const { rows } = readLaneFile(new Uint8Array(await sent.file.arrayBuffer()), sent.columns);
  return { columns: sent.columns, items: rows.map(({ item }) => item) };
}

const LANE = { origin: 'Savannah, GA', destination: 'Reno, NV', equipment_type: "40' HC" };
const HEADER = 'Orig City;Orig ST;Dest City;Dest State/Prov;Eqpt';
const ROW = "Savannah;GA;Reno;NV;40' HC";

describe('a file', () => {
  it.each([
    ['with semicolons', `${HEADER}\n${ROW}`],
    ['with tabs', `${HEADER}\n${ROW}`.replaceAll(';', '\t')],
    ['with title lines and an empty row', `Acme bid 2027;;;;\n;;;;\nContact: Jo;;;;\n${HEADER}\n${ROW}`],
    ['with a line sep=', `sep=;\r\n${HEADER}\r\n${ROW}\r\n`],
    ['with a header of two lines', `Origin;;Destination;;Eqpt\nCity;ST;City;ST;\n${ROW}`],
    ['with a total', `${HEADER}\n${ROW}\nGrand total;;;;1\n`],
  ])('%s has the lanes that the service reads', async (_, text) => {
    const input = await read(text);
    expect(itemsOf(input)).toEqual([LANE]);
    expect(await sentItems(input, BY_ITSELF)).toEqual({ columns: undefined, items: [LANE] });
  });

  it('that is a workbook is sent as it is', async () => {
    const file = fileOf('PK\x03\x04');
    const input = await fileInput(file);
    expect(input).toEqual({ kind: 'workbook', file });
    expect(sentLanes(input as LaneInput, BY_ITSELF)).toEqual({ file });
  });

  it.each([
    ['with an open quote', 'From,To\n"USLAX,x', 'The file cannot be read. Row 2: a quote is not closed.'],
    ['without a row end', 'x'.repeat(300_000), 'a cell of more than 10000 characters'],
    ['with too many columns', `${','.repeat(300)}x\n`, 'Row 1: more than 200 cells'],
    ['without rows', '\n;;\n', 'The file is empty.'],
    ['that is a PDF', '%PDF-1.7\n', 'the file is a PDF'],
  ])('%s is not sent', async (_, content, reason) => {
    expect(String(await fileInput(fileOf(content))).toLowerCase()).toContain(reason.toLowerCase());
  });
});

describe('the columns', () => {
  it.each([LANES, RATES, LOADS] as readonly MappedFile[])('of a $name offer each meaning once', (kind) => {
    const offered = Object.values(kind.groups).flat();
    expect(offered.sort()).toEqual(Object.keys(kind.file.meanings).sort());
  });

  it('of loads and rates are read as those of lanes, and remembered apart', async () => {
    const input = await read('Wann;Bis;From;To;Equip;Pay\n2027-01-31;2027-02-02;USLAX;Reno, NV;40HC;650');
    expect(readColumns(LOADS, input, BY_ITSELF).faults).toEqual([
      'No column is used for the date. Choose the column that has the date.',
    ]);
    const mapping = changeUse(LOADS, input, BY_ITSELF, 'Wann', 'date');
    expect(readColumns(LOADS, input, mapping)).toMatchObject({ faults: [], table: { headerRow: 1 } });
    expect(readColumns(RATES, input, BY_ITSELF).faults).toEqual([
      'No column is used for the rate. Choose the column that has the rate, rate per load, or rate per mile.',
    ]);
  });

  it('have the lanes of the preview in the file that is sent, however a person uses them', async () => {
    const uses = [...Object.keys(LANE_FILE.meanings), 'ignore', ''];
    const headers = ['Orig City', 'ST', 'To', 'City', 'State', '=x', 'a, "b"', 'Volumen', '', 'Units'];
    const cell = fc.constantFrom(
      'USLAX',
      'Reno, NV',
      'GA',
      '3,5',
      "40' HC",
      '=SUM(A1)',
      'two\r\nlines',
      '',
      '12/yr',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 10, maxLength: 10 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.constantFrom(...headers), fc.constantFrom(...uses)), { maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, chosen, separator, lineEnd) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = [headers, ...rows].map((row) => row.map(quote).join(separator)).join(lineEnd);
          const input = await read(text);
          const mapping = mapped(input, chosen);
          const { faults, lanes } = readLanes(input, mapping);
          fc.pre(faults.length === 0 && lanes.length > 0);
          expect((await sentItems(input, mapping)).items).toEqual(lanes.map(({ item }) => item));
        },
      ),
    );
  });
});

describe('pasted rows', () => {
  const text = (lanes: number, note = '') =>
    `Lane\tFrom\tTo\tComment\n${Array.from({ length: lanes }, (_, at) => `L${at}\tUSLAX\tReno, NV\t${note}`).join('\n')}`;

  it('are lanes of the body up to the maximum, and the pasted text as a file above it', async () => {
    const input = pasted(text(MAX_BODY_LANES));
    const sent = sentLanes(input, BY_ITSELF);
    expect('lanes' in sent && sent.lanes.slice(-1)).toEqual([
      { lane_id: 'L999', origin: 'USLAX', destination: 'Reno, NV' },
    ]);
    const more = pasted(text(MAX_BODY_LANES + 1, '=A1'));
    const file = sentLanes(more, BY_ITSELF);
    expect('file' in file && (await file.file.text())).toBe(text(MAX_BODY_LANES + 1, '=A1'));
    expect((await sentItems(more, BY_ITSELF)).items).toHaveLength(1_001);
  });

  it('are a file if a cell is not read, so that the RFP states it', () => {
    const input = pasted('From\tTo\tLoads per week\nUSLAX\tReno, NV\tmany');
    expect(sentLanes(input, BY_ITSELF)).toHaveProperty('file');
  });

  it.each([1, MAX_BODY_LANES + 1])('without a header have numbered columns (%d lanes)', async (count) => {
    const input = pasted('USLAX;Reno, NV;3,5\n'.repeat(count));
    expect([hasKnownHeader(LANES, input), hasKnownHeader(LANES, pasted(text(1)))]).toEqual([false, true]);
    const mapping = mapped(
      input,
      [
        ['Column 1', 'origin'],
        ['Column 2', 'destination'],
        ['Column 3', 'volume'],
      ],
      { hasHeader: false, choice: {} },
    );
    expect(readLanes(input, { hasHeader: false, choice: {} }).faults).toHaveLength(2);
    const { items } = await sentItems(input, mapping);
    expect([items.length, items[0]]).toEqual([count, { origin: 'USLAX', destination: 'Reno, NV' }]);
  });

  it('are at most 100,000 lanes, and at least one', () => {
    const many = pasted(`From\tTo\n${'a\tb\n'.repeat(100_000)}`);
    expect(laneFault(many, readLanes(many, BY_ITSELF))).toBe(
      'There are 100,001 rows; the maximum is 100,000. Make several RFPs.',
    );
    const none = pasted('From\tTo');
    expect(laneFault(none, readLanes(none, BY_ITSELF))).toContain('There are no lanes');
    expect(pastedInput(' \n\t\n')).toBeUndefined();
    expect(pastedInput('From\tTo\n"USLAX')).toContain('a quote is not closed');
  });
});

describe('meanings that a person stated', () => {
  let stored: Record<string, string>;
  beforeEach(() => {
    stored = {};
    const localStorage = {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => {
        stored[name] = value;
      },
    };
    Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
  });
  const VON: ColumnChoice = { Von: 'origin' };

  it('are used again for the same headers of the same organization', async () => {
    const first = await read('Von;Nach\nUSLAX;Reno, NV');
    const later = await read('Nach;Von\nReno, NV;USNYC');
    rememberChoice(LANES, 'org_1', headersOf(LANES, first), VON);
    expect(rememberedChoice(LANES, 'org_1', headersOf(LANES, later))).toEqual(VON);
    expect(rememberedChoice(LANES, 'org_2', headersOf(LANES, later))).toEqual({});
    expect(rememberedChoice(RATES, 'org_1', headersOf(LANES, later))).toEqual({});
    expect(rememberedChoice(LANES, 'org_1', ['Von'])).toEqual({});
    expect(Object.values(stored).join()).not.toMatch(/USLAX|Reno/);
    rememberChoice(LANES, 'org_1', headersOf(LANES, later), {});
    expect(rememberedChoice(LANES, 'org_1', headersOf(LANES, first))).toEqual({});
  });

  it('are not used if the browser has another text, or a meaning is unknown', () => {
    for (const text of ['{', '{}', '[null, 1, {"organization":"org_1","headers":1}]']) {
      stored = { 'freight-lane-columns': text };
      expect(rememberedChoice(LANES, 'org_1', ['Von'])).toEqual({});
      rememberChoice(LANES, 'org_1', ['Von'], { Von: 'constructor', Nach: 'ignore' });
      expect(rememberedChoice(LANES, 'org_1', ['Von'])).toEqual({ Nach: 'ignore' });
    }
  });
});

const valuesOf = <Value>(choices: readonly { readonly value: Value }[]) =>
  fc.constantFrom(...choices.map(({ value }) => value));
const filters: fc.Arbitrary<LaneFilter> = fc.record({
  status: valuesOf(LANE_STATUSES),
  confidence: valuesOf(CONFIDENCES),
  origin: fc.string({ maxLength: 20 }),
  sort: valuesOf(ORDERS),
  compare: fc.constant(''),
  cursor: fc.constant(''),
});
const texts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

it('the API accepts each filter of lanes', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(readLanesQuery(texts(laneQuery(filter)))).toMatchObject({ ok: true });
    }),
  );
});
