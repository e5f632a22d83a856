import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, CsvReader, csvRow } from '../../../../shared/platform/csv/csv-rows.ts';
import { isNotUtf8 } from '../../../../shared/platform/csv/utf8.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { findColumns, LANE_COLUMNS } from '../../../../shared/rfps/files/lane-columns.ts';
import { lanesOfFile } from '../../../../shared/rfps/files/lanes-of-file.ts';
import { MAX_FILE_BYTES, readLaneFile } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { RESULT_COLUMNS, resultLine, resultsHeader } from '../../../../shared/rfps/files/result-columns.ts';
import { resultsFile } from '../../../../shared/rfps/files/results-file.ts';
import { type LaneDraft, MAX_RFP_LANES, WEEKS_PER_YEAR } from '../../../../shared/rfps/lanes/lane-draft.ts';
import type { LaneResult } from '../../../../shared/rfps/lanes/lane-result.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import type { LaneView } from '../../../../shared/rfps/pricing/view-lanes.ts';

const bytes = (text: string) => Buffer.from(text);
const read = (text: string) => readLaneFile(bytes(text));
const items = (text: string) => read(text).rows.map(({ item }) => item);
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
    const [item] = items(`origin;destination;weekly volume\nA;B;${volume}`);
    expect(item?.weekly_volume).toBe(expected);
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
      {
        origin: 'Dallas, TX 75201',
        destination: '85043',
        special_requirements: ['hazmat', 'prepull'],
      },
    ]);
  });

  it('is read in any encoding of its rows', () => {
    const header = bytes('origin,destination\n');
    const utf8 = bytes('Zürich,"Cañon City, CO"\n');
    const windows = Buffer.from('Zürich,"Cañon City, CO"\n', 'latin1');
    const file = Buffer.concat([header, utf8, windows, utf8]);
    const lane = { origin: 'Zürich', destination: 'Cañon City, CO' };
    expect(readLaneFile(file).rows.map(({ item }) => item)).toEqual([lane, lane, lane]);
    const utf16 = faultOf(Buffer.from('origin,destination\nA,B\n', 'utf16le'));
    expect(isNotUtf8(utf16)).toBe(true);
  });

  it.each([
    ['an empty file', '', /the file is empty/],
    ['a byte order mark only', '\ufeff', /the file is empty/],
    ['a header only', 'origin,destination\n', /no rows below the header/],
    ['no origin', 'lane,destination\n1,2', /column "origin" is missing/],
    ['no destination', 'origin,to state\n1,AZ', /column "destination" is missing/],
    ['two columns of one meaning', 'Origin,From,To\n1,2,3', /"Origin" and "From" both mean origin/],
    ['an open quote', 'origin,destination\n"A,B\n', /row 2: a quote is not closed/],
  ])('with %s is rejected with the reason', (_what, text, message) => {
    const fault = faultOf(bytes(text));
    expect(fault).toBeInstanceOf(CsvError);
    expect(String(fault)).toMatch(message);
  });

  it('has the separator of its header, also after names with line breaks, commas and quotes', () => {
    for (const separator of [',', ';', '\t']) {
      const header = ['"Ship, from; ""port""\r\n\torigin, all"', 'origin', '"the\ndestination"', 'to'].join(
        separator,
      );
      const { rows } = read(`${header}\n${['x', 'USLAX', 'y', '30303'].join(separator)}\n`);
      expect(rows.map(({ item }) => item)).toMatchObject([{ origin: 'USLAX', destination: '30303' }]);
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
    for (const [column, names] of Object.entries(LANE_COLUMNS)) {
      for (const name of [column, ...names, column.toUpperCase().replaceAll('_', ' ')]) {
        expect([...findColumns([name, ...required(column)]).keys()][0]).toBe(column);
      }
    }
  });

  it('of any bytes is read or rejected, and its lanes have the cells of their rows', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
        const text = ['origin,destination,note', ...cells.map((row) => csvRow(row))].join('\r\n');
        const given = cells.filter((row) => row.some((one) => one.trim() !== ''));
        if (given.length === 0) return;
        expect(read(text).rows.map((row) => row.cells)).toEqual(given);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (file) => {
        const fault = faultOf(Buffer.concat([bytes('origin,destination\n'), file]));
        expect(fault === undefined || fault instanceof CsvError || isNotUtf8(fault)).toBe(true);
      }),
    );
  });
});

const required = (column: string): string[] => [
  ...(column.startsWith('origin') ? [] : ['origin']),
  ...(column.startsWith('destination') ? [] : ['destination']),
  ...(column === 'origin_state' ? ['origin'] : []),
  ...(column === 'destination_state' ? ['destination'] : []),
];

