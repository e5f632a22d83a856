import type { Command } from 'commander';
import {
  BrokenDieselBookError,
  isStaleWeek,
  mergeBundledWeeks,
  type RecordedWeek,
  readDieselBook,
} from '../../shared/costs/diesel/diesel-lookup.ts';
import { BUNDLED_SOURCE, DIESEL_AREAS, type DieselArea } from '../../shared/costs/diesel/diesel-prices.ts';
import { areaOfSeries } from '../../shared/costs/diesel/eia-diesel-series.ts';
import {
  type DieselFault,
  type DieselFigure,
  rebuildDieselBook,
  recordDiesel,
} from '../../shared/costs/diesel/record-diesel.ts';
import { FileError } from '../../shared/platform/files/file-error.ts';
import { utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { readDate } from '../../shared/sheets/cell-values.ts';
import type { Meaning } from '../../shared/sheets/column-words.ts';
import { readSheet } from '../../shared/sheets/read-sheet.ts';
import type { FileKind, TableRow } from '../../shared/sheets/table.ts';
import { columnReport } from '../../shared/sheets/understand-table.ts';
import { example } from './arguments.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { faultyRows, readWith } from './files.ts';
import { tableLines } from './printing.ts';
import type { Session } from './session.ts';

/** `freight diesel ...`: weekly diesel prices for fuel surcharges. */
export function addDieselCommands(program: Command, session: Session): void {
  const diesel = program
    .command('diesel')
    .description('Manage weekly diesel prices; rates use a change within two minutes');
  const withRecordingOptions = (command: Command): Command =>
    command
      .option(
        '--source <text>',
        'source of the prices; the weekly refresh revises prices whose source starts with EIA',
      )
      .option('--force', 'accept prices that differ by more than 30% from the previous week');
  diesel
    .command('show')
    .description('Show the latest prices, or one week with its history of changes')
    .option('--week <monday>', 'Monday of the week, YYYY-MM-DD')
    .action(({ week }: { week?: string }) => session.work(({ diesel }) => show(session, diesel, week)));
  withRecordingOptions(
    diesel
      .command('set <monday> <area=price...>')
      .description(
        'Record prices of a week in USD per gallon; a new week needs NUS R1X R1Y R1Z R20 R30 R40 R50, and R5XCA and SCA (California) unless they are to be estimated from R50',
      ),
  )
    .addHelpText('after', example('freight diesel set 2026-10-05 SCA=8.061 R5XCA=6.507'))
    .action((week: string, prices: readonly string[], options: RecordingOptions) => {
      const figures = prices.map((text) => ({ week, ...readGivenPrice(text) }));
      return session.work(({ diesel }) => record(session, diesel, figures, options));
    });
  withRecordingOptions(
    diesel
      .command('import <file>')
      .description(
        'Import weekly prices from a CSV file (one column per area, or EIA format); all rows or none',
      ),
  ).action((file: string, options: RecordingOptions) => importFile(session, file, options));
  diesel
    .command('rebuild')
    .description('Rebuild damaged prices from the stored history of changes')
    .action(() =>
      session.work(async ({ diesel: { store, recordedBy, now } }) => {
        const { version, weeks } = await rebuildDieselBook(store, { recordedBy, now: now() });
        session.report({ version, weeks: weeks.length });
      }),
    );
}

interface RecordingOptions {
  readonly source?: string;
  readonly force?: boolean;
}

type Diesel = Connection['diesel'];

const unlessBroken = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (!(error instanceof BrokenDieselBookError)) throw error;
    throw new CommandFailedError(
      `The recorded prices are damaged (${error.message}). Rebuild them with freight diesel rebuild.`,
    );
  });

/** All weeks with their source; bundled weeks have no recorder. */
export async function allWeeks({ store }: Diesel): Promise<readonly RecordedWeek[]> {
  const recorded = (await unlessBroken(readDieselBook(store)))?.weeks ?? [];
  const bundled = { source: BUNDLED_SOURCE, recordedAt: '', recordedBy: '' };
  return mergeBundledWeeks(recorded).map((week) => ({ ...bundled, ...week }));
}

const weekTable = (weeks: readonly RecordedWeek[]): string[] =>
  tableLines(
    weeks.map(({ prices, week, ...facts }) => ({
      week,
      ...Object.fromEntries(DIESEL_AREAS.map((area) => [area, prices[area] ?? ''])),
      ...facts,
    })),
  );

const WEEKS_SHOWN = 13;

async function show(session: Session, diesel: Diesel, wanted: string | undefined): Promise<void> {
  const weeks = await allWeeks(diesel);
  const newest = weeks.at(-1)?.week ?? '';
  if (wanted === undefined) {
    const stale = isStaleWeek(newest, utcDay(diesel.now()));
    session.report({ newest, stale, weeks }, [
      ...weekTable(weeks.slice(-WEEKS_SHOWN)),
      ...(stale ? ['The newest prices are more than 14 days old. Rates contain a warning.'] : []),
    ]);
    return;
  }
  const found = weeks.find(({ week }) => week === wanted);
  if (found === undefined) {
    throw new CommandFailedError(`No prices exist for ${wanted}. The newest prices are for ${newest}.`);
  }
  const changes = (await diesel.store.readChanges()).flatMap(({ corrections, ...facts }) =>
    corrections.filter(({ week }) => week === wanted).map((correction) => ({ ...facts, ...correction })),
  );
  session.report({ ...found, changes });
}

