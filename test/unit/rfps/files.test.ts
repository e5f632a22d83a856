import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { CsvReader, csvRow } from '../../../shared/platform/files/csv-rows.ts';
import { cellOfField } from '../../../shared/rfps/files/lane-columns.ts';
import { MAX_FILE_BYTES, readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { RESULT_COLUMNS, resultsFile } from '../../../shared/rfps/files/results-file.ts';
import { readRfpFileKey, rfpFileKey, rfpResultsKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import { correctLane } from '../../../shared/rfps/lanes/correct-lane.ts';
import { annualCents, MAX_RFP_LANES, WEEKS_PER_YEAR } from '../../../shared/rfps/lanes/lane-draft.ts';
import type { LaneResult } from '../../../shared/rfps/lanes/lane-result.ts';
import { type LaneDefaults, readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { createRfpIds } from '../../../shared/rfps/record/stored-rfp.ts';
import { keptCells, lanesOfFile, MAX_ROW_BYTES } from '../../../shared/rfps/uploads/read-rfp-file.ts';
import { columnReport } from '../../../shared/sheets/understand-table.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

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
const sources = {
  places: createEmbeddedGeocoder(),
  terminals: buildEmbeddedDirectory(loadTerminals()),
};
const draftsOf = (text: string, defaults: LaneDefaults = { equipment: 'container_40', requirements: [] }) =>
  lanesOfFile(readLaneFile(bytes(text)).rows, defaults, sources);
const rowsOf = (text: string) => {
  const reader = new CsvReader();
  return [...reader.read(text.replace(/^\uFEFF/, '')), ...reader.end()].map(({ cells }) => cells);
};

describe('a file of lanes', () => {
  it.each([
    ['a few', /^weekly volume "a few" is not a number of loads: .*; the lane has no volume\.$/],
    ['-1', /^weekly volume "-1" is not a number of loads/],
    ['0', /^weekly volume "0" is no volume\.$/],
  ])('has no volume, and a warning, for "%s"', (volume, warning) => {
    const [row] = readLaneFile(bytes(`origin,destination,weekly volume\nA,B,${volume}`)).rows;
    expect(row?.item).toEqual({ origin: 'A', destination: 'B' });
    expect(row?.warnings).toEqual([{ field: 'weekly_volume', message: expect.stringMatching(warning) }]);
  });

  it('has volumes of the period that its header or a title states, and of no other', () => {
    const volume = (text: string) => items(text)[0]?.weekly_volume;
    expect(volume('Volumes are annual\norigin,destination,volume\nA,B,52')).toBe(1);
    expect(volume('Bids are due each week\norigin,destination,volume\nA,B,52')).toBeUndefined();
  });

  it.each([1, 5, 7, 10, 104])('reads %d loads a year, which stay as many in a year', (annual) => {
    const [item] = items(`origin,destination,annual volume\nUSLAX,"Phoenix, AZ",${annual}`);
    const weekly = Number(item?.weekly_volume);
    expect(weekly * WEEKS_PER_YEAR).toBeCloseTo(annual, 3);
    expect(readLane(item, { equipment: 'container_40', requirements: [] }).weeklyVolume).toBe(weekly);
  });

  it('has the equipment of the RFP for an empty cell only if another lane has it', () => {
    const file = 'From,To,Equipment\nUSLAX,85043,Van\nUSLAX,85043,\n';
    const errors = (equipment: LaneDefaults['equipment']) =>
      draftsOf(file, { equipment, requirements: [] }).map((lane) => lane.errors);
    expect(errors('dryvan')).toEqual([[], []]);
    expect(errors('container_40')).toEqual([
      [],
      [{ field: 'equipment_type', message: 'of row 3: is empty' }],
    ]);
  });

  it('composes places of city, state and ZIP code, and splits requirements', () => {
    const header = 'origin city,origin state,origin zip,destination zip,services,note';
    expect(items(`${header}\nDallas,TX,75201,85043,hazmat; prepull,x`)).toEqual([
      { origin: 'Dallas, TX 75201', destination: '85043', special_requirements: ['hazmat', 'prepull'] },
    ]);
  });

  it('has at most 100,000 lanes and a bounded size', () => {
    const lanes = (count: number) => bytes(`origin,destination\n${'A,B\n'.repeat(count)}`);
    expect(readLaneFile(lanes(MAX_RFP_LANES)).rows).toHaveLength(MAX_RFP_LANES);
    expect(String(faultOf(lanes(MAX_RFP_LANES + 1)))).toMatch(/row 100002: more than 100000 rows/);
    expect(String(faultOf(new Uint8Array(MAX_FILE_BYTES + 1)))).toMatch(/at most 60000000 are allowed/);
  });

  it('has the cells of its rows', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
        const rows = cells.map(([name, ...more]) => [`A${name}`, 'B', ...more]);
        const text = ['origin,destination,note,dock', ...rows.map((row) => csvRow(row))].join('\r\n');
        expect(readLaneFile(bytes(text), { dock: 'ignore' }).rows.map((row) => row.cells)).toEqual(rows);
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
    const text = 'from,to,equipment\nUSLAX,85043,\n,85043,boat\n';
    const [first, second] = draftsOf(text, { equipment: 'container_45hc', requirements: [] });
    expect(first).toMatchObject({ equipment: 'container_45hc', errors: [], cells: ['USLAX', '85043', ''] });
    expect(second?.errors.map(({ field }) => field)).toEqual(['origin', 'equipment_type']);
  });

  it('has an error, and no other of the same field, for a cell that cannot be read', () => {
    const [lane] = draftsOf('from city,from state,to zip\nMacon,ON,30303\n');
    expect(lane?.errors).toEqual([
      {
        field: 'origin',
        message: 'of row 2: from state "ON" is outside the United States, which is not covered',
      },
    ]);
    expect(lane?.origin).toBe('Macon, ON');
  });

  it('has an error for cells that commas without quotes have moved', () => {
    const [lane, other] = draftsOf('from,to,loads/wk\nUSLAX,Phoenix, AZ,2\nUSLAX,85043,2,,\n');
    expect(lane?.errors).toEqual([
      { field: 'lane', message: 'of row 2: "2" is beyond the last column: put cells with commas in quotes' },
    ]);
    expect(other?.errors).toEqual([]);
  });

  it('does not guess the state of a city if its other places have states', () => {
    const [bare, ...others] = draftsOf(
      'from,to\nSpringfield,"Macon, GA"\n"Macon, GA","Atlanta, GA"\nUSSAV,30303\n',
    );
    expect(bare?.errors).toEqual([
      {
        field: 'origin',
        message: expect.stringMatching(/^of row 2: "Springfield" is a city in [A-Z, ]+: add the state$/),
      },
    ]);
    expect(others.flatMap(({ errors }) => errors)).toEqual([]);
    // Here no place has a state: the service decides as for a quote.
    expect(draftsOf('from,to\nSpringfield,Atlanta\n')[0]?.errors).toEqual([]);
  });

  it.each([
    ['Weight', '22000 lbs', 22_000],
    ['Avg Weight (lbs)', '"44,500"', 44_500],
    ['Wt', '43k', 43_000],
    ['Weight (k)', '43', 43_000],
    ['weight_lbs', '46000', 46_000],
    ['Weight KG', '20000', 44_093],
    ['Max Weight', '20000 kg', 44_093],
    ['Weight', '42000#', 42_000],
  ])('reads a weight of the column %s', (header, cell, pounds) => {
    const [lane] = draftsOf(`from,to,${header}\nUSLAX,85043,${cell}\n`);
    expect(lane).toMatchObject({ weightLbs: pounds, errors: [] });
    expect(lane?.warnings).toBeUndefined();
  });

  it('reads the thousands of a weight in a file with semicolons', () => {
    expect(draftsOf('from;to;weight\nUSLAX;85043;38,500\n')[0]?.weightLbs).toBe(38_500);
    expect(draftsOf('from;to;weight\nUSLAX;85043;38.500\n')[0]?.weightLbs).toBe(38_500);
  });

  it.each([
    ['weight', '44', /is no weight of a load/],
    ['weight', '2000000', /is no weight of a load from 100 to 120000 lb/],
    ['weight', 'heavy', /is not a weight/],
    ['stops', '2', /names no place: write the places/],
    ['stops', '2 stops', /names no place: write the places/],
    ['stops', 'Yes', /names no place: write the places/],
  ])('has a warning, and no value, for a %s of "%s"', (header, cell, message) => {
    const [lane] = draftsOf(`from,to,${header}\nUSLAX,85043,${cell}\n`);
    const field = header === 'weight' ? 'weight_lbs' : header;
    expect(lane).toMatchObject({ weightLbs: null, stops: [], errors: [] });
    expect(lane?.warnings).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it('has stops, and quantities of accessorials', () => {
    const [lane] = draftsOf('from,to,stops,services\nUSLAX,85043,"Barstow, CA; 92401",Storage: 5; prepull\n');
    expect(lane).toMatchObject({
      ...{ stops: ['Barstow, CA', '92401'], requirements: ['storage', 'prepull'] },
      ...{ quantities: { storage: 5 }, errors: [] },
    });
  });

  it('has accessorials that a plus joins, under a short header', () => {
    const [lane] = draftsOf('from,to,Accs\nUSLAX,85043,Chassis + Prepull\n');
    expect(lane).toMatchObject({ requirements: ['chassis', 'prepull'], errors: [] });
    expect(lane?.warnings).toBeUndefined();
  });

  it('leaves out what is no accessorial, with a warning', () => {
    const [lane] = draftsOf('from,to,requirements\nUSLAX,85043,"prepull; call first, hazmat"\n');
    expect(lane).toMatchObject({
      ...{ requirements: ['prepull', 'hazmat'], errors: [] },
      warnings: [
        {
          field: 'special_requirements',
          message: '"call first" is no accessorial of your tariff: it is not priced.',
        },
      ],
    });
  });

  it('loses the warnings about fields that a person corrects, and keeps the others', () => {
    const [lane] = draftsOf('from,to,loads/wk,requirements\nUSLAX,85043,many,call first\n');
    const fieldsAfter = (change: object) =>
      lane && correctLane(lane, { index: 0, ...change }, READ, []).warnings?.map(({ field }) => field);
    expect(fieldsAfter({})).toEqual(['weekly_volume', 'special_requirements']);
    expect(fieldsAfter({ weeklyVolume: 5 })).toEqual(['special_requirements']);
    expect(fieldsAfter({ weeklyVolume: 5, requirements: ['prepull'] })).toBeUndefined();
  });
});

const READ = { equipment: 'container_40', requirements: [] } as const;

describe('a file of results', () => {
  const failed = (message: string): LaneResult => ({
    status: 'failed',
    error: { code: 'LANE_INVALID', message, details: {} },
  });
  const nothing = { weeklyCents: 0, terms: {}, validUntil: '2026-12-31' };

  it('has the columns of the input in their order, and no cell that a spreadsheet runs', () => {
    const formulas = ['=1+1', '+1', '@A1', "=cmd|' /C calc'!A0", '\t=1', '-2'];
    const text = fc.oneof(fc.string(), fc.constantFrom(...formulas));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (cells, message) => {
        const columns = cells.map((_, at) => `c${at}`);
        const draft = { ...readLane({}, READ), cells };
        const lane = { index: 0, draft, priced: { result: failed(message) }, ...nothing };
        const file = resultsFile([lane], { columns, contractEnd: undefined });
        const line = file.slice(file.indexOf('\r\n') + 2);
        const [header, row = []] = rowsOf(file);
        expect(header).toEqual([...columns, ...RESULT_COLUMNS]);
        expect(row.slice(0, cells.length)).toEqual(cells);
        expect(row.slice(cells.length, cells.length + 3)).toEqual(['failed', 'LANE_INVALID', message]);
        const raw = [...line.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g)].map(([, one = '']) => one);
        expect(raw).toHaveLength(cells.length + RESULT_COLUMNS.length);
        for (const one of raw) expect(one).not.toMatch(/^"?(?:[=@+\t\r]|-[^\d.])/);
      }),
    );
  });

  it('says of a corrected lane what it is now, also if it has no price', () => {
    const lane = readLane(
      { origin: 'USLAX', weekly_volume: 5, special_requirements: ['team_drivers'] },
      READ,
    );
    const draft = { ...lane, cells: ['LA'], corrected: true as const };
    const row = { index: 0, draft, priced: { result: failed('no') }, ...nothing };
    const of = { columns: ['from'], contractEnd: undefined };
    const remark = 'Read as USLAX to no destination, 40 ft container, 5 loads a week, with team drivers.';
    expect(rowsOf(resultsFile([row], of))[1]?.at(-1)).toBe(remark);
    expect(rowsOf(resultsFile([row], of, 'customer'))[1]?.at(-1)).toMatch(`${remark} No price`);
  });

  it('that is corrected and sent again has each result column once, with the new results', () => {
    const resend = (file: string, message: string) => {
      const header = readLaneFile(bytes(file)).table.columns.map(({ header }) => header);
      const drafts = draftsOf(file);
      const priced = { result: failed(message) };
      return resultsFile(
        drafts.map((draft) => ({ index: 0, draft, priced, ...nothing })),
        { columns: header, contractEnd: undefined },
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

it('the cell of a field is the first filled one of its columns, also if headers are the same', () => {
  const columns = ['City', 'State', 'City', 'State', 'Gear', 'Loads'];
  const text = `${columns.join()}\nMacon,GA,,FL,spaceship,x\u001b`;
  const { table, rows } = readLaneFile(bytes(text), { Gear: 'equipment' });
  const rfp = { columns, columnReport: columnReport(table) };
  const at = (field: string) => cellOfField(field, rows[0]?.cells ?? [], rfp);
  expect(at('destination')).toEqual({ header: 'City', value: '' });
  expect(at('origin')).toEqual({ header: 'City', value: 'Macon' });
  expect(at('equipment_type')).toEqual({ header: 'Gear', value: 'spaceship' });
  expect(at('special_requirements[1]')).toBeUndefined();
});

describe('annual spend', () => {
  it('is the price times the loads of a year, rounded once', () => {
    const annual = (volume: number) => {
      const [item] = items(`From,To,Annual volume\nUSLAX,85043,${volume}`);
      return annualCents(207_470, Number(item?.weekly_volume));
    };
    expect(annual(3)).toBe(622_410);
    fc.assert(fc.property(fc.integer({ min: 1, max: 99_999 }), (n) => expect(annual(n)).toBe(n * 207_470)));
    expect(annualCents(207_470, 3)).toBe(207_470 * 156);
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
