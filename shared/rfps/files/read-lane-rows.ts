import { readAccessorialText } from '../../costs/accessorials/read-accessorial-text.ts';
import { MAX_WEIGHT_LBS } from '../../costs/equipment/equipment-type.ts';
import {
  isRange,
  type NumberStyle,
  type Period,
  periodIn,
  type Read,
  readAmount,
  readDate,
  readDecimal,
  readEndDate,
  readPrice,
  readVolume,
} from '../../sheets/cell-values.ts';
import { headerWords } from '../../sheets/column-words.ts';
import { equipmentText } from '../../sheets/facts-outside-table.ts';
import { currencyFault, type End, placeOf, stopsBetween } from '../../sheets/place-cells.ts';
import {
  type CellFault,
  cellFaultText,
  type FileRows,
  readSheet,
  skippedNotes,
} from '../../sheets/read-sheet.ts';
import type { ColumnChoice, Table, TableRow } from '../../sheets/table.ts';
import { BEYOND_COLUMNS } from '../../sheets/table-rows.ts';
import { MAX_RFP_LANES, type RowWarning, WEEKLY_DECIMALS } from '../lanes/lane-draft.ts';
import { LANE_FILE, type LaneColumn } from './lane-columns.ts';

/** Maximum bytes of a file of lanes: 600 for each of the most lanes. */
export const MAX_FILE_BYTES = 600 * MAX_RFP_LANES;

/** A cell of a lane that cannot be read, with the field of a lane that it was for. */
export interface LaneFault extends CellFault {
  readonly field: string;
}

/** A lane of a file: the item that `readLane` reads, and the cells of its row. */
export interface LaneRow {
  /** As in a spreadsheet, from 1. */
  readonly number: number;
  readonly item: Readonly<Record<string, unknown>>;
  readonly faults: readonly LaneFault[];
  readonly warnings: readonly RowWarning[];
  /** Ends that are only the name of a city, where other rows have its state. */
  readonly bare: readonly End[];
  /** Ends in columns of terminals. */
  readonly ofTerminals: readonly End[];
  /** The shipper's target in USD, as it is written; undefined if there is none. */
  readonly targetRate: number | undefined;
  readonly cells: readonly string[];
}

/** What rows are read by, apart from their own cells. */
interface Reading {
  readonly style: NumberStyle;
  /** Period of volumes whose cells name none. */
  readonly period: Period | undefined;
}

/** The lanes of a file. */
export interface LaneFile {
  readonly table: Table<LaneColumn>;
  readonly rows: readonly LaneRow[];
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
}

export const LANE_FILE_LIMITS = { bytes: MAX_FILE_BYTES, rows: MAX_RFP_LANES };

/**
 * Reads a file of lanes with a header.
 * @param source the bytes of a file of text, or rows of any file.
 * @throws FileError
 */
export function readLaneFile(source: Uint8Array | FileRows, choice?: ColumnChoice): LaneFile {
  const sheet = readSheet(source, LANE_FILE, LANE_FILE_LIMITS, choice);
  const rows = lanesOfTable(sheet.table, sheet.rows, sheet.style);
  const without = rows.filter(({ item }) => item.equipment_type === undefined).length;
  const equipment =
    without === 0
      ? []
      : [
          `${without === 1 ? '1 lane has' : `${without} lanes have`} no equipment in the file: that of the RFP is used${without < rows.length ? ' if another lane has it' : ''}.`,
        ];
  return { table: sheet.table, rows, notes: [...sheet.notes, ...equipment, ...skippedNotes(sheet, rows)] };
}

/** The lanes of a table's rows. Rows that name no place are no lanes. */
export function lanesOfTable(
  table: Table<LaneColumn>,
  rows: readonly TableRow<LaneColumn>[],
  style: NumberStyle,
): readonly LaneRow[] {
  const header = table.columns.find(({ as }) => as === 'volume')?.header ?? '';
  const clauses = table.lines.flatMap((line) => line.split(/[.;](?:\s+|$)/));
  const period = periodIn(headerWords(header).join(' ')) ?? periodIn(clauses.filter(saysVolume).join(' '));
  return rows.flatMap((row) => laneOfRow(row, { style, period }) ?? []);
}

