import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { type Period, periodIn } from '../../sheets/cell-values.ts';
import { headerWords } from '../../sheets/column-words.ts';
import { isExport } from '../../sheets/columns-by-values.ts';
import { type FoundWeight, findCommodities, findWeights, readWeightCell } from './find-cargo.ts';
import { type FoundDay, findDays } from './find-dates.ts';
import {
  type Found,
  type FoundRequirement,
  findEquipment,
  findReferences,
  findRequirements,
  findVolumes,
  readEquipmentCell,
  readVolumeCell,
} from './find-facts.ts';
import type { FoundPlace, PlaceFinder } from './find-places.ts';
import { linesOf, type Span } from './split-messages.ts';

type End = 'origin' | 'destination';
/** What a column has. A city without its state has them in the columns after it. */
type Meaning =
  | End
  | 'place part'
  | 'equipment'
  | 'volume'
  | 'weight'
  | 'commodity'
  | 'day'
  | 'other day'
  | 'requirement'
  | 'reference'
  | 'notes'
  | 'nothing';

interface Column {
  readonly meaning: Meaning;
  /** The requirement of which the cells say yes or no. */
  readonly requirement?: string | undefined;
  /** End of a lane that a part of a place belongs to. */
  readonly of?: End | undefined;
  /** Whether its header tells a port from a door, and no direction. */
  readonly isPlain?: boolean;
  readonly period?: Period | undefined;
  /** The words of the header. */
  readonly header?: string;
}

/** Facts of a row, or of another range, that are not places. */
export interface CellFacts {
  readonly equipment: readonly Found<EquipmentType>[];
  readonly days: readonly FoundDay[];
  readonly volumes: readonly Found<number>[];
  readonly weights: readonly FoundWeight[];
  readonly commodities: readonly Found<string>[];
  readonly requirements: readonly FoundRequirement[];
  readonly references: readonly Found<string>[];
}

/** A row of a table with a header, or a row of cells without one. */
export interface TableRow extends Span {
  /** Its cells, where they do not stand one after another. */
  readonly written?: string;
  /** The ends by the header; absent for a row without a header. */
  readonly ends?: (finder: PlaceFinder) => {
    readonly origin?: FoundPlace | undefined;
    readonly destination?: FoundPlace | undefined;
  };
  readonly facts?: (today: UtcDay) => CellFacts;
  /** A cell of a row without a header that is only a length. */
  readonly equipment?: Found<EquipmentType>;
  /** Whether the cell of an end is empty or says that it is that of the row above. */
  readonly isDitto: (end: End) => boolean;
}

const MIN_CELLS = 3;
const NO_CELL: Span = { start: 0, end: 0 };
/** Longer cells are sentences. */
const MAX_HEADER_WORDS = 4;
const YES = /^(?:y|yes|x|req\w*|needed|\u2713|\u2714)$/i;
const RULE = /^[\s|:=+_-]+$/;
const SEPARATORS: readonly RegExp[] = [/\|/g, /\t+/g, /;/g, / {2,}/g, /,/g];

/** The rows of pasted tables, by the start of their paragraph. */
export function findTables(
  text: string,
  paragraphs: readonly Span[],
): ReadonlyMap<number, readonly TableRow[]> {
  const tables = new Map<number, readonly TableRow[]>();
  let header:
    | { readonly columns: readonly Column[]; readonly separator: RegExp; readonly places: readonly number[] }
    | undefined;
  for (const [index, paragraph] of paragraphs.entries()) {
    if (tables.has(paragraph.start)) continue;
    const vertical = verticalTable(text, paragraphs.slice(index));
    if (vertical) {
      for (const [start, rows] of vertical) tables.set(start, rows);
      continue;
    }
    const lines = linesOf(text, paragraph).filter((line) => !RULE.test(text.slice(line.start, line.end)));
    const separator = SEPARATORS.find((form) => isTable(text, lines, form));
    if (separator === undefined) continue;
    const rows = lines.map((line) => cellsOf(text, line, separator));
    const turned = turnedRows(text, rows, separator);
    if (turned) {
      tables.set(paragraph.start, turned);
      continue;
    }
    let columns = header?.separator === separator ? header.columns : undefined;
    let places = header?.places ?? [];
    const read: TableRow[] = [];
    for (const cells of rows) {
      const named = columnsOf(text, cells);
      if (named) [columns, places] = [named, cells.map(({ start }) => inLine(text, start))];
      else
        read.push({
          ...rowOf(
            text,
            columns && separator.source === ' {2,}' ? aligned(text, cells, places) : cells,
            columns,
          ),
          end: Math.max(0, ...cells.map(({ end }) => end)),
        });
    }
    if (separator.source === ',' && columns === undefined) continue;
    header = columns && { columns, separator, places };
    tables.set(paragraph.start, read);
  }
  return tables;
}

