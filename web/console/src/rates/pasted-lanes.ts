import { readContainerEquipment } from '../../../../shared/costs/equipment/read-equipment-type.ts';
import type { SheetRow } from '../../../../shared/platform/files/csv-rows.ts';
import { FileError } from '../../../../shared/platform/files/file-error.ts';
import { readTextRows } from '../../../../shared/platform/files/text-rows.ts';
import { readDate } from '../../../../shared/sheets/cell-values.ts';
import { endColumns, LANE_MEANINGS, PLACE_MEANINGS } from '../../../../shared/sheets/lane-meanings.ts';
import { type End, type PlaceMeaning, placeOf } from '../../../../shared/sheets/place-cells.ts';
import { cellText, type FileKind, type TableRow } from '../../../../shared/sheets/table.ts';
import { tableRow } from '../../../../shared/sheets/table-rows.ts';
import { guessTable } from '../../../../shared/sheets/understand-table.ts';
import type { ContainerType } from '../api/client.ts';

/** The rates operation prices at most so many lanes in a call. */
export const MAX_LANES = 10;

export interface PastedLane {
  readonly terminal: string;
  /** "City, ST ZIP", with what the row has of it. */
  readonly destination: string;
  readonly equipment: ContainerType | undefined;
  /** YYYY-MM-DD; empty if the row has none. */
  readonly date: string;
  readonly unread: readonly string[];
}

export interface PastedLanes {
  readonly lanes: readonly PastedLane[];
  readonly omitted: number;
}

type Column = PlaceMeaning | 'equipment' | 'date';

/** These lanes begin at a terminal: a column "Port" without a side is their origin. */
const fromTerminal = (part: 'port' | 'terminal') => {
  const meaning = PLACE_MEANINGS[`origin_${part}`];
  return { ...meaning, names: [...meaning.names, part] };
};

const PASTED: FileKind<Column> = {
  meanings: {
    ...PLACE_MEANINGS,
    origin_port: fromTerminal('port'),
    origin_terminal: fromTerminal('terminal'),
    port: { names: [] },
    terminal: { names: [] },
    equipment: LANE_MEANINGS.equipment,
    date: { names: ['date', 'pickup date', 'shipment date'] },
  },
  required: [endColumns('origin'), endColumns('destination')],
  roles: [],
};

/**
 * Reads rows that a spreadsheet or a CSV file has: with a row of headings in any order, or a terminal followed by city,
 * state, ZIP code, equipment and date in any order.
 */
export function readPastedLanes(text: string): PastedLanes {
  const rows = rowsOf(text);
  const [first] = rows;
  if (first === undefined) return { lanes: [], omitted: 0 };
  const table = guessTable(PASTED, rows);
  const hasHeadings =
    table.headerRow === first.number &&
    first.cells.every((cell) => !/\d/.test(cell)) &&
    PASTED.required.every((group) => table.columns.some(({ as }) => as !== undefined && group.includes(as)));
  const lanes = hasHeadings
    ? rows.flatMap((row) => tableRow(table, row) ?? []).map(laneOf)
    : rows.map((row) => laneOf(guess(row)));
  return { lanes: lanes.slice(0, MAX_LANES), omitted: Math.max(0, lanes.length - MAX_LANES) };
}

const LIMITS = { bytes: 1_000_000, rows: 1_000 };

/** None while a quote is not closed. */
function rowsOf(text: string): readonly SheetRow[] {
  try {
    return readTextRows(new TextEncoder().encode(text), LIMITS).rows;
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

/** Digits with separators: a date, perhaps one that does not exist. */
const DATE_LIKE = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;

type Cells = Partial<Record<Column, string>>;

/** Columns by the form of the cells; the first is the terminal. */
function guess(row: SheetRow): TableRow<Column> {
  const [origin = '', ...others] = row.cells.map(cellText);
  const cells: Cells = { origin };
  for (const cell of others) {
    const column = columnOf(cell, cells);
    if (column !== undefined) cells[column] = cell;
  }
  return { ...row, text: (name) => cells[name] ?? '', header: (name) => name, beyond: undefined };
}

function columnOf(cell: string, known: Cells): Column | undefined {
  const { destination_city: city, destination_state: state, destination_zip: zip, equipment, date } = known;
  if (cell === '') return undefined;
  if (date === undefined && DATE_LIKE.test(cell)) return 'date';
  if (zip === undefined && /^\d{4,5}(-?\d{4})?$/.test(cell)) return 'destination_zip';
  if (state === undefined && city !== undefined && /^[A-Za-z]{2}$/.test(cell)) return 'destination_state';
  if (city === undefined) return 'destination_city';
  // A state with a ZIP code completes the city.
  if (state === undefined && /^[A-Za-z]{2} \d{5}(-\d{4})?$/.test(cell)) {
    [known.destination_state = '', known.destination_zip = ''] = cell.split(' ');
    return undefined;
  }
  return equipment === undefined ? 'equipment' : undefined;
}

function laneOf(row: TableRow<Column>): PastedLane {
  const unread: string[] = [];
  const end = (name: End): string => {
    const place = placeOf(row, name);
    if ('text' in place) return place.text.replaceAll(/\s+/g, ' ');
    unread.push(row.text(place.at));
    return '';
  };
  // A terminal is named as it stands, also in a column of ports.
  const [terminal, destination] = [row.text('origin_port') || end('origin'), end('destination')];
  const equipment = row.text('equipment');
  const container = readContainerEquipment(equipment);
  const read = readDate(row.text('date'));
  const day = 'value' in read ? read.value : '';
  if (container === undefined && equipment !== '') unread.push(equipment);
  if (day === '' && row.text('date') !== '') unread.push(row.text('date'));
  return { terminal, destination, equipment: container, date: day, unread };
}