/** Pounds of a pound and a kilogram. */
const POUNDS: Readonly<Record<string, number>> = { lb: 1, '#': 1, pound: 1, kg: 2.204_622_621_8 };
const WEIGHT = /^([\d.,' ]+?)\s*(k)?\s*(lb|#|pound|kg)?s?\.?$/i;
/** Lighter loads are usually thousands of pounds that a person left out. */
const MIN_LBS = 100;

/** Pounds of a cell, rounded up. @param header names the unit of cells that name none. */
function readWeight(cell: string, header: string, style: NumberStyle): Read<number> {
  const [, number = '', thousand, unit] = WEIGHT.exec(cell.slice(0, 40)) ?? [];
  // Nobody weighs thousandths of a pound: both separators are for thousands.
  const read = readDecimal(number.trim().replace(/^(\d{1,3})[.,](\d{3})$/, '$1$2'), style);
  if (number === '' || 'fault' in read) return { fault: 'is not a weight: write a number such as 42000 lb' };
  const words = header.toLowerCase().split(/[^a-z]+/);
  const [isKg, isLb] = [/^kgs?$/, /^(?:lbs?|pounds?)$/].map((name) => words.some((word) => name.test(word)));
  if (unit === undefined && isKg && isLb)
    return { fault: 'can be pounds or kilograms: write it as 42000 lb' };
  const perUnit = POUNDS[(unit ?? (isKg ? 'kg' : 'lb')).toLowerCase()] ?? 1;
  const isThousand = thousand !== undefined || (words.includes('k') && read.value < 1_000);
  const pounds = Math.ceil(read.value * perUnit * (isThousand ? 1_000 : 1));
  if (pounds >= MIN_LBS && pounds <= MAX_WEIGHT_LBS) return { value: pounds };
  return { fault: `is no weight of a load from ${MIN_LBS} to ${MAX_WEIGHT_LBS} lb: write it as 42000 lb` };
}

/** Lines that say something else of volumes than their period: "Volumes are estimates; bids are due each month". */
const STATEMENT =
  /\b(?:is|are|will|must)\b(?! (?:for |per |by |in |shown |stated )*(?:the |a |an |one )?(?:annual|year|month|quarter|week|daily|day|loads|containers))/i;

const saysVolume = (line: string): boolean =>
  !STATEMENT.test(line) && headerWords(line).some((word) => word === 'volume' || /^counts?$/.test(word));

/** Fields of lanes that columns with other names give. */
const FIELDS: Partial<Record<LaneColumn, string>> = {
  volume: 'weekly_volume',
  weight: 'weight_lbs',
};

/** Volumes of this field are the rows of a file as a person wrote them; the names are separated by these characters. */
const NAMES = /[;|,\n]|\s\+\s/;
/** Places have commas. */
const STOPS = /[;|\n]/;
const NO_STOPS = /^(?:0|no|none|n|direct|non-?stop)$/i;
/** What a column "Stops" or "Via" has instead of places. */
const NO_PLACES =
  /^(?:\d+(?: (?:extra )?stops?)?|no|none|n|yes|y|direct|non-?stop|truck|road|otr|rail|ramp|intermodal|ocean|dray|drayage)$/i;

function laneOfRow(row: TableRow<LaneColumn>, { style, period }: Reading): LaneRow | undefined {
  const faults: LaneFault[] = [];
  const warnings: RowWarning[] = [];
  const warn = (column: LaneColumn, reason: string) => {
    const fault = { header: row.header(column), value: row.text(column), reason };
    warnings.push({
      field: FIELDS[column] ?? column,
      message: `${cellFaultText(fault)}.`,
    });
  };
  const [bare, ofTerminals]: [End[], End[]] = [[], []];
  const end = (name: End): string => {
    const place = placeOf(row, name, true);
    if ('text' in place) {
      if (place.isBare) bare.push(name);
      if (place.isOfTerminals) ofTerminals.push(name);
      if (place.warning) warnings.push({ field: name, message: `${place.warning}.` });
      return place.text;
    }
    faults.push({
      field: name,
      header: row.header(place.at),
      value: row.text(place.at),
      reason: place.fault,
    });
    return [row.text(name), row.text(`${name}_city`), row.text(`${name}_state`), row.text(`${name}_zip`)]
      .filter((part) => part !== '')
      .join(', ');
  };
  const [origin, destination] = [end('origin'), end('destination')];
  if (origin === '' && destination === '' && faults.length === 0) return undefined;
  if (row.beyond !== undefined)
    faults.push({ field: 'lane', header: '', value: row.beyond, reason: BEYOND_COLUMNS });

  const volume = row.text('volume') === '' ? undefined : readVolume(row.text('volume'), style, period);
  if (volume && 'fault' in volume) warn('volume', `${volume.fault}; the lane has no volume`);
  const perWeek = volume && 'value' in volume ? Number(volume.value.toFixed(WEEKLY_DECIMALS)) : 0;
  if (volume && 'value' in volume && perWeek === 0) warn('volume', 'is no volume');
  if (perWeek > 0 && isRange(row.text('volume'))) warn('volume', `was read as ${perWeek} a week`);
  for (const [column, read] of [
    ['start', readDate],
    ['end', readEndDate],
  ] as const) {
    const found = row.text(column) === '' ? undefined : read(row.text(column));
    if (found && 'fault' in found) warn(column, found.fault);
  }
  const ofMile = headerWords(row.header('target_rate')).includes('mile');
  const target =
    row.text('target_rate') === ''
      ? undefined
      : (ofMile ? readAmount : readPrice)(row.text('target_rate'), style);
  const foreign = target && currencyFault(row, 'target_rate');
  if (target && 'fault' in target) warn('target_rate', target.fault);
  else if (foreign) warn(foreign.at, `${foreign.fault}; the lane has no target`);
  const isPerMile = ofMile || (target && 'value' in target && target.value.unit === 'mile');
  if (target && isPerMile) warn('target_rate', 'is a rate a mile; the lane has no target');

  const weight =
    row.text('weight') === '' ? undefined : readWeight(row.text('weight'), row.header('weight'), style);
  if (weight && 'fault' in weight) warn('weight', `${weight.fault}; the lane has no weight`);
  const namesNoStop = NO_PLACES.test(row.text('stops'));
  if (namesNoStop && !NO_STOPS.test(row.text('stops')))
    warn('stops', 'names no place: write the places, separated by semicolons; the lane has no stops');
  const partsOf = (text: string, separator: RegExp) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');

  const equipment = equipmentText(row.text('equipment'), row.header('equipment'));
  if (equipment.warning) warnings.push({ field: 'equipment_type', message: equipment.warning });
  const item = {
    lane_id: row.text('lane_id'),
    origin,
    destination,
    equipment_type: equipment.text,
    weekly_volume: perWeek > 0 ? perWeek : '',
    special_requirements: partsOf(row.text('accessorials'), NAMES).map(readAccessorialText),
    stops: [...stopsBetween(row), ...(namesNoStop ? [] : partsOf(row.text('stops'), STOPS))],
    weight_lbs: weight && 'value' in weight ? weight.value : '',
    commodity: row.text('commodity'),
  };
  const isGiven = ([, value]: [string, unknown]) =>
    value !== '' && !(Array.isArray(value) && value.length === 0);
  return {
    number: row.number,
    cells: row.cells,
    item: Object.fromEntries(Object.entries(item).filter(isGiven)),
    faults,
    warnings,
    bare,
    ofTerminals,
    targetRate: target && 'value' in target && !foreign && !isPerMile ? target.value.value : undefined,
  };
}
