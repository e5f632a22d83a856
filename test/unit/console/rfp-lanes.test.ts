import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvReader } from '../../../shared/platform/files/csv-rows.ts';
import { separatorOf } from '../../../shared/platform/files/separator.ts';
import { findColumns, LANE_COLUMNS, type LaneColumn } from '../../../shared/rfps/files/lane-columns.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { readLanesQuery } from '../../../shared/rfps/listing/lanes-query.ts';
import {
  type ColumnMapping,
  type ColumnUse,
  headerLine,
  lanesOf,
  proposeMapping,
} from '../../../web/console/src/rfps/column-mapping.ts';
import {
  CONFIDENCES,
  changeLaneFilter,
  LANE_STATUSES,
  type LaneFilter,
  laneQuery,
  NO_FILTER,
  ORDERS,
  readLaneFilter,
  writeLaneFilter,
} from '../../../web/console/src/rfps/lane-filter.ts';
import {
  inputFaults,
  type LaneInput,
  MAX_BODY_LANES,
  pastedInput,
  rowsOf,
  sentLanes,
} from '../../../web/console/src/rfps/lane-input.ts';
import { readFileStart } from '../../../web/console/src/rfps/read-file-start.ts';
import { formErrors, requestRfp } from '../../../web/console/src/rfps/rfp-form.ts';

const COLUMNS = Object.keys(LANE_COLUMNS) as LaneColumn[];
const SPELLINGS = Object.values<readonly string[]>(LANE_COLUMNS).flat();

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'lanes.csv');
async function inputOf(file: File): Promise<LaneInput> {
  const start = await readFileStart(file);
  if (typeof start === 'string') throw new Error(start);
  return { kind: 'file', file, start };
}
/** What the service reads of a file that the console sends. */
async function readSent(input: LaneInput, mapping: ColumnMapping) {
  const sent = sentLanes(input, mapping);
  if ('lanes' in sent) throw new Error('The lanes are not in a file.');
  return readLaneFile(new Uint8Array(await sent.file.arrayBuffer()));
}

