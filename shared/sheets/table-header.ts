import type { SheetRow } from '../platform/files/csv-rows.ts';
import { REJECTED_COLUMNS } from '../platform/files/rejected-rows.ts';
import { isAmount, isDay, isMoney } from './cell-values.ts';
import { headerWords, meaningsOf } from './column-words.ts';
import { cellsOf, isMost, MOST, withoutDoubles } from './columns-by-values.ts';
import { equipmentIn } from './facts-outside-table.ts';
import { isEquipment, isWholePlace, otherEnd } from './place-cells.ts';
import type { Column, ColumnChoice, FileKind } from './table.ts';

/** Rows in which the header is looked for, and rows below it that show what columns have. */
export const HEADER_WITHIN = 30;
export const SAMPLE_ROWS = 200;

export type Columns<Name extends string> = readonly Column<Name>[];

/** How many meanings the header of a sheet has, to choose one of several sheets. */
export const headerFit = (kind: FileKind<string>, rows: readonly SheetRow[]): number =>
  findHeader(kind, rows, {})?.fit ?? 0;

interface FoundHeader {
  readonly header: SheetRow;
  /** A group row alone can have two meanings, such as origin and destination: the names stand below it. */
  readonly isGrouped: boolean;
  /** Different meanings. */
  readonly fit: number;
}

const meaningsIn = (columns: Columns<string>): number => new Set(columns.flatMap(({ as }) => as ?? [])).size;

export function findHeader<Name extends string>(
  kind: FileKind<Name>,
  rows: readonly SheetRow[],
  choice: ColumnChoice,
): FoundHeader | undefined {
  const first = rows.slice(0, HEADER_WITHIN);
  const at = first.findIndex((row) => groupsIn(kind, columnsOf(kind, row.cells, choice)) >= 2);
  const header = rows[at] ?? first.find((row) => isAsWide(row, rows)) ?? rows[0];
  if (header === undefined) return undefined;
  const single = meaningsIn(columnsOf(kind, header.cells, choice));
  const above = rows[rows.indexOf(header) - 1];
  if (above !== undefined && groupsDoubles(above, header))
    return { header: above, isGrouped: true, fit: single };
  const below = rows[rows.indexOf(header) + 1];
  const joined = below ? meaningsIn(columnsOf(kind, below.cells, choice, header.cells)) : 0;
  return { header, isGrouped: joined > single, fit: Math.max(single, joined) };
}

/** Whether equal names stand below different ones: "Rate" and "Rate" below "20'" and "40'". */
const groupsDoubles = (above: SheetRow, { cells }: SheetRow): boolean =>
  cells.some((name, at) => {
    const first = cells.indexOf(name);
    const [one, other] = [oneLine(above.cells[first]), oneLine(above.cells[at])];
    return first < at && name.trim() !== '' && one !== '' && other !== '' && one !== other;
  });

export const filledIn = ({ cells }: SheetRow): number => cells.filter((cell) => cell.trim() !== '').length;

/** Whether a row has about as many cells as the rows below it: titles above a header have few. */
function isAsWide(row: SheetRow, rows: readonly SheetRow[]): boolean {
  const below = rows.filter(({ number }) => number > row.number).slice(0, SAMPLE_ROWS);
  const widths = below.map(filledIn).sort((a, b) => a - b);
  return filledIn(row) > 1 && filledIn(row) >= MOST * (widths[Math.floor(widths.length / 2)] ?? 0);
}

/** Headers are compared with the caller's by their letters and digits. */
export const folded = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Instead of a meaning: the column is not needed. */
export const IGNORE = 'ignore';

/**
 * The columns of a header row, below a row that groups them.
 * @param below rows: a column without amounts has no rates, whatever its header says.
 */
