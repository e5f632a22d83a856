import { DIESEL_AREAS, type DieselArea } from '../../../shared/costs/diesel/diesel-prices.ts';
import { areaOfSeries } from '../../../shared/costs/diesel/eia-diesel-series.ts';
import type { DieselFault, DieselFigure } from '../../../shared/costs/diesel/record-diesel.ts';
import { CsvError, type CsvRow } from '../../../shared/platform/files/csv-rows.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import { explainedFile, rowsOfFile } from '../session/csv-file.ts';
import { readPrice } from './diesel-price-text.ts';

export interface DieselFile {
  readonly figures: readonly DieselFigure[];
  readonly faults: readonly DieselFault[];
  /** Rows of areas that nothing is priced by, such as the whole East Coast or California. */
  readonly leftOut: number;
  /** Whether it is in the form in which the EIA gives its data out. */
  readonly fromEia: boolean;
}

type ReadRow = (cellOf: (column: string) => string | undefined, row: CsvRow) => Read;
type Read = readonly (DieselFigure | DieselFault | 'left-out')[];

const LONG_COLUMNS = ['period', 'value'];

/** Other areas and states that the EIA has the same series for. */
const UNUSED_AREA = /^(R10|R5XCA|S[A-Z]{2}|Y[A-Z0-9]{3})$/;
const DIESEL_SERIES = /^EMD_EPD2D_PTE_(\w+)_DPG$/;

/**
 * Reads diesel prices: a column an area under a header `week,NUS,R1X,...`, or the EIA's own form, a row a price, under
 * one with `period`, `value`, and `series` or `duoarea`. Errors of single rows name the row.
 * @throws CommandFailedError where it cannot be read, is not UTF-8, no CSV, or lacks a column.
 */
export async function readDieselFile(path: string): Promise<DieselFile> {
  const figures: DieselFigure[] = [];
  const faults: DieselFault[] = [];
  let leftOut = 0;
  let form: Form | undefined;
  try {
    for await (const row of rowsOfFile(path)) {
      if (form === undefined) {
        form = readHeader(row.cells);
        continue;
      }
      for (const found of readCells(form, row)) {
        if (found === 'left-out') leftOut += 1;
        else if ('fault' in found) faults.push(found);
        else figures.push(found);
      }
    }
  } catch (error) {
    throw explainedFile(path, error);
  }
  if (form === undefined || figures.length + faults.length + leftOut === 0) {
    throw new CommandFailedError(`${path} has no prices below the header.`);
  }
  return { figures, faults, leftOut, fromEia: form.read === readLongRow };
}

interface Form {
  readonly columns: readonly string[];
  readonly read: ReadRow;
}

function readHeader(cells: readonly string[]): Form {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  if (new Set(columns).size < columns.length) throw new CsvError('the header has a column twice');
  if (LONG_COLUMNS.every((column) => columns.includes(column))) {
    if (columns.includes('series') || columns.includes('duoarea')) return { columns, read: readLongRow };
    throw new CsvError('the header lacks series or duoarea');
  }
  if (!columns.includes('week')) throw new CsvError('the header has neither week nor period and value');
  const unknown = cells.filter(
    (_, index) => columns[index] !== 'week' && areaNamed(columns[index]) === undefined,
  );
  if (unknown.length > 0) {
    throw new CsvError(`unknown column "${unknown[0]}": the areas are ${DIESEL_AREAS.join(', ')}`);
  }
  return { columns, read: readWideRow };
}

const areaNamed = (text: string | undefined): DieselArea | undefined =>
  DIESEL_AREAS.find((area) => area === text?.trim().toUpperCase());

function readCells({ columns, read }: Form, row: CsvRow): Read {
  const { number, cells } = row;
  if (cells.length !== columns.length) {
    return [{ row: number, fault: `${cells.length} cells instead of ${columns.length}` }];
  }
  const byColumn = new Map(columns.map((column, index) => [column, cells[index]?.trim() ?? '']));
  return read((column) => byColumn.get(column), row);
}

/** An empty cell leaves a price as it is. */
const readWideRow: ReadRow = (cellOf, { number }) => {
  const week = cellOf('week') ?? '';
  return DIESEL_AREAS.flatMap((area): Read => {
    const cell = cellOf(area.toLowerCase());
    return cell === undefined || cell === '' ? [] : [figureOf(number, week, area, cell)];
  });
};

const readLongRow: ReadRow = (cellOf, { number: row }) => {
  const product = cellOf('product');
  if (product !== undefined && product !== 'EPD2D')
    return [{ row, fault: `product ${product} is not EPD2D` }];
  const series = cellOf('series');
  const name = series === undefined ? (cellOf('duoarea') ?? '') : DIESEL_SERIES.exec(series)?.[1];
  if (name === undefined)
    return [{ row, fault: `"${series}" is not a series of weekly on-highway diesel prices` }];
  const area = series === undefined ? areaNamed(name) : areaOfSeries(series);
  if (area === undefined) {
    return UNUSED_AREA.test(name) ? ['left-out'] : [{ row, fault: `unknown area "${name}"` }];
  }
  return [figureOf(row, cellOf('period') ?? '', area, cellOf('value') ?? '')];
};

function figureOf(row: number, week: string, area: DieselArea, cell: string): DieselFigure | DieselFault {
  const price = readPrice(cell);
  if (price !== undefined) return { row, week, area, price };
  return { row, fault: `${area} of ${week}: "${cell}" is not a price in USD with at most 3 decimals` };
}