describe('a file of results', () => {
  const failed = (message: string): LaneResult => ({
    status: 'failed',
    error: { code: 'LANE_INVALID', message, details: {} },
  });
  const nothing = { weeklyCents: 0, terms: {} };

  it('has the columns of the input in their order, and no cell that a spreadsheet runs', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('=1+1', '+1', '@A1', "=cmd|' /C calc'!A0", '\t=1', '-2'),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (cells, message) => {
        const line = resultLine({ result: failed(message) }, { cells, ...nothing }, [...cells.keys()]);
        const reader = new CsvReader();
        const [row] = [...reader.read(line), ...reader.end()];
        expect(row?.cells.slice(0, cells.length)).toEqual(cells);
        expect(row?.cells.slice(cells.length, cells.length + 3)).toEqual(['failed', 'LANE_INVALID', message]);
        const raw = [...line.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g)].map(([, one = '']) => one);
        expect(raw).toHaveLength(cells.length + RESULT_COLUMNS.length);
        for (const one of raw) expect(one).not.toMatch(/^"?(?:[=@+\t\r]|-[^\d.])/);
      }),
    );
    expect(rowsOf(resultsHeader(['b', 'a']))[0]).toEqual(['b', 'a', ...RESULT_COLUMNS]);
  });

  it('that is corrected and sent again has each result column once, with the new results', () => {
    const view = (draft: LaneDraft, message: string): LaneView => ({
      ...{ index: 0, draft, priced: { result: failed(message) }, ...nothing },
    });
    const resend = (file: string, message: string) => {
      const { header, rows } = readLaneFile(bytes(file));
      const drafts = lanesOfFile(rows, { equipment: 'container_40', requirements: [] });
      return resultsFile(
        drafts.map((draft) => view(draft, message)),
        header,
      );
    };
    const input = csvRow(['Lane', 'From', 'To', 'note']);
    const first = resend(`${input}\r\nA1,USLAX,Nowhere,mine\r\nA2,USLAX\r\n`, 'first');
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

  it('fills short rows of the input, and cuts long ones', () => {
    const [short, long] = [['1'], ['1', '2', '3']].map((cells) =>
      rowsOf(resultLine({ result: failed('x') }, { cells, ...nothing }, [0, 1])),
    );
    expect(short?.[0]?.slice(0, 3)).toEqual(['1', '', 'failed']);
    expect(long?.[0]?.slice(0, 3)).toEqual(['1', '2', 'failed']);
  });

  it('has prices in dollars, and spend by the week and the year', () => {
    const stop = {
      ...{ name: 'A', type: 'city', city: 'A', state: 'TX', zip: '' },
      coordinates: [30, -90] as const,
    };
    const move = {
      ...{ equipment: 'container_40' as const, miles: 100, linehaulCents: 50_000, fuelCents: 7_050 },
      ...{ terminal: undefined, requirements: [] },
    };
    const result: LaneResult = {
      ...{ status: 'priced', origin: stop, destination: { ...stop, name: 'B' }, move },
      analysis: {
        ...{ suggested_rate: 570.5, rate_per_mile: 5.71, confidence_score: 60, distance: 100 },
        ...{
          distance_source: 'test',
          rate_range: { min: 400, max: 700.25 },
          trend: 'stable',
          activity: 'low',
        },
        fuel: { amount: 70.5, diesel_price: 4, diesel_region: 'Gulf', diesel_date: '2026-10-05' },
        basis: {
          ...{ level: 'model', observations: 0, since: '', as_of: '2026-10-05' },
          ...{ source: 'cost model', model_version: '1' },
        },
      },
      warnings: ['One.', 'Two.'],
    };
    const price = applyStrategy(move, UNSET_STRATEGY);
    const line = resultLine(
      { result, price },
      { cells: [], weeklyCents: 2 * price.totalCents, terms: { excluded: true, outcome: 'won' } },
      [],
    );
    const [cells = []] = rowsOf(line);
    const row = Object.fromEntries(RESULT_COLUMNS.map((column, at) => [column, cells[at]]));
    expect(row).toMatchObject({
      ...{ status: 'priced', resolved_origin: 'A', resolved_destination: 'B', distance: '100' },
      ...{ market_rate: '570.5', market_max: '700.25', confidence: '60', warnings: 'One. Two.' },
      ...{ excluded: 'yes', outcome: 'won', error_code: '' },
      total_rate: String(price.totalCents / 100),
      weekly_spend: String((2 * price.totalCents) / 100),
      annual_spend: String((104 * price.totalCents) / 100),
    });
  });
});