async function importFile(session: Session, path: string, options: RecordingOptions): Promise<void> {
  const { read, fromEia } = await readWith(path, readDieselFile);
  const faults = read.filter((one) => one !== 'unused' && 'fault' in one) as DieselFault[];
  if (faults.length > 0) {
    throw new CommandFailedError(faultyRows(faults, `Nothing was imported from ${path}.`));
  }
  const unused = read.filter((one) => one === 'unused').length;
  if (unused > 0) session.notify(`${unused} rows were skipped because rates do not use their areas.`);
  const figures = read.filter((one) => one !== 'unused') as DieselFigure[];
  const source = fromEia ? { source: 'EIA' } : {};
  await session.work(({ diesel }) => record(session, diesel, figures, { ...source, ...options }));
}

async function record(
  session: Session,
  { store, recordedBy, now }: Diesel,
  figures: readonly DieselFigure[],
  { source = 'operator', force = false }: RecordingOptions,
): Promise<void> {
  const recorder = { source, recordedBy, now: now(), force };
  const recording = await unlessBroken(recordDiesel(store, () => figures, recorder));
  if (recording.outcome === 'rejected') {
    const advice =
      'No prices were recorded. Use --force to accept prices that differ by more than 30% from the previous week.';
    throw new CommandFailedError(faultyRows(recording.faults, advice));
  }
  const { corrections, unchanged, version } = recording;
  const added = corrections.filter(({ before }) => before === undefined).length;
  session.report({ added, corrected: corrections.length - added, unchanged, version });
}

/** USD a gallon with at most 3 decimals; undefined for any other text. */
const readPrice = (text: string): number | undefined =>
  /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;

const areaNamed = (text: string): DieselArea | undefined =>
  DIESEL_AREAS.find((area) => area === text.trim().toUpperCase());

/** Reads "R50=4.259". @throws UsageError that names the fault. */
function readGivenPrice(text: string): { readonly area: DieselArea; readonly price: number } {
  const [, name = '', amount = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  const area = areaNamed(name);
  if (area === undefined) {
    throw new UsageError(`"${text}" is not AREA=PRICE with an area of ${DIESEL_AREAS.join(', ')}.`);
  }
  const price = readPrice(amount.trim());
  if (price !== undefined) return { area, price };
  throw new UsageError(`${area}: "${amount}" is not a price in USD with at most 3 decimals.`);
}

const LONG_COLUMNS = ['period', 'value', 'series', 'duoarea', 'product'] as const;
type DieselColumn = 'week' | DieselArea | (typeof LONG_COLUMNS)[number];
const COLUMNS: readonly DieselColumn[] = ['week', ...DIESEL_AREAS, ...LONG_COLUMNS];

const DIESEL_FILE: FileKind<DieselColumn> = {
  meanings: Object.fromEntries(COLUMNS.map((name): [string, Meaning] => [name, { names: [name] }])) as Record<
    DieselColumn,
    Meaning
  >,
  required: [
    ['week', 'period'],
    ['value', ...DIESEL_AREAS],
  ],
  roles: [],
};
/** Half a century of weeks and areas. */
const LIMITS = { bytes: 20_000_000, rows: 100_000 };

/** Other areas and states that the EIA has the same series for. */
const UNUSED_AREA = /^(R10|S[A-Z]{2}|Y[A-Z0-9]{3})$/;
const DIESEL_SERIES = /^EMD_EPD2D_PTE_(\w+)_DPG$/;

type Read = DieselFigure | DieselFault | 'unused';

/**
 * Reads a column an area under a header `week,NUS,R1X,...`, or the EIA's own form: a row a price, under one with `period`,
 * `value`, and `series` or `duoarea`. @throws FileError if it lacks a column.
 */
function readDieselFile(bytes: Uint8Array): { readonly read: readonly Read[]; readonly fromEia: boolean } {
  const { table, rows } = readSheet(bytes, DIESEL_FILE, LIMITS);
  const has = new Set(table.columns.flatMap(({ as }) => as ?? []));
  const fromEia = has.has('value');
  if (fromEia && !has.has('series') && !has.has('duoarea')) {
    throw new FileError('the header lacks series or duoarea', 'COLUMNS_NOT_UNDERSTOOD');
  }
  const [unknown] = columnReport(table).unread;
  if (!fromEia && unknown !== undefined) {
    throw new FileError(
      `unknown column "${unknown}": the areas are ${DIESEL_AREAS.join(', ')}`,
      'COLUMNS_NOT_UNDERSTOOD',
    );
  }
  return { read: rows.flatMap(fromEia ? readLongRow : readWideRow), fromEia };
}

/** An empty cell leaves a price as it is. */
const readWideRow = (row: TableRow<DieselColumn>): readonly Read[] =>
  DIESEL_AREAS.filter((area) => row.text(area) !== '').map((area) =>
    figureOf(row.number, row.text('week'), area, row.text(area)),
  );

function readLongRow({ number: row, text }: TableRow<DieselColumn>): Read {
  const [product, series] = [text('product'), text('series')];
  if (product !== '' && product !== 'EPD2D') return { row, fault: `product ${product} is not EPD2D` };
  const name = series === '' ? text('duoarea') : DIESEL_SERIES.exec(series)?.[1];
  if (name === undefined)
    return { row, fault: `"${series}" is not a series of weekly on-highway diesel prices` };
  const area = series === '' ? areaNamed(name) : areaOfSeries(series);
  if (area !== undefined) return figureOf(row, text('period'), area, text('value'));
  return UNUSED_AREA.test(name) ? 'unused' : { row, fault: `unknown area "${name}"` };
}

function figureOf(row: number, day: string, area: DieselArea, cell: string): DieselFigure | DieselFault {
  const week = readDate(day);
  if ('fault' in week) return { row, fault: `"${day}" ${week.fault}` };
  const price = readPrice(cell.replace(/^\$\s*/, ''));
  if (price !== undefined) return { row, week: week.value, area, price };
  return { row, fault: `${area} of ${day}: "${cell}" is not a price in USD with at most 3 decimals` };
}
