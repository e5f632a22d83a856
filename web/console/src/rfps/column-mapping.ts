import { csvRow } from '../../../../shared/platform/files/csv-rows.ts';
import { columnNamed, ENDS, type LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import { type LaneRow, laneOfRow } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { COLUMN_TEXTS } from './lane-column-texts.ts';

/** The meaning of a column of the input; empty if the column is not used. */
export type ColumnUse = LaneColumn | '';

/** How rows of cells are read as lanes. */
export interface ColumnMapping {
  /** Whether the first row has the names of the columns. */
  readonly hasHeader: boolean;
  /** By position. */
  readonly uses: readonly ColumnUse[];
}

export type Rows = readonly (readonly string[])[];

/**
 * The mapping that the service would use, as a proposal. A file has a header; a first pasted row without a known name counts
 * as a lane.
 */
export function proposeMapping(kind: 'file' | 'pasted', rows: Rows): ColumnMapping {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const uses = Array.from({ length: columns }, (_, position) => columnNamed(rows[0]?.[position] ?? '') ?? '');
  return { hasHeader: kind === 'file' || uses.some((use) => use !== ''), uses };
}

/** What prevents the lanes from being read, as sentences. */
export function mappingFaults({ uses }: ColumnMapping, nameOf: (position: number) => string): string[] {
  const positions = Map.groupBy(uses.keys(), (position) => uses[position] ?? '');
  const repeated = [...positions].flatMap(([use, same]) =>
    use === '' || same.length === 1
      ? []
      : `The columns ${same.map((position) => `"${nameOf(position)}"`).join(' and ')} are both used for ${COLUMN_TEXTS[use]}. Choose one of them.`,
  );
  const missing = Object.entries(ENDS).flatMap(([end, columns]) =>
    columns.some((column) => positions.has(column))
      ? []
      : `No column is used for the ${end}. Choose the column that has the ${end}, its city or its ZIP code.`,
  );
  return [...missing, ...repeated];
}

/** The name of a column for people. */
export const columnName = ({ hasHeader }: ColumnMapping, rows: Rows, position: number): string => {
  const name = hasHeader ? (rows[0]?.[position] ?? '').trim() : '';
  return name === '' ? `Column ${position + 1}` : name;
};

/** The rows below the header. */
export const bodyOf = ({ hasHeader }: ColumnMapping, rows: Rows): Rows => (hasHeader ? rows.slice(1) : rows);

/** Reads rows below the header as the service does. */
export function lanesOf({ uses }: ColumnMapping, body: Rows): LaneRow[] {
  const positions = new Map(
    [...uses.entries()].flatMap(([position, use]) => (use === '' ? [] : [[use, position] as const])),
  );
  return body.map((cells, at) => laneOfRow({ number: at + 1, cells }, positions));
}

/**
 * A first line, with line end, whose names the service reads as the mapping states. Names stay where they already mean the
 * same, because the file of results has them.
 */
export function headerLine(mapping: ColumnMapping, rows: Rows, separator: string): string {
  const names = mapping.uses.map((use, position) => {
    // The service finds the separator in the first line.
    const name = columnName(mapping, rows, position).replaceAll(/[\r\n]+/g, ' ');
    const meaning = columnNamed(name) ?? '';
    if (meaning === use) return name;
    return use === '' ? `${name} (not used)` : use;
  });
  return `${names.map(quoted).join(separator)}\r\n`;
}

function quoted(cell: string): string {
  const text = csvRow([cell]);
  return text.startsWith('"') ? text : `"${text}"`;
}