/** Names of columns: spellings that the service knows, and texts that spreadsheets have. */
const names = fc.oneof(
  fc.constantFrom(...SPELLINGS),
  fc.constantFrom(
    'From: port',
    'LOADS PER WEEK',
    '=SUM(A1)',
    "'=x",
    'a;b,c\td',
    'say "hi"',
    'two\nlines',
    ' ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
/** A use for each column, each one at most once, with origin and destination. */
const mappings = fc.uniqueArray(fc.constantFrom(...COLUMNS), { maxLength: COLUMNS.length }).chain((some) => {
  const used: ColumnUse[] = [...new Set<ColumnUse>([...some, 'origin', 'destination'])];
  return fc.shuffledSubarray<ColumnUse>([...used, '', '', ''], { minLength: used.length + 3 });
});

it('the service reads each rewritten header as the person mapped it', () => {
  fc.assert(
    fc.property(
      mappings,
      fc.array(names, { minLength: 20, maxLength: 20 }),
      fc.boolean(),
      fc.constantFrom(',', ';', '\t'),
      (uses, texts, hasHeader, separator) => {
        const line = headerLine({ hasHeader, uses }, [texts], separator);
        expect(separatorOf(line)).toBe(separator);
        const [header, ...others] = [...new CsvReader(1, separator).read(line)];
        expect(others).toEqual([]);
        const read = new Map([...findColumns(header?.cells ?? [])].map(([use, position]) => [position, use]));
        expect(uses.map((_, position) => read.get(position) ?? '')).toEqual(uses);
      },
    ),
  );
});

const cells = fc.oneof(
  fc.constantFrom('USLAX', 'Phoenix, AZ', '3,5', '12', '=SUM(A1)', 'two\r\nlines', 'say "hi"', ''),
  // An apostrophe before a formula is the guard of an export, which a reader removes.
  fc.string({ unit: 'grapheme-ascii', maxLength: 6 }).filter((text) => !text.startsWith("'")),
);
/** A file as spreadsheets write it. */
const files = fc.record({
  rows: fc.array(fc.array(cells, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 30 }),
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  start: fc.constantFrom('', '\ufeff', '\n\n', '\ufeff\r\n'),
});

it('a file with a rewritten header has the lanes of the preview, and all cells of its rows', async () => {
  const uses: ColumnUse[] = ['lane_id', 'origin', 'destination', 'equipment_type', 'weekly_volume', ''];
  await fc.assert(
    fc.asyncProperty(files, fc.boolean(), async ({ rows, separator, lineEnd, start }, hasHeader) => {
      const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
      fc.pre(filled.length > 0);
      const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
      const first = hasHeader ? [['Ref', 'Port', 'To', 'Kind', 'Trips', 'Note'], ...filled] : filled;
      const text = first.map((row) => row.map(quote).join(separator)).join(lineEnd);
      const input = await inputOf(fileOf(`${start}${text}`));
      const mapping = { hasHeader, uses };
      const sent = await readSent(input, mapping);
      const preview = lanesOf(mapping, rowsOf(input).slice(hasHeader ? 1 : 0));
      expect(sent.rows).toHaveLength(filled.length);
      expect(sent.rows.slice(0, preview.length).map(({ item }) => item)).toEqual(
        preview.map(({ item }) => item),
      );
      expect(sent.rows.map((row) => row.cells)).toEqual(filled);
    }),
  );
});

describe('a file', () => {
  it('keeps rows in Windows-1252 as they are', async () => {
    const bytes = Buffer.from('Port;To\r\nUSLAX;Ca\xf1on City, CO\r\n', 'latin1');
    const input = await inputOf(fileOf(new Uint8Array(bytes)));
    const { rows } = await readSent(input, { hasHeader: true, uses: ['origin', 'destination'] });
    expect(rows.map(({ item }) => item.destination)).toEqual(['Cañon City, CO']);
    expect(rowsOf(input)[1]).toEqual(['USLAX', 'Cañon City, CO']);
  });

  it.each([
    ['with an open quote', 'From,To\n"USLAX,x', 'row 2: a quote is not closed'],
    ['without a row end', 'x'.repeat(300_000), 'no row end'],
    ['with too many columns', `${','.repeat(300)}x\n`, 'row 1: more than 200 cells'],
  ])('%s is not sent', async (_, content, reason) => {
    expect(await readFileStart(fileOf(content as string))).toContain(reason);
  });
});

describe('pasted rows', () => {
  it('are lanes of the body up to the maximum, and a file with all columns above it', async () => {
    const text = (lanes: number) =>
      `Lane\tFrom\tTo\tNote\n${Array.from({ length: lanes }, (_, at) => `L${at}\tUSLAX\tReno, NV\t=A1`).join('\n')}`;
    const input = pastedInput(text(MAX_BODY_LANES));
    const mapping = proposeMapping('pasted', rowsOf(input));
    expect(inputFaults(input, mapping)).toEqual([]);
    const sent = sentLanes(input, mapping);
    expect('lanes' in sent && sent.lanes.slice(-1)).toEqual([
      { lane_id: 'L999', origin: 'USLAX', destination: 'Reno, NV' },
    ]);
    const { header, rows } = await readSent(pastedInput(text(MAX_BODY_LANES + 1)), mapping);
    expect(header).toEqual(['Lane', 'From', 'To', 'Note']);
    expect([rows.length, rows.at(-1)?.cells]).toEqual([1_001, ['L1000', 'USLAX', 'Reno, NV', '=A1']]);
  });

  it('are at most 100,000 lanes', () => {
    const rows = Array.from({ length: 100_002 }, (_, at) => (at === 0 ? ['From', 'To'] : ['a', 'b']));
    expect(inputFaults({ kind: 'pasted', rows }, proposeMapping('pasted', rows.slice(0, 2)))).toEqual([
      'There are 100,001 lanes; the maximum is 100,000. Make several RFPs.',
    ]);
  });
});

const valuesOf = <Value>(choices: readonly { readonly value: Value }[]) =>
  fc.constantFrom(...choices.map(({ value }) => value));
const filters: fc.Arbitrary<LaneFilter> = fc.record({
  status: valuesOf(LANE_STATUSES),
  confidence: valuesOf(CONFIDENCES),
  origin: fc.string({ maxLength: 20 }),
  sort: valuesOf(ORDERS),
  compare: fc.constant(0),
  cursor: fc.constant(''),
});
const texts = (query: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );

describe('the filter of lanes', () => {
  it('is the same after its address, and accepted by the API', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readLaneFilter(new URLSearchParams(writeLaneFilter(filter)))).toEqual(filter);
        expect(readLanesQuery(texts(laneQuery(filter)))).toMatchObject({ ok: true });
      }),
    );
  });

  it('ignores an address that was not written by the page', () => {
    const address = 'status=x&confidence=&sort=name&compare=-1&cursor=%3Cb%3E&other=1';
    expect(readLaneFilter(new URLSearchParams(address))).toEqual(NO_FILTER);
  });

  it('compares versions only in the order of the lanes, from the first lane', () => {
    const filter: LaneFilter = {
      ...NO_FILTER,
      confidence: 'low',
      origin: 'LAX',
      sort: 'spend',
      cursor: 'abc',
    };
    const compared = changeLaneFilter(filter, { compare: 2 });
    expect(compared).toEqual({ ...NO_FILTER, origin: 'LAX', compare: 2 });
    expect(changeLaneFilter(compared, { origin: '' })).toEqual({ ...NO_FILTER, compare: 2 });
    expect(changeLaneFilter(compared, { sort: 'confidence' })).toEqual({
      ...NO_FILTER,
      origin: 'LAX',
      sort: 'confidence',
    });
  });
});

it('an RFP needs a name, and an end that is not before its start', () => {
  const form = {
    name: ' ',
    customer: ' Acme ',
    reference: '',
    equipment: 'dryvan',
    start: '2027-02-01',
    end: '',
  };
  expect(Object.keys(formErrors({ ...form, end: '2027-01-31' }))).toEqual(['name', 'end']);
  expect(formErrors({ ...form, name: 'x' })).toEqual({});
  expect(requestRfp({ ...form, name: ' x ' })).toEqual({
    name: 'x',
    customer: 'Acme',
    equipment_type: 'dryvan',
    contract_start: '2027-02-01',
  });
});
