import { csvRow } from '../../../../shared/platform/files/csv-rows.ts';
import { MAX_FILE_BYTES } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { MAX_BODY_LANES, MAX_RFP_LANES } from '../../../../shared/rfps/lanes/lane-draft.ts';
import type { RfpLane } from '../api/client.ts';
import { count } from '../format/numbers.ts';
import { readPastedCells } from '../format/pasted-cells.ts';
import {
  bodyOf,
  type ColumnMapping,
  columnName,
  headerLine,
  lanesOf,
  mappingFaults,
  type Rows,
} from './column-mapping.ts';
import type { FileStart } from './read-file-start.ts';

export { MAX_BODY_LANES, MAX_FILE_BYTES, MAX_RFP_LANES };

/** Lanes as a person gave them. */
export type LaneInput =
  | { readonly kind: 'file'; readonly file: File; readonly start: FileStart }
  | { readonly kind: 'pasted'; readonly rows: Rows };

/** Lanes as the API takes them: in the body of the request, or as a file. */
export type SentLanes = { readonly lanes: readonly RfpLane[] } | { readonly file: Blob };

export const pastedInput = (text: string): LaneInput => ({
  kind: 'pasted',
  rows: readPastedCells(text).filter((row) => row.some((cell) => cell !== '')),
});

/** The known rows: the first of a file, or all pasted ones. */
export const rowsOf = (input: LaneInput): Rows => (input.kind === 'file' ? input.start.rows : input.rows);

/** What prevents the lanes from being sent, as sentences. */
export function inputFaults(input: LaneInput, mapping: ColumnMapping): string[] {
  const rows = rowsOf(input);
  const lanes = bodyOf(mapping, rows).length;
  if (lanes === 0) return ['There are no rows below the names of the columns.'];
  const tooMany =
    input.kind === 'pasted' && lanes > MAX_RFP_LANES
      ? [`There are ${count(lanes)} lanes; the maximum is ${count(MAX_RFP_LANES)}. Make several RFPs.`]
      : [];
  return [...tooMany, ...mappingFaults(mapping, (position) => columnName(mapping, rows, position))];
}

/** What to send. Of a file, only the first line is rewritten; the rest stays as it is. */
export function sentLanes(input: LaneInput, mapping: ColumnMapping): SentLanes {
  const rows = rowsOf(input);
  if (input.kind === 'file') {
    const { separator, firstRow, secondRow } = input.start;
    const rest = input.file.slice(mapping.hasHeader ? secondRow : firstRow);
    return { file: new Blob([headerLine(mapping, rows, separator), rest]) };
  }
  const body = bodyOf(mapping, rows);
  if (body.length > MAX_BODY_LANES) {
    return {
      file: new Blob([headerLine(mapping, rows, ','), ...body.map((cells) => `${csvRow(cells)}\r\n`)]),
    };
  }
  // The service reads the values of a lane, and states what is wrong with them.
  return { lanes: lanesOf(mapping, body).map(({ item }) => item as unknown as RfpLane) };
}
