import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvReader, csvRow } from '../../../shared/platform/files/csv-rows.ts';
import { isNotUtf8 } from '../../../shared/platform/files/utf8.ts';
import { LANE_COLUMNS } from '../../../shared/rfps/files/lane-columns.ts';
import { keptCells, lanesOfFile, MAX_ROW_BYTES } from '../../../shared/rfps/files/lanes-of-file.ts';
import { MAX_FILE_BYTES, readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { RESULT_COLUMNS, resultLine, resultsHeader } from '../../../shared/rfps/files/result-columns.ts';
import { resultsFile } from '../../../shared/rfps/files/results-file.ts';
import { readRfpFileKey, rfpFileKey, rfpResultsKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import { MAX_RFP_LANES, WEEKS_PER_YEAR } from '../../../shared/rfps/lanes/lane-draft.ts';
import type { LaneResult } from '../../../shared/rfps/lanes/lane-result.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { createRfpIds } from '../../../shared/rfps/record/rfp-id.ts';

const bytes = (text: string) => Buffer.from(text);
const items = (text: string) => readLaneFile(bytes(text)).rows.map(({ item }) => item);
const faultOf = (file: Uint8Array): unknown => {
  try {
    readLaneFile(file);
  } catch (error) {
    return error;
  }
  return undefined;
};
const rowsOf = (text: string) => {
  const reader = new CsvReader();
  return [...reader.read(text), ...reader.end()].map(({ cells }) => cells);
};

describe('a file of lanes', () => {
  it.each([
    ['commas and LF', 'Lane ID,Origin,Destination,Weekly Volume\n7,USLAX,"Phoenix, AZ",2\n'],
    [
      'a byte order mark and CRLF',
      '\ufeffLane ID,Origin,Destination,Weekly Volume\r\n7,USLAX,"Phoenix, AZ",2\r\n',
    ],
    ['semicolons', 'lane_id;ORIGIN;Dest.;Loads/Week\r\n7;USLAX;Phoenix, AZ;2\r\n'],
    ['tabs', 'lane_id\tFrom\tTo\tloads per week\n7\tUSLAX\tPhoenix, AZ\t2'],
    ['parts of addresses', 'id,from,to city,to state,weekly loads\n7,USLAX, Phoenix ,AZ,2'],
    ['a volume a year and empty rows', '\n,,,\nid,from,to,annual volume\n\n7,USLAX,"Phoenix, AZ",104\n,,,\n'],
  ])('with %s has its lanes', (_what, text) => {
    expect(items(text)).toEqual([
      { lane_id: '7', origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 2 },
    ]);
  });

  it.each([
    ['1,250', 1250],
    ['1,250.5', 1250.5],
    ['2,5', 2.5],
    ['2.25', 2.25],
    ['a few', 'a few'],
    ['-1', -1],
  ])('reads the volume "%s"', (volume, expected) => {
    expect(items(`origin;destination;weekly volume\nA;B;${volume}`)[0]?.weekly_volume).toBe(expected);
  });

  it.each([1, 5, 7, 10, 104])('reads %d loads a year, which stay as many in a year', (annual) => {
    const [item] = items(`origin,destination,annual volume\nUSLAX,"Phoenix, AZ",${annual}`);
    const weekly = Number(item?.weekly_volume);
    expect(weekly * WEEKS_PER_YEAR).toBeCloseTo(annual, 3);
    expect(readLane(item, { equipment: 'container_40', requirements: [] }).weeklyVolume).toBe(weekly);
  });

  it('composes places of city, state and ZIP code, and splits requirements', () => {
    const header = 'origin city,origin state,origin zip,destination zip,services,note';
    expect(items(`${header}\nDallas,TX,75201,85043,hazmat; prepull,x`)).toEqual([
      { origin: 'Dallas, TX 75201', destination: '85043', special_requirements: ['hazmat', 'prepull'] },
    ]);
  });

  it.each(['utf8', 'latin1'] as const)('is read in %s', (encoding) => {
    const file = Buffer.from('origin,destination\nZürich,"Cañon City, CO"\n', encoding);
    const lane = { origin: 'Zürich', destination: 'Cañon City, CO' };
    expect(readLaneFile(file).rows.map(({ item }) => item)).toEqual([lane]);
    expect(isNotUtf8(faultOf(Buffer.from('origin,destination\nA,B\n', 'utf16le')))).toBe(true);
  });

  it.each([
    ['two columns of one meaning', 'Origin,From,To\n1,2,3', /"Origin" and "From" both mean origin/],
    ['an open quote', 'origin,destination\n"A,B\n', /row 2: a quote is not closed/],
  ])('with %s is rejected with the reason', (_what, text, message) => {
    expect(String(faultOf(bytes(text)))).toMatch(message);
  });

  it('has the separator of its header, also after names with line breaks, commas and quotes', () => {
    const names = ['"Ship, from; ""port""\r\n\torigin, all"', 'origin', '"the\ndestination"', 'to'];
    for (const separator of [',', ';', '\t']) {
      const lines = [names, ['x', 'USLAX', 'y', '30303']].map((cells) => cells.join(separator));
      expect(items(lines.join('\n'))).toMatchObject([{ origin: 'USLAX', destination: '30303' }]);
    }
  });

  it('has at most 100,000 lanes and a bounded size', () => {
    const lanes = (count: number) => bytes(`origin,destination\n${'A,B\n'.repeat(count)}`);
    expect(readLaneFile(lanes(MAX_RFP_LANES)).rows).toHaveLength(MAX_RFP_LANES);
    expect(String(faultOf(lanes(MAX_RFP_LANES + 1)))).toMatch(/row 100002: more than 100000 lanes/);
    expect(String(faultOf(new Uint8Array(MAX_FILE_BYTES + 1)))).toMatch(/at most 60000000 are allowed/);
  });

  it('has no spelling of a header with two meanings', () => {
    const spellings = Object.values(LANE_COLUMNS).flat();
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it('of any bytes is read or rejected, and its lanes have the cells of their rows', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
        const text = ['origin,destination,note', ...cells.map((row) => csvRow(row))].join('\r\n');
        const given = cells.filter((row) => row.some((one) => one.trim() !== ''));
        if (given.length === 0) return;
        expect(readLaneFile(bytes(text)).rows.map((row) => row.cells)).toEqual(given);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (file) => {
        const fault = faultOf(Buffer.concat([bytes('origin,destination\n'), file]));
        expect(fault === undefined || Object(fault).name === 'CsvError' || isNotUtf8(fault)).toBe(true);
      }),
    );
  });

  it('keeps the cells of a row as they are, up to a number of bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 1_000 }), { maxLength: 8 }), (cells) => {
        const kept = keptCells(cells);
        expect(kept).toHaveLength(cells.length);
        expect(Buffer.byteLength(kept.join(''))).toBeLessThanOrEqual(MAX_ROW_BYTES);
        if (Buffer.byteLength(cells.join('')) <= MAX_ROW_BYTES) expect(kept).toEqual(cells);
        for (const [at, cell] of kept.entries()) expect(cell.isWellFormed() || cell === cells[at]).toBe(true);
      }),
    );
  });

  it('has lanes with the defaults of the RFP, and faults of a row stay in its lane', () => {
    const { rows } = readLaneFile(bytes('from,to,equipment\nUSLAX,85043,\n,85043,boat\n'));
    const [first, second] = lanesOfFile(rows, { equipment: 'container_45hc', requirements: [] });
    expect(first).toMatchObject({ equipment: 'container_45hc', errors: [], cells: ['USLAX', '85043', ''] });
    expect(second?.errors.map(({ field }) => field)).toEqual(['origin', 'equipment_type']);
  });
});