export function columnsOf<Name extends string>(
  kind: FileKind<Name>,
  cells: readonly string[],
  choice: ColumnChoice,
  groups: readonly string[] = [],
  below: readonly SheetRow[] = [],
): Columns<Name> {
  const chosen = new Map(Object.entries(choice).map(([header, as]) => [folded(header), as]));
  let group = '';
  const fits: number[] = [];
  const isRejectedRows = REJECTED_COLUMNS.every((name, at) => cells[at] === name);
  const columns = Array.from({ length: Math.max(cells.length, groups.length) }, (_, at): Column<Name> => {
    const own = oneLine(cells[at]);
    if (isRejectedRows && at < REJECTED_COLUMNS.length) return { header: own, isIgnored: true };
    group = oneLine(groups[at]) || group;
    // A group goes on over the names below it.
    const full = own === '' ? oneLine(groups[at]) : `${group} ${own}`.trim();
    let best: { readonly header: string; readonly name: Name; readonly fit: number } | undefined;
    for (const header of new Set([full, own])) {
      const as = chosen.get(folded(header));
      if (as !== undefined) return as === IGNORE ? { header, isIgnored: true } : { header, as: as as Name };
      const found = meaningsOf(kind.meanings, header).find(
        ({ name }) => !isContradicted(kind, { header, as: name }, cellsOf(below, at)),
      );
      if (found && found.fit > (best?.fit ?? 0)) best = { header, ...found };
    }
    if (best) {
      fits[at] = best.fit;
      // The equipment of a group is no part of what the column means, and still says for which rows it counts.
      return { header: equipmentIn(group).length > 0 ? full : best.header, as: best.name };
    }
    return { header: full };
  });
  return withoutDoubles(columns, fits);
}

/**
 * Whether the cells of a column show that it has another meaning than its header says: "Pickup" and "Delivery" are places
 * in some files and days in others.
 */
function isContradicted<Name extends string>(
  { meanings }: FileKind<Name>,
  column: Required<Pick<Column<Name>, 'header' | 'as'>>,
  cells: readonly string[],
): boolean {
  if (cells.length === 0) return false;
  const { as: name } = column;
  const { isValue } = meanings[name];
  if (name === 'origin' || name === 'destination') return isMost(cells, isDay);
  if (/^(?:date|start|end|effective_\w+)$/.test(name)) return isMost(cells, isWholePlace);
  if (isNamed(column)) return false;
  if (isValue === isMoney) return !cells.some(isAmount);
  // Below "Rate with fuel" are prices.
  const words = headerWords(column.header);
  if (name === 'fuel' && words.includes('included') && !words.includes('percent'))
    return isMost(cells, isAmount);
  return (
    name !== 'equipment' &&
    Object.hasOwn(meanings, 'equipment') &&
    !(isValue && cells.some(isValue)) &&
    isMost(cells, isEquipment)
  );
}

/** Whether a header is the name of the meaning, as in files of this service. */
const isNamed = ({ header, as }: Column<string>): boolean =>
  as !== undefined && folded(header) === folded(as);

export const oneLine = (cell: string | undefined): string => (cell ?? '').replace(/\s+/g, ' ').trim();

/**
 * Columns that say "City" and not of which end belong to the end that was named last; without such a column, the first
 * ones belong to the origin and the second ones to the destination.
 * @param hasOrigin whether a title says the origin.
 */
export function withSides<Name extends string>(
  kind: FileKind<Name>,
  columns: Columns<Name>,
  hasOrigin: boolean,
): Columns<Name> {
  let side: 'origin' | 'destination' | undefined;
  const seen = new Set<string>();
  const named = new Set(columns.flatMap(({ as }) => as ?? []) as readonly string[]);
  const sided = columns.map((column): Column<Name> => {
    const { header, as } = column;
    if (as?.startsWith('origin')) side = 'origin';
    if (as?.startsWith('destination')) side = 'destination';
    if (as === undefined || !UNSIDED.has(as)) return column;
    let of = side ?? (hasOrigin || seen.has(as) ? 'destination' : 'origin');
    // The second "Town" after the columns of the origin is that of the other end.
    if (named.has(`${of}_${as}`)) of = of === 'origin' ? 'destination' : 'origin';
    seen.add(as);
    const name = `${of}_${as}`;
    named.add(name);
    side = of;
    return Object.hasOwn(kind.meanings, name) ? { header, as: name as Name } : { header };
  });
  const ends = withBothEnds(kind, sided, (at) => UNSIDED.has(columns[at]?.as ?? ''));
  const exact = new Set(ends.filter(isNamed).map(({ as }) => as));
  const needed = new Set(kind.required.flat());
  const taken = new Set<Name>();
  return ends.map((column): Column<Name> => {
    const { header, as, isPart } = column;
    if (as === undefined || isPart) return column;
    // Exports have the columns "rate_id" and "external_id", which could both be the id of the caller.
    if (!needed.has(as) && exact.has(as) && !isNamed(column)) return { header, rival: as };
    const isDouble = taken.has(as) && !needed.has(as);
    taken.add(as);
    return isDouble ? { header, rival: as } : column;
  });
}