/** The rows of a table whose headers stand one below the other: a lane in each column. */
function turnedRows(
  text: string,
  rows: readonly (readonly Span[])[],
  separator: RegExp,
): readonly TableRow[] | undefined {
  const widest = rows.reduce((most, row) => (row.length > most.length ? row : most), []);
  const places = widest.map(({ start }) => inLine(text, start));
  const grid = separator.source === ' {2,}' ? rows.map((row) => aligned(text, row, places)) : rows;
  const labels = grid.map(([label = NO_CELL]) => label);
  const columns = columnsOf(text, labels);
  if (columns === undefined || rows.some((row) => columnsOf(text, row))) return undefined;
  return widest.slice(1).map((_, at) => {
    const cells = grid.map((row) => row[at + 1] ?? NO_CELL);
    const written = cells.map(({ start, end }) => text.slice(start, end)).join('\t');
    return { ...rowOf(text, cells, columns), written };
  });
}

/** At least two lines have the same number of cells; commas separate cells only below a header. */
function isTable(text: string, lines: readonly Span[], separator: RegExp): boolean {
  const counts = lines.map((line) => cellsOf(text, line, separator).length);
  const many = counts.filter((count) => count >= MIN_CELLS).length;
  if (separator.source === ',')
    return (
      many > 1 && lines[0] !== undefined && columnsOf(text, cellsOf(text, lines[0], separator)) !== undefined
    );
  return many > 1 || (many === 1 && lines.length === 1 && separator.source !== ' {2,}');
}