describe('a file of results', () => {
  const failed = (message: string): LaneResult => ({
    status: 'failed',
    error: { code: 'LANE_INVALID', message, details: {} },
  });
  const nothing = { weeklyCents: 0, terms: {} };

  it('has the columns of the input in their order, and no cell that a spreadsheet runs', () => {
    const formulas = ['=1+1', '+1', '@A1', "=cmd|' /C calc'!A0", '\t=1', '-2'];
    const text = fc.oneof(fc.string(), fc.constantFrom(...formulas));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (cells, message) => {
        const line = resultLine({ result: failed(message) }, { cells, ...nothing }, [...cells.keys()]);
        const [row = []] = rowsOf(line);
        expect(row.slice(0, cells.length)).toEqual(cells);
        expect(row.slice(cells.length, cells.length + 3)).toEqual(['failed', 'LANE_INVALID', message]);
        const raw = [...line.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g)].map(([, one = '']) => one);
        expect(raw).toHaveLength(cells.length + RESULT_COLUMNS.length);
        for (const one of raw) expect(one).not.toMatch(/^"?(?:[=@+\t\r]|-[^\d.])/);
      }),
    );
    expect(rowsOf(resultsHeader(['b', 'a']))[0]).toEqual(['b', 'a', ...RESULT_COLUMNS]);
  });

  it('that is corrected and sent again has each result column once, with the new results', () => {
    const resend = (file: string, message: string) => {
      const { header, rows } = readLaneFile(bytes(file));
      const drafts = lanesOfFile(rows, { equipment: 'container_40', requirements: [] });
      const priced = { result: failed(message) };
      return resultsFile(
        drafts.map((draft) => ({ index: 0, draft, priced, ...nothing })),
        header,
      );
    };
    // The second row is shorter than the header.
    const first = resend('Lane,From,To,note\r\nA1,USLAX,Nowhere,mine\r\nA2,USLAX\r\n', 'first');
    const corrected = rowsOf(first).map((row, at) => csvRow([...row, at === 0 ? 'added' : `new ${at}`]));
    const second = rowsOf(resend(corrected.join('\r\n'), 'second'));
    const empty = RESULT_COLUMNS.slice(3).map(() => '');
    expect(second).toEqual([
      ['Lane', 'From', 'To', 'note', 'added', ...RESULT_COLUMNS],
      ['A1', 'USLAX', 'Nowhere', 'mine', 'new 1', 'failed', 'LANE_INVALID', 'second', ...empty],
      ['A2', 'USLAX', '', '', 'new 2', 'failed', 'LANE_INVALID', 'second', ...empty],
    ]);
    const third = resend(second.map((row) => csvRow(row)).join('\r\n'), 'second');
    expect(rowsOf(third)).toEqual(second);
  });
});

describe('the key of a file of an RFP', () => {
  const rfpId = createRfpIds()(new Date());
  const account = { orgId: 'org_1', mode: 'live' } as const;
  const key = rfpFileKey(account, rfpId);
  const results = rfpResultsKey(account, rfpId, { version: 2, termsRevision: 11 });

  it('of lanes is none if any part differs', () => {
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom('/', 'x', '', '//'), (at, put) => {
        const other = key.slice(0, at) + put + key.slice(at + 1);
        const read = readRfpFileKey(other);
        expect(read === undefined || rfpFileKey(read.account, read.rfpId) === other).toBe(true);
      }),
    );
    for (const other of ['', results, `${key}/`, key.replace('rfps/', ''), key.replace('.rfp', '')])
      expect(readRfpFileKey(other)).toBeUndefined();
  });
});
