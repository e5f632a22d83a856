import { BYTE_ORDER_MARK, csvRow } from '../../platform/files/csv-rows.ts';
import { cellText, type SheetCell, XlsxWriter } from '../../platform/files/xlsx-writer.ts';
import type { LaneDraft } from '../lanes/lane-draft.ts';
import type { LaneView } from '../pricing/view-lanes.ts';
import type { ResultsContent } from '../record/results-requests.ts';
import type { StoredRfp } from '../record/rfp-store.ts';
import { CUSTOMER_COLUMNS, customerCells } from './customer-columns.ts';
import { keptColumns, keptNames, RESULT_COLUMNS, resultCells } from './result-columns.ts';

/** Columns of the input of an RFP whose lanes came in a request body. An uploaded file can have the same names. */
const BODY_COLUMNS = [
  'lane_id',
  'origin',
  'destination',
  'equipment_type',
  'weekly_volume',
  'special_requirements',
] as const;

const SEPARATOR = ';';

/** The cells of a lane that came in a request body. */
const bodyCells = ({ laneId, origin, destination, equipment, weeklyVolume, requirements }: LaneDraft) => [
  laneId,
  origin,
  destination,
  equipment ?? '',
  String(weeklyVolume ?? ''),
  (requirements ?? []).join(SEPARATOR),
];

/** What a file of results says of an RFP. `columns`: undefined if the lanes came in a request body. */
export type ResultsRfp = Pick<StoredRfp, 'columns' | 'contractEnd'>;

/** Names and cells of a file of results, in the order of the columns. */
function resultsTable({ columns = BODY_COLUMNS, contractEnd }: ResultsRfp, reader: ResultsContent['for']) {
  const kept = keptColumns(columns);
  return {
    header: [...keptNames(columns), ...(reader === 'customer' ? CUSTOMER_COLUMNS : RESULT_COLUMNS)],
    row: (lane: LaneView): readonly SheetCell[] => {
      const cells = lane.draft.cells ?? bodyCells(lane.draft);
      const results =
        reader === 'customer' ? customerCells(lane, contractEnd) : resultCells(lane.priced, lane);
      return [...kept.map((at) => cells[at] ?? ''), ...results];
    },
  };
}

/** Writes a file of results part by part: CSV with a header, or a workbook. Lanes are given in their order. */
export interface ResultsWriter {
  /** @returns the next bytes of the file, which can be none. */
  add(lanes: readonly LaneView[]): Uint8Array;
  /** @returns the last bytes of the file. */
  end(): Uint8Array;
}

export function createResultsWriter(
  rfp: ResultsRfp,
  { for: reader, format }: Pick<ResultsContent, 'for' | 'format'>,
): ResultsWriter {
  const { header, row } = resultsTable(rfp, reader);
  if (format === 'xlsx') {
    const writer = new XlsxWriter('Lanes', header);
    return { add: (lanes) => writer.add(lanes.map(row)), end: () => writer.end() };
  }
  let before = `${BYTE_ORDER_MARK}${csvRow(header)}\r\n`;
  const take = (lines: string): Uint8Array => {
    const bytes = Buffer.from(`${before}${lines}`);
    before = '';
    return bytes;
  };
  return {
    add: (lanes) => take(lanes.map((lane) => `${csvRow(row(lane).map(cellText))}\r\n`).join('')),
    end: () => take(''),
  };
}

/** A whole file of results as CSV. */
export function resultsFile(
  lanes: readonly LaneView[],
  rfp: ResultsRfp = { columns: undefined, contractEnd: undefined },
  reader?: ResultsContent['for'],
): string {
  const writer = createResultsWriter(rfp, reader === undefined ? {} : { for: reader });
  return Buffer.concat([writer.add(lanes), writer.end()]).toString();
}
