import type { SheetRow } from '../../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { readTextRows } from '../../../../shared/platform/files/text-rows.ts';
import type { LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import { type LaneRow, lanesOfTable, MAX_FILE_BYTES } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { MAX_BODY_LANES, MAX_RFP_LANES } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { styleOf } from '../../../../shared/sheets/read-sheet.ts';
import type { ColumnChoice } from '../../../../shared/sheets/table.ts';
import { tableRows } from '../../../../shared/sheets/table-rows.ts';
import { FIRST_ROWS } from '../../../../shared/sheets/understand-table.ts';
import type { RfpLane } from '../api/client.ts';
import {
  type ColumnMapping,
  faultText,
  type GivenRows,
  numberedHeader,
  type ReadColumns,
  readColumns,
} from '../columns/column-mapping.ts';
import { LANES } from '../columns/mapped-files.ts';
import { count } from '../format/numbers.ts';

export { MAX_BODY_LANES, MAX_FILE_BYTES, MAX_RFP_LANES };

/** Lanes as a person gave them. Only the service reads workbooks. */
export type LaneInput =
  | { readonly kind: 'workbook'; readonly file: File }
  | ({ readonly kind: 'file'; readonly file: File } & GivenRows)
  | ({ readonly kind: 'pasted'; readonly text: string; readonly separator: string } & GivenRows);

/** Lanes as the API takes them: in the body of the request, or as a file. */
export type SentLanes =
  | { readonly lanes: readonly RfpLane[] }
  | { readonly file: Blob; readonly columns?: ColumnChoice };

/** Rows as a mapping reads them. */
export interface ReadLanes extends ReadColumns<LaneColumn> {
  /** Empty if the columns are not understood. */
  readonly lanes: readonly LaneRow[];
}

/**
 * Reads lanes as the service does.
 * @param laneRows the rows whose lanes are read.
 */
export function readLanes(
  input: GivenRows,
  mapping: ColumnMapping,
  laneRows: readonly SheetRow[] = input.rows.slice(0, FIRST_ROWS),
): ReadLanes {
  const read = readColumns(LANES, input, mapping);
  const { table } = read;
  if (table === undefined) return { ...read, lanes: [] };
  const { rows } = tableRows(LANES.file, table, laneRows);
  return { ...read, lanes: lanesOfTable(table, rows, input.style) };
}

/** Reads pasted rows. @returns undefined if there are none, or why they cannot be read, as a sentence. */
export function pastedInput(text: string): LaneInput | string | undefined {
  const bytes = new TextEncoder().encode(text);
  try {
    const { separator, rows } = readTextRows(bytes, { bytes: MAX_FILE_BYTES, rows: MAX_RFP_LANES });
    if (rows.length === 0) return undefined;
    return { kind: 'pasted', text, separator, rows, style: styleOf(separator) };
  } catch (error) {
    if (error instanceof FileError) return `The rows cannot be read. ${faultText(error)}`;
    throw error;
  }
}

/** What prevents lanes from being sent although their columns are understood, as a sentence. */
export function laneFault(input: LaneInput, { faults, lanes }: ReadLanes): string | undefined {
  if (input.kind === 'workbook' || faults.length > 0) return undefined;
  if (lanes.length === 0) return 'There are no lanes below the names of the columns.';
  if (input.kind === 'file' || input.rows.length <= MAX_RFP_LANES) return undefined;
  return `There are ${count(input.rows.length)} rows; the maximum is ${count(MAX_RFP_LANES)}. Make several RFPs.`;
}

/**
 * What to send. A file stays as it is. Pasted rows are sent as a file if they are many, or if a cell is not read: of a file,
 * the RFP states each such cell.
 */
export function sentLanes(input: LaneInput, mapping: ColumnMapping): SentLanes {
  const isStated = Object.keys(mapping.choice).length > 0;
  const columns = isStated ? { columns: mapping.choice } : {};
  if (input.kind === 'workbook') return { file: input.file };
  if (input.kind === 'file') return { file: input.file, ...columns };
  const lanes = bodyLanes(input, mapping);
  if (lanes !== undefined) return { lanes };
  const header = mapping.hasHeader ? [] : [`${numberedHeader(input.rows).join(input.separator)}\r\n`];
  return { file: new Blob([...header, input.text]), ...columns };
}

/** Rows above this are not read to be counted: few of them are titles, totals and headings. */
const MAX_BODY_ROWS = 2 * MAX_BODY_LANES;

/** The lanes for the body of a request; undefined if they need a file. */
function bodyLanes(input: GivenRows, mapping: ColumnMapping): readonly RfpLane[] | undefined {
  if (input.rows.length > MAX_BODY_ROWS) return undefined;
  const { lanes } = readLanes(input, mapping, input.rows);
  const areRead = lanes.every(({ faults, warnings }) => faults.length === 0 && warnings.length === 0);
  if (!areRead || lanes.length > MAX_BODY_LANES) return undefined;
  // The service reads the values of a lane, and states what is wrong with them.
  return lanes.map(({ item }) => item as unknown as RfpLane);
}