function cellsOf(text: string, line: Span, separator: RegExp): readonly Span[] {
  const cells: Span[] = [];
  // Separators between quotes are of the cell.
  const written = text
    .slice(line.start, line.end)
    .replace(/"[^"]*"/g, (quoted) => quoted.replace(/[,;| ]/g, '_'));
  let from = 0;
  const push = (to: number) => {
    const cell = written.slice(from, to);
    const lead = /^[\s"]*/.exec(cell)?.[0].length ?? 0;
    let length = cell.length;
    while (length > lead && /[\s"]/.test(cell.charAt(length - 1))) length -= 1;
    cells.push({
      start: line.start + from + lead,
      end: line.start + from + length,
    });
  };
  const first = written.length - written.trimStart().length;
  for (const match of written.matchAll(separator)) {
    // Bars at both ends of a line separate nothing.
    if (match.index > first) push(match.index);
    from = match.index + match[0].length;
  }
  if (written.slice(from).trim() !== '' || separator.source === ';' || separator.source === '\\t+')
    push(written.length);
  return cells;
}

const inLine = (text: string, at: number): number => at - text.lastIndexOf('\n', at - 1);

/** The cells of a line under the headers at these places; a header without a cell below it has an empty one. */
function aligned(text: string, cells: readonly Span[], places: readonly number[]): readonly Span[] {
  const under = places.map((): Span | undefined => undefined);
  for (const cell of cells) {
    const at = inLine(text, cell.start);
    const nearest = places.reduce(
      (best, place, index) => (Math.abs(place - at) < Math.abs((places[best] ?? 0) - at) ? index : best),
      0,
    );
    // A cell that is wider than its column moves the others to the right.
    const index = under[nearest] === undefined ? nearest : nearest + 1;
    if (index < under.length) under[index] = cell;
  }
  const start = cells[0]?.start ?? 0;
  return under.map((cell) => cell ?? { start, end: start });
}

/** The columns that a row names; undefined if it is no header. */
function columnsOf(text: string, cells: readonly Span[]): readonly Column[] | undefined {
  const headers = cells.map(({ start, end }) => text.slice(start, end));
  if (headers.some((header) => /\d/.test(header) || header.split(/\s+/).length > MAX_HEADER_WORDS))
    return undefined;
  let last: End | undefined;
  const columns = headers.map((header): Column => {
    const column = columnOf(header, last);
    if (column.meaning === 'origin' || column.meaning === 'destination') last = column.meaning;
    return column;
  });
  const has = (meaning: Meaning) => columns.some((column) => column.meaning === meaning);
  // Next to a column for the origin, "Pickup" is a day.
  const isPickup = (index: number) =>
    columns[index]?.meaning === 'origin' &&
    /^(?:(?:first|1st|earliest|start) )?(?:pick ?-?up|p\/?u|pull|load|ship)s?$/i.test(headers[index] ?? '');
  if (columns.some(({ meaning }, index) => meaning === 'origin' && !isPickup(index)))
    for (const index of columns.keys()) if (isPickup(index)) columns[index] = { meaning: 'day' };
  return has('destination') && (has('origin') || has('equipment')) ? columns : undefined;
}

function columnOf(header: string, last: End | undefined): Column {
  const words = new Set(headerWords(header));
  const has = (...some: readonly string[]) => some.some((word) => words.has(word));
  const plain = header.toLowerCase();
  if (plain === '' || header.length > 40 || /\d{2}/.test(header)) return { meaning: 'nothing' };
  const isDay =
    has('date', 'day', 'eta', 'lfd', 'cutoff', 'when', 'ready', 'needed', 'appointment', 'appt', 'by') &&
    !/per day/.test(plain);
  if (
    /^p\/?u$|^pick-?up (?:date|day)$|^pu date$|^(?:pick ?up|ready|load|ship|pull) ?(?:date|day)$/.test(plain)
  )
    return { meaning: 'day' };
  if (isDay) return { meaning: has('origin') || /^date$|ready|ship|load/.test(plain) ? 'day' : 'other day' };
  if (has('zip', 'state'))
    return {
      meaning: 'place part',
      of: has('origin') ? 'origin' : has('destination') ? 'destination' : last,
    };
  if (has('weight')) return { meaning: 'weight', header };
  if (has('commodity')) return { meaning: 'commodity' };
  if (has('target', 'rate', 'incumbent', 'budget', 'carrier', 'amount', 'cost'))
    return { meaning: 'nothing' };
  if (has('volume', 'week', 'month', 'quarter', 'year') && !has('zip')) {
    const period = periodIn([...words].join(' ')) ?? periodIn(header);
    // "Qty" without a period is a count of one request.
    return period === undefined && !/vol/.test(plain)
      ? { meaning: 'nothing' }
      : { meaning: 'volume', period };
  }
  if (has('equipment', 'size') || /^(?:type|unit|eq|box)$/.test(plain)) return { meaning: 'equipment' };
  if (has('accessorial', 'special', 'note', 'remark') || /extras?|comment|remark|special|needs/.test(plain))
    return { meaning: 'notes' };
  if (
    has('order') ||
    /\b(?:po|ref|reference|booking|rfq)\b|\b(?:load|job|shipment) ?(?:#|no\b|number|id)/.test(plain)
  )
    return { meaning: 'reference' };
  const [requirement] = findRequirements(header, { start: 0, end: header.length });
  const asked =
    requirement?.value ??
    (/^chassis\b/.test(plain) ? 'chassis' : /^team\b/.test(plain) ? 'team_drivers' : undefined);
  if (asked !== undefined) return { meaning: 'requirement', requirement: asked };
  if (has('city') && !has('origin', 'destination'))
    return { meaning: last === undefined ? 'origin' : 'destination' };
  if (has('origin', 'port', 'terminal', 'ramp', 'pull') && !has('destination'))
    return {
      meaning: last === 'origin' && has('city') ? 'place part' : 'origin',
      of: 'origin',
      isPlain: !has('origin', 'pull'),
    };
  if (
    has('destination') ||
    /^(?:ship ?to|(?:customer(?:'s)? |inland |door )?(?:warehouse|dc|location|door|site|city|address)|inland|customer)$/.test(
      plain,
    )
  )
    return { meaning: 'destination', isPlain: !/dest|\bto\b|deliver|drop|consignee/.test(plain) };
  return { meaning: 'notes' };
}

function rowOf(text: string, cells: readonly Span[], columns: readonly Column[] | undefined): TableRow {
  const start = cells.find(({ end }) => end > 0)?.start ?? 0;
  const span = { start, end: Math.max(start, cells.at(-1)?.end ?? 0) };
  if (columns === undefined || cells.length < 2) {
    const lengths = cells.filter(({ start: from, end }) => /^(?:20|40|45|53)'?$/.test(text.slice(from, end)));
    const [length, ...others] = lengths.flatMap((cell) => readEquipmentCell(text, cell));
    const isClear = length !== undefined && others.length === 0 && findEquipment(text, span).length === 0;
    return { ...span, isDitto: () => false, ...(isClear && { equipment: length }) };
  }
  const cellsWith = (...meanings: readonly Meaning[]) =>
    cells.filter((_, index) => meanings.includes(columns[index]?.meaning ?? 'notes'));
  const endCells = (end: End) =>
    cells.filter((_, index) => {
      const column = columns[index];
      return column?.meaning === end || (column?.meaning === 'place part' && column.of === end);
    });
  const placeOf = (end: End, finder: PlaceFinder): FoundPlace | undefined => {
    const own = endCells(end).filter((cell) => cell.end > cell.start);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const whole = { start: first.start, end: last.end };
    const isBeside = /^[^\n]{0,119}$/.test(text.slice(first.start, last.end));
    return finder.findPlaces(text, isBeside ? whole : first)[0] ?? finder.findPlaces(text, first)[0];
  };
  const endText = (end: End) =>
    endCells(end)
      .map((cell) => text.slice(cell.start, cell.end))
      .join('')
      .trim();
  // Of a terminal and a door, the terminal is where an export goes.
  const isTurned =
    columns.filter(({ isPlain }) => isPlain).length === 2 &&
    cellsWith('notes', 'equipment').some(
      ({ start, end }) => end - start <= 8 && isExport(text.slice(start, end)),
    );
  return {
    ...span,
    ends: (finder) => {
      const [origin, destination] = [placeOf('origin', finder), placeOf('destination', finder)];
      return isTurned ? { origin: destination, destination: origin } : { origin, destination };
    },
    // A row without any end has totals.
    isDitto: (end) =>
      endText('origin') + endText('destination') !== '' &&
      /^(?:"|''|do\.?|ditto|same|-|\^)?$/i.test(
        endText(isTurned === (end === 'origin') ? 'destination' : 'origin'),
      ),
    facts: (today) => {
      const notes = cellsWith('notes');
      const inNotes = <Fact>(find: (text: string, cell: Span) => readonly Fact[]): readonly Fact[] =>
        notes.flatMap((cell) => find(text, cell));
      const inColumn = <Fact>(of: Meaning, read: (cell: Span, column: Column) => readonly Fact[]) =>
        cells.flatMap((cell, index) => {
          const column = columns[index];
          return column?.meaning === of && cell.end > cell.start ? read(cell, column) : [];
        });
      const words = (of: Meaning, longest: number) =>
        inColumn(of, (cell) =>
          cell.end - cell.start < longest ? [{ ...cell, value: text.slice(cell.start, cell.end) }] : [],
        );
      const days = (cell: Span) => findDays(text, cell, today);
      const volumes = inColumn('volume', (cell, { period }) => {
        const own = readVolumeCell(text, cell, period);
        return own ? [own] : findVolumes(text, cell);
      });
      return {
        equipment: [
          ...inColumn('equipment', (cell) => readEquipmentCell(text, cell)),
          ...inNotes(findEquipment),
        ],
        days: [...inColumn('day', days).map((day) => ({ ...day, isNamed: true })), ...notes.flatMap(days)],
        volumes: volumes.length > 0 ? volumes : inNotes(findVolumes),
        weights: [
          ...inColumn('weight', (cell, { header }) => readWeightCell(text, cell, header ?? '')),
          ...inNotes(findWeights),
        ],
        commodities: [...words('commodity', 100), ...inNotes(findCommodities)],
        requirements: [
          ...inColumn('requirement', (cell, { requirement }) =>
            requirement && YES.test(text.slice(cell.start, cell.end))
              ? [{ ...cell, value: requirement }]
              : [],
          ),
          ...inColumn('equipment', (cell) => findRequirements(text, cell)),
          ...inNotes(findRequirements),
        ],
        references: [...words('reference', 40), ...inNotes(findReferences)],
      };
    },
  };
}

/** A table whose cells stand one in a line, as some programs paste it. */
function verticalTable(
  text: string,
  paragraphs: readonly Span[],
): readonly (readonly [number, readonly TableRow[]])[] | undefined {
  const [first, ...others] = paragraphs;
  if (first === undefined) return undefined;
  const cellsIn = (paragraph: Span) => linesOf(text, paragraph).flatMap((line) => cellsOf(text, line, /$^/g));
  const lines = cellsIn(first);
  const width = lines.findIndex(
    (line, index) =>
      index > 1 && columnOf(text.slice(line.start, line.end), 'destination').meaning === 'notes',
  );
  const headerLines = lines.length > 2 && width === -1 ? lines : lines.slice(0, Math.max(0, width));
  const columns = headerLines.length > 2 ? columnsOf(text, headerLines) : undefined;
  if (columns === undefined || headerLines.some(({ start, end }) => end - start > 30)) return undefined;
  const tables: (readonly [number, readonly TableRow[]])[] = [];
  const rest = lines.slice(headerLines.length);
  tables.push([first.start, chunked(text, rest, columns)]);
  for (const paragraph of others) {
    const cells = cellsIn(paragraph);
    if (cells.length % columns.length !== 0) break;
    tables.push([paragraph.start, chunked(text, cells, columns)]);
  }
  return tables.flatMap(([, rows]) => rows).length > 0 ? tables : undefined;
}

const chunked = (text: string, cells: readonly Span[], columns: readonly Column[]): readonly TableRow[] =>
  Array.from({ length: Math.floor(cells.length / columns.length) }, (_, row) =>
    rowOf(text, cells.slice(row * columns.length, (row + 1) * columns.length), columns),
  );
