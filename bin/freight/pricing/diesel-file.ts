import { readFile } from 'node:fs/promises';
import { DIESEL_AREAS, type DieselArea } from '../../../shared/costs/diesel/diesel-prices.ts';
import { areaOfSeries } from '../../../shared/costs/diesel/eia-diesel-series.ts';
import type { DieselFault, DieselFigure } from '../../../shared/costs/diesel/record-diesel.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import { readDate } from '../../../shared/sheets/cell-values.ts';
import type { Meaning } from '../../../shared/sheets/column-words.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { columnReport, type FileKind, type TableRow } from '../../../shared/sheets/understand-table.ts';
import { explainedFile } from '../session/csv-file.ts';
import { readPrice } from './diesel-price-text.ts';

export interface DieselFile {
  readonly figures: readonly DieselFigure[];
  readonly faults: readonly DieselFault[];
  /** Rows of areas that nothing is priced by, such as the whole East Coast or California. */
  readonly leftOut: number;
  /** Whether it is in the form in which the EIA gives its data out. */
  readonly fromEia: boolean;
}

type ReadRow = (row: TableRow<DieselColumn>) => Read;
type Read = readonly (DieselFigure | DieselFault | 'left-out')[];

const LONG_COLUMNS = ['period', 'value', 'series', 'duoarea', 'product'] as const;
type DieselColumn = 'week' | DieselArea | (typeof LONG_COLUMNS)[number];

const COLUMNS: readonly DieselColumn[] = ['week', ...DIESEL_AREAS, ...LONG_COLUMNS];

/** A column an area under `week`, or the EIA's own form, a row a price. */
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
const UNUSED_AREA = /^(R10|R5XCA|S[A-Z]{2}|Y[A-Z0-9]{3})$/;
const DIESEL_SERIES = /^EMD_EPD2D_PTE_(\w+)_DPG$/;

/**
 * Reads diesel prices: a column an area under a header `week,NUS,R1X,...`, or the EIA's own form, a row a price, under
 * one with `period`, `value`, and `series` or `duoarea`. Errors of single rows name the row.
 * @throws CommandFailedError if it cannot be read or lacks a column.
 */
export async function readDieselFile(path: string): Promise<DieselFile> {
  try {
    const { table, rows } = readSheet(new Uint8Array(await readFile(path)), DIESEL_FILE, LIMITS);
    const has = new Set(table.columns.flatMap(({ as }) => as ?? []));
    const fromEia = has.has('value');
    if (fromEia && !has.has('series') && !has.has('duoarea')) {
      throw new FileError('the header lacks series or duoarea', 'COLUMNS_NOT_UNDERSTOOD');
    }
    const { unread } = columnReport(table);
    if (!fromEia && unread.length > 0) {
      const [unknown = ''] = unread;
      throw new FileError(
        `unknown column "${unknown}": the areas are ${DIESEL_AREAS.join(', ')}`,
        'COLUMNS_NOT_UNDERSTOOD',
      );
    }
    const read = rows.flatMap(fromEia ? readLongRow : readWideRow);
    return {
      figures: read.filter((one) => one !== 'left-out' && 'price' in one) as DieselFigure[],
      faults: read.filter((one) => one !== 'left-out' && 'fault' in one) as DieselFault[],
      leftOut: read.filter((one) => one === 'left-out').length,
      fromEia,
    };
  } catch (error) {
    throw explainedFile(path, error);
  }
}

const areaNamed = (text: string | undefined): DieselArea | undefined =>
  DIESEL_AREAS.find((area) => area === text?.trim().toUpperCase());

/** An empty cell leaves a price as it is. */
const readWideRow: ReadRow = (row) =>
  DIESEL_AREAS.flatMap((area): Read => {
    const cell = row.text(area);
    return cell === '' ? [] : [figureOf(row.number, row.text('week'), area, cell)];
  });

const readLongRow: ReadRow = (cells) => {
  const { number: row } = cells;
  const product = cells.text('product');
  if (product !== '' && product !== 'EPD2D') return [{ row, fault: `product ${product} is not EPD2D` }];
  const series = cells.text('series');
  const name = series === '' ? cells.text('duoarea') : DIESEL_SERIES.exec(series)?.[1];
  if (name === undefined) {
    return [{ row, fault: `"${series}" is not a series of weekly on-highway diesel prices` }];
  }
  const area = series === '' ? areaNamed(name) : areaOfSeries(series);
  if (area === undefined) {
    return UNUSED_AREA.test(name) ? ['left-out'] : [{ row, fault: `unknown area "${name}"` }];
  }
  return [figureOf(row, cells.text('period'), area, cells.text('value'))];
};

function figureOf(row: number, day: string, area: DieselArea, cell: string): DieselFigure | DieselFault {
  const week = readDate(day);
  if ('fault' in week) return { row, fault: `"${day}" ${week.fault}` };
  const price = readPrice(cell.replace(/^\$\s*/, ''));
  if (price !== undefined) return { row, week: week.value, area, price };
  return { row, fault: `${area} of ${day}: "${cell}" is not a price in USD with at most 3 decimals` };
}
