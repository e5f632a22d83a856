import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { readEquipmentType } from '../../../shared/costs/equipment/read-equipment-type.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { resolveStops } from '../../../shared/quotes/pricing/check-request.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { lanesOfFile } from '../../../shared/rfps/uploads/read-rfp-file.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import type { Table } from '../../../shared/sheets/table.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

/**
 * Files as shippers, carriers and desks send them, with invented names, and what a careful person reads in them: see
 * `truth.jsonl`.
 */
const FOLDER = new URL('./examples/', import.meta.url);

interface Truth {
  readonly file: string;
  readonly kind: 'rfp' | 'contract' | 'loads';
  readonly columns: readonly {
    readonly col: number;
    readonly header: string;
    readonly means: string | null;
  }[];
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[];
  readonly must_reject?: readonly { readonly row: number }[];
  readonly may_reject?: readonly { readonly row: number }[];
  readonly not_rows: readonly number[];
}

/** A row as the service reads it; undefined values are rejected. */
interface Found {
  readonly rejected: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

const truths = readFileSync(new URL('truth.jsonl', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Truth);

const sources = { places: createEmbeddedGeocoder(), terminals: buildEmbeddedDirectory(loadTerminals()) };

/** Columns that a file has for people, and columns whose sums the service reads from other columns. */
const OTHER_MEANINGS = new Set(['r10.csv Special Requirements', 'l05.csv Pay Total']);

function readTruth({ file, kind }: Truth): {
  readonly table: Table<string>;
  readonly rows: ReadonlyMap<number, Found>;
} {
  const bytes = readFileSync(new URL(file, FOLDER));
  if (kind === 'rfp') {
    const { table, rows } = readLaneFile(bytes);
    const lanes = lanesOfFile(rows, { equipment: 'container_40', requirements: [] }, sources);
    const found = rows.map(({ number, item, targetRate }, at): [number, Found] => {
      // Places that are not found are rejected when the lane is priced.
      const isFound = (['origin', 'destination'] as const).every(
        (end) => resolveStops(sources, { origin: String(item[end]), destination: undefined }, false).origin,
      );
      const rejected = !isFound || (lanes[at]?.errors.length ?? 1) > 0;
      return [number, { rejected, values: { ...item, target_rate: targetRate ?? null } }];
    });
    return { table, rows: new Map(found) };
  }
  if (kind === 'contract') {
    const { table, rows } = readRateFile(bytes);
    const found = rows.map(({ number, rate, faults }): [number, Found] => {
      const ends = String(rate.effective_to ?? '9999') < String(rate.effective_from ?? '');
      return [number, { rejected: faults.length > 0 || ends, values: rate }];
    });
    return { table, rows: new Map(found) };
  }
  const { table, rows, style } = readSheet(bytes, LOAD_FILE, { bytes: 1e6, rows: 1e5 });
  const found = rows.flatMap((row): [number, Found][] => {
    const read = readLoadRow(row, { style, today: '2026-11-28' });
    if ('skipped' in read) return [];
    const values = 'row' in read ? { ...read.row, equipment_type: read.row.equipment } : {};
    return [[row.number, { rejected: 'fault' in read, values }]];
  });
  return { table, rows: new Map(found) };
}

/** Whether a text is the place of a row, as a quote for its equipment finds it. */
function isAt(text: unknown, row: Truth['rows'][number], end: 'origin' | 'destination'): boolean | string {
  const isContainer = String(row.equipment_type).includes('container');
  const { origin: found } = resolveStops(
    sources,
    { origin: String(text), destination: undefined },
    isContainer,
  );
  if (found === undefined) return `${text} is not found`;
  // A port is priced from the terminal of the port that is nearest to the door.
  if (found.ports.length > 0) return true;
  const { latitude, longitude } = found.terminal ?? found.stop;
  const tolerance = Number(row[`${end}_tol`]);
  return (
    Math.abs(latitude - Number(row[`${end}_lat`])) <= tolerance &&
    Math.abs(longitude - Number(row[`${end}_lng`])) <= tolerance
  );
}

const FUEL: Readonly<Record<string, unknown>> = { schedule: 'market', separate: 'market', null: 'market' };

function expectRow(kind: Truth['kind'], { values }: Found, row: Truth['rows'][number]): void {
  const what = `row ${row.row}`;
  for (const end of ['origin', 'destination'] as const) {
    expect([what, end, values[end], isAt(values[end], row, end)]).toEqual([what, end, values[end], true]);
  }
  expect([what, readEquipmentType(String(values.equipment_type))]).toEqual([what, row.equipment_type]);
  const same = (names: readonly (readonly [own: string, truth: string])[]) => {
    for (const [own, truth] of names)
      expect([what, own, values[own] ?? null]).toEqual([what, own, row[truth] ?? null]);
  };
  if (kind === 'rfp') {
    expect([what, Number(values.weekly_volume ?? 0)]).toEqual([
      what,
      expect.closeTo(Number(row.weekly_volume ?? 0), 3),
    ]);
    same([
      ['lane_id', 'lane_id'],
      ['target_rate', 'target_rate'],
    ]);
  } else if (kind === 'contract') {
    const names = [
      'amount',
      'rate_type',
      'minimum',
      'effective_from',
      'effective_to',
      'customer',
      'external_id',
    ];
    same(names.map((name) => [name, name]));
    const fuel =
      row.fuel === 'percent'
        ? { method: 'percent', value: row.fuel_value }
        : (FUEL[String(row.fuel)] ?? row.fuel);
    expect([what, values.fuel]).toEqual([what, fuel]);
  } else {
    same([
      ['date', 'date'],
      ['rate', 'rate'],
      ['fuelIncluded', 'fuel_included'],
    ]);
  }
}

describe('files as people send them', () => {
  it('are all in the table', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
    expect(truths.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it.each(truths.map((truth) => [truth.file, truth] as const))(
    '%s is read as a careful person reads it',
    (file, truth) => {
      const { table, rows } = readTruth(truth);
      for (const { col, header, means } of truth.columns) {
        if (OTHER_MEANINGS.has(`${file} ${header}`)) continue;
        expect([header, table.columns[col - 1]?.as ?? null]).toEqual([header, means]);
      }
      for (const row of truth.not_rows) expect([row, rows.has(row)]).toEqual([row, false]);
      for (const { row } of truth.must_reject ?? [])
        expect([row, rows.get(row)?.rejected]).toEqual([row, true]);
      const mayReject = new Set((truth.may_reject ?? []).map(({ row }) => row));
      for (const row of truth.rows) {
        const found = rows.get(Number(row.row));
        if (found?.rejected && mayReject.has(Number(row.row))) continue;
        expect([row.row, found?.rejected]).toEqual([row.row, false]);
        if (found) expectRow(truth.kind, found, row);
      }
    },
  );
});