const DISCHARGE = /^(?!pol\b).*(?:\bpod|discharge|port of entry)/i;
const SEA_PORT = /^po[ld]|\bpo[ld]\b|discharge|port of entry|load(?:ing)?\s+port|port of load/i;

/**
 * A lane has two ends. Where all columns belong to one, and they name a port and an address, the port is one end and the
 * address the other: the port of discharge of an import is where its truck starts.
 */
function withBothEnds<Name extends string>(
  { meanings }: FileKind<Name>,
  columns: readonly Column<Name>[],
  isUnsided: (at: number) => boolean,
): readonly Column<Name>[] {
  const [from, to] = ['origin_port', 'destination_port'].map((port) =>
    columns.findIndex(({ header, as }) => as === port && SEA_PORT.test(header)),
  ) as [number, number];
  if (from >= 0 && to >= 0) {
    // The vessel sails between the two ports: the truck serves the one at its door.
    const [exports, imports] = ['origin', 'destination'].map((side) =>
      columns.some(({ as }) => as?.startsWith(side) && !as.endsWith('_port')),
    );
    if (exports === imports) return columns;
    return columns.map(({ header, as, ...column }, index) => {
      if (index === (imports ? from : to)) return { header, isIgnored: true };
      const own =
        index === (imports ? to : from) ? (`${imports ? 'origin' : 'destination'}_port` as Name) : as;
      return own === undefined ? { header, ...column } : { header, ...column, as: own };
    });
  }
  const [end, ...others] = new Set(
    columns.flatMap(({ as }) => /^(?:origin|destination)/.exec(as ?? '') ?? []),
  );
  if (end === undefined || others.length > 0) return columns;
  const moved = (indexes: readonly number[]) =>
    columns.map((column, index) => {
      const as = column.as && otherEnd(column.as);
      return indexes.includes(index) && as && Object.hasOwn(meanings, as)
        ? { ...column, as: as as Name }
        : column;
    });
  const at = (parts: RegExp) =>
    columns.flatMap(({ as }, index) => (as?.startsWith(end) && parts.test(as) ? [index] : []));
  const [ports, address] = [at(/_(?:port|terminal)$/), at(/(?:^[a-z]+|_(?:city|zip|state))$/)];
  const [port = -1] = ports;
  const [first = -1] = address;
  const free = address.filter(isUnsided);
  const hasCity = free.some((index) => columns[index]?.as?.endsWith('_city'));
  // "Ship From" and "Store City": the end that no header names is the other one.
  if (port < 0 && hasCity && columns.some(({ as }) => as === end)) return moved(free);
  if (port < 0 || first < 0) return columns;
  const isFree = [port, first].map(isUnsided);
  const header = columns[port]?.header ?? '';
  if (!isFree[0] && !isFree[1] && !SEA_PORT.test(header)) return columns;
  return moved(DISCHARGE.test(header) || !isFree[1] || (isFree[0] && first < port) ? ports : address);
}

const UNSIDED: ReadonlySet<string> = new Set(['city', 'state', 'zip', 'port', 'terminal']);

export const groupsIn = <Name extends string>({ required }: FileKind<Name>, columns: Columns<Name>): number =>
  required.filter((group) =>
    columns.some(({ as }) => as !== undefined && (group.includes(as) || isSided(group, as))),
  ).length;

/** A column "City" can still become part of an origin or destination. */
const isSided = (group: readonly string[], as: string): boolean =>
  UNSIDED.has(as) && group.some((name) => name.endsWith(`_${as}`));
