import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { isZip } from '../../../../shared/platform/files/file-kind.ts';
import { type FileInParts, readInParts } from '../../../../shared/platform/files/read-in-parts.ts';
import { readTextForm, readTextRows } from '../../../../shared/platform/files/text-rows.ts';
import { MAX_FILE_BYTES } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { MAX_BODY_LANES, MAX_RFP_LANES } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { styleOf } from '../../../../shared/sheets/read-sheet.ts';
import type { ColumnChoice } from '../../../../shared/sheets/understand-table.ts';
import type { RfpLane } from '../api/client.ts';
import { count } from '../format/numbers.ts';
import {
  type ColumnMapping,
  faultText,
  type GivenRows,
  numberedHeader,
  type ReadLanes,
  readLanes,
} from './column-mapping.ts';

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

/** Many more rows than a preview has, and as many as tell the meaning of a column. */
const SAMPLE_BYTES = 256_000;

/** Reads the first rows of a file as the service does. @returns why it cannot be read, as a sentence, if it cannot. */
export async function fileInput(file: File): Promise<LaneInput | string> {
  const start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  if (isZip(start)) return { kind: 'workbook', file };
  const parts: FileInParts = {
    length: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
  try {
    const { form, first } = readTextForm(start, start.length === file.size);
    const sizes = { request: SAMPLE_BYTES, part: SAMPLE_BYTES };
    for await (const { rows } of readInParts(parts, form, first, sizes)) {
      if (rows.length > 0) return { kind: 'file', file, rows, style: styleOf(form.separator) };
    }
    return 'The file is empty.';
  } catch (error) {
    if (error instanceof FileError) return `The file cannot be read. ${faultText(error)}`;
    throw error;
  }
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
