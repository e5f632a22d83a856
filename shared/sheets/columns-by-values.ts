import { readState } from '../geography/places/us-states.ts';
import type { SheetRow } from '../platform/files/csv-rows.ts';
import { isAmount, isMoney, periodIn, readAmount, readDate, readVolume, readYesNo } from './cell-values.ts';
import { headerWords, type Meaning, meaningOf, meaningsOf, VOCABULARY } from './column-words.ts';
import { BARE_SIZE, daysOfTerm, equipmentIn, isSizeAndType } from './facts-outside-table.ts';
import { ENDS, isEquipment, isWholePlace, otherEnd, splitLane } from './place-cells.ts';
import { type Column, cellText, type FileKind } from './table.ts';

/*
 * What the cells of a column show where its header does not say it, or not in words that are known. Everything that is read
 * is listed, so a person sees it.
 */

/** Share of the cells of a column that must look like a meaning. */
export const MOST = 0.8;

/** Filled cells of a column. */
export const cellsOf = (rows: readonly SheetRow[], at: number): readonly string[] =>
  rows.map(({ cells }) => cellText(cells[at])).filter((cell) => cell !== '');

export const isMost = (cells: readonly string[], isValue: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(isValue).length >= MOST * cells.length;

/** Of columns with one meaning the one whose header fits best has it; equal ones stay, and are told apart by their sides. */
export function withoutDoubles<Name extends string>(
  columns: readonly Column<Name>[],
  fits: readonly number[],
): readonly Column<Name>[] {
  const best = new Map<Name, number>();
  columns.forEach(({ as }, at) => {
    if (as !== undefined) best.set(as, Math.max(best.get(as) ?? 0, fits[at] ?? Number.MAX_VALUE));
  });
  return columns.map((column, at) =>
    column.as !== undefined && (fits[at] ?? Number.MAX_VALUE) < (best.get(column.as) ?? 0)
      ? { header: column.header, rival: column.as }
      : column,
  );
}

type Shape = 'place' | 'city' | 'state' | 'zip';

function shapeOf(cells: readonly string[], header: readonly string[]): Shape | undefined {
  if (isMost(cells, (cell) => readState(cell) !== undefined)) return 'state';
  if (isMost(cells, isWholePlace)) return 'place';
  const zip = header.includes('zip') ? /^\d{3,5}(?:-\d{4})?$/ : /^\d{5}(?:-\d{4})?$/;
  const namesEnd = header.includes('zip') || header.includes('origin') || header.includes('destination');
  if (namesEnd && isMost(cells, (cell) => zip.test(cell))) return 'zip';
  return isMost(cells, (cell) => /^[\p{L} .'-]+$/u.test(cell)) ? 'city' : undefined;
}

const PARTS: Readonly<Record<Shape, string>> = { place: '', city: '_city', state: '_state', zip: '_zip' };

/**
 * Headers with words that nobody knows have the meaning of the others, if no column has it and their cells show it. Of a
 * header that names an end of the lane, the cells show the part of the place.
 */
export function withUnknownWords<Name extends string>(
  { meanings }: FileKind<Name>,
  given: readonly Column<Name>[],
  rows: readonly SheetRow[],
): readonly Column<Name>[] {
  const columns = withMonths(meanings, given, rows) as typeof given;
  const taken = new Set<string>(columns.flatMap(({ as }) => as ?? []));
  const fits: number[] = [];
  const isEnd = (name: string) => (ENDS as readonly string[]).includes(name);
  const partOf = (end: Name, cells: readonly string[], header: string): Name | undefined => {
    const shape = shapeOf(cells, headerWords(header));
    const has = (...parts: readonly string[]) => parts.some((part) => taken.has(`${end}${part}`));
    // "Charged To" next to a destination is a company.
    if (shape === undefined || ((shape === 'place' || shape === 'city') && has('', '_city')))
      return undefined;
    return shape === 'city' && !has('_state', '_zip') ? undefined : (`${end}${PARTS[shape]}` as Name);
  };
  const loose = columns.map((column, at): Column<Name> => {
    const { header, as, isIgnored } = column;
    const cells = cellsOf(rows, at);
    if (as !== undefined || isIgnored || header === '') return column;
    for (const { name, fit } of meaningsOf(meanings, header, true)) {
      const own = isEnd(name) ? partOf(name, cells, header) : name;
      if (own === undefined || taken.has(own) || !Object.hasOwn(meanings, own)) continue;
      const { isValue } = meanings[name];
      const isNamed =
        isValue === isMoney &&
        meaningOf({ [name]: meanings[name] } as Record<Name, Meaning>, header) !== undefined;
      if (!isEnd(name) && !(isValue && isMost(cells, isNamed ? isAmount : isValue))) continue;
      fits[at] = fit;
      return { header, as: own };
    }
    return column;
  });
  return withoutDoubles(loose, fits);
}

/** Names of meanings are texts here: which ones exist, `meanings` of the kind says. */
type Kind = FileKind<string>;
type Columns = readonly Column<string>[];
type Rows = readonly SheetRow[];

/** Columns without a meaning have what their cells show: the ends of the lane, terms, and what only one column can be. */
export function columnsByValues<Name extends string>(
  given: FileKind<Name>,
  columns: readonly Column<Name>[],
  rows: Rows,
): readonly Column<Name>[] {
  const kind = given as unknown as Kind;
  const steps = [
    ...[withShapes, withLinehaul, withBestOfDoubles, withParts, withColumnsOfEquipment, withDirection],
    ...[withLane, withEnds, withReadableEquipment, withUnits, withTerm, withOnlyColumns],
    ...[withEquipmentParts, withFlags, withId],
  ];
  return steps.reduce<Columns>((read, step) => step(kind, read, rows), columns) as readonly Column<Name>[];
}

/**
 * The column that makes up the total with the fuel is the rate: "Line", "FSC" and "Total" of loads, and "Linehaul", "FSC" and
 * "All-In" of contract rates, of which the last is not read. What else is inside a total, such as a chassis, only makes it higher.
 */
function withLinehaul({ required }: Kind, columns: Columns, rows: Rows): Columns {
  const at = (is: (column: Columns[number]) => boolean) =>
    columns.flatMap((column, index) => (is(column) ? [index] : []));
  const rates = at(({ as, rival, isIgnored }) => as === 'rate' || (rival === 'rate' && !isIgnored));
  const fuel = columns.findIndex(({ as }) => as === 'fuel_amount' || as === 'fuel');
  const isOfRates = required.some(([first]) => first === 'rate');
  if (!isOfRates || fuel < 0 || rates.length === 1) return columns;
  const totals = rates.length > 0 ? rates : at(({ as }) => as === 'total');
  const free = rates.length > 0 ? rates : at(({ as, isIgnored }) => as === undefined && !isIgnored);
  const cents = (cells: readonly string[], index: number, base = Number.NaN) => {
    const cell = cellText(cells[index]);
    const read = readAmount(cell, { decimalComma: /,\d{2}$/.test(cell) });
    if ('fault' in read) return Number.NaN;
    const { value, unit } = read.value;
    return Math.round(unit === 'percent' ? (base * value) / 100 : 100 * value);
  };
  const makesUp = (base: number, total: number) => {
    const rest = rows.flatMap(({ cells }) => {
      const rate = cents(cells, base);
      const more = cents(cells, total) - rate - cents(cells, fuel, rate);
      return Number.isNaN(more) ? [] : [more];
    });
    const equal = rest.filter((more) => Math.abs(more) < 2);
    return rest.length > 0 && 2 * equal.length >= rest.length && rest.every((more) => more > -2);
  };
  const found = free.flatMap((base) =>
    totals.flatMap((total) => (base !== total && makesUp(base, total) ? [{ base, total }] : [])),
  );
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return columns;
  return columns.map((column, index) => {
    if (index === only.base) return { header: column.header, as: 'rate' };
    return index === only.total && rates.includes(index) ? { header: column.header, rival: 'rate' } : column;
  });
}

/** Amounts that can have a column for each equipment. */
const MEASURES = ['rate', 'rate_flat', 'rate_per_mile', 'volume', 'target_rate'];
const MARK = /^(?:x|y|yes|n|no|\u2713|\u2714)$/i;

/** "20'" and "40' HC", "Van rate" and "Reefer rate": the headers name the equipment that no column has. */
function withColumnsOfEquipment({ meanings, isReadInParts }: Kind, columns: Columns, rows: Rows): Columns {
  const isNumber = (cell: string) => /^[\d,.]+$/.test(cell);
  if (isReadInParts || !Object.hasOwn(meanings, 'equipment') || columns.some(({ as }) => as === 'equipment'))
    return columns;
  const has = (name: string) => Object.hasOwn(meanings, name);
  const found = columns.map(({ header, as, isIgnored, isPart }, at) => {
    const cells = cellsOf(rows, at);
    if (isIgnored || isPart || (as !== undefined && !MEASURES.includes(as)) || cells.length === 0)
      return undefined;
    const parts = header.split(/\s*[/,&+]\s*/);
    const isList =
      parts.length > 1 &&
      parts.every((part) => isEquipment(part) || BARE_SIZE.test(part)) &&
      !isSizeAndType(header, parts);
    // A rate holds for each type of a list, a volume for all of them together.
    const types = isList || isEquipment(header) ? [header] : equipmentIn(header);
    const equipment = isList && !has('volume') ? parts : types;
    if (equipment.length === 0) return undefined;
    const own = new Set(equipment.join(' ').toLowerCase().split(' '));
    const rest = (
      (isList ? '' : header.toLowerCase()).match(/[\p{L}\p{N}$/]+['\u2019\u2032]?\p{L}*/gu) ?? []
    ).filter((word) => !own.has(word));
    const named = rest.length === 0 ? undefined : meaningsOf(meanings, rest.join(' '), true)[0]?.name;
    if (rest.length === 0 && isMost(cells, (cell) => MARK.test(cell))) return { as: 'equipment', equipment };
    const byCells =
      has('volume') && isMost(cells, isNumber) ? 'volume' : has('volume') ? 'target_rate' : 'rate';
    const name = rest.length === 0 ? byCells : named;
    return name !== undefined && MEASURES.includes(name) && has(name) && isMost(cells, isAmount)
      ? { as: name, equipment }
      : undefined;
  });
  const names = new Set(found.flatMap((column) => column?.as ?? []));
  const types = new Set(found.flatMap((column) => column?.equipment ?? []));
  if (types.size < 2) return columns;
  return columns.map((column, at) => {
    const own = found[at];
    if (own !== undefined) return { ...column, as: own.as, equipment: own.equipment };
    return column.as !== undefined && names.has(column.as) ? { header: column.header } : column;
  });
}

const PERIOD_OF_YEAR =
  /(?<![\p{L}\d])(?:q[1-4](?!\d)|[1-4]q|(?:quarter|qtr) ?[1-4]|(?:1st|2nd|3rd|4th) (?:quarter|qtr)|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\p{L})/iu;

/** "Q1 loads" to "Q4 loads", and twelve months, are the volume of a year. */
function withMonths(meanings: Kind['meanings'], columns: Columns, rows: Rows): Columns {
  const { volume } = meanings;
  if (volume === undefined || columns.some(({ as }) => as === 'volume')) return columns;
  const at = columns.flatMap(({ header, as, isIgnored }, index) => {
    const rest = header.replace(PERIOD_OF_YEAR, '');
    const isVolume = !/\p{L}/u.test(rest) || meaningsOf({ volume }, rest, true).length > 0;
    return as === undefined &&
      !isIgnored &&
      rest !== header &&
      isVolume &&
      cellsOf(rows, index).every((cell) => /^[\d,]+(?:\.\d+)?$/.test(cell))
      ? [index]
      : [];
  });
  // Others are no whole year.
  const quarters = at.filter((index) =>
    /q|quarter|qtr/i.test(columns[index]?.header.match(PERIOD_OF_YEAR)?.[0] ?? ''),
  );
  if (quarters.length === 0 ? at.length !== 12 : at.length !== 4 || quarters.length !== 4) return columns;
  return columns.map((column, index) =>
    at.includes(index) ? { ...column, as: 'volume', isPart: true, isSummand: true } : column,
  );
}

const DIRECTION =
  /^(?:(?:(?:imp(?:ort)?|exp(?:ort)?)s?|inbound|outbound)(?: (?:dray(?:age)?|moves?|loads?|live|drop))?|in|out|ib|ob|i|e|door to (?:port|ramp|pier|terminal)|(?:port|ramp|pier|terminal) to door)$/i;
/** Whether a cell of directions says that the load goes to the port. */
export const isExport = (cell: string): boolean =>
  /^(?:(?:exp(?:ort)?s?|outbound|out|ob)\b|e$|door to (?:port|ramp|pier|terminal)$)/i.test(cell);

/**
 * A column of imports and exports says which end the port is, where no header does. The port is first the origin, as for
 * imports.
 */
function withDirection({ meanings }: Kind, columns: Columns, rows: Rows): Columns {
  if (!Object.hasOwn(meanings, 'direction') || columns.some(({ as }) => as === 'direction')) return columns;
  const at = columns.findIndex(
    ({ as = '', isIgnored }, index) =>
      !/^(?:origin|destination)/.test(as) &&
      !isIgnored &&
      isMost(cellsOf(rows, index), (cell) => DIRECTION.test(cell)),
  );
  const port = columns.find(({ as }) => /^(?:origin|destination)_(?:port|terminal)$/.test(as ?? ''));
  if (at < 0 || port?.as === undefined) return columns;
  const words = headerWords(port.header);
  const turns = !words.includes('origin') && !words.includes('destination');
  const isLast = turns && port.as.startsWith('destination');
  return columns.map(({ as, ...column }, index) => {
    if (index === at) return { ...column, as: 'direction', ...(turns && { turns: true as const }) };
    return as === undefined ? column : { ...column, as: isLast ? otherEnd(as) : as };
  });
}

/** Below "Ship-to Region", the cells are states. */
function withShapes({ meanings }: Kind, columns: Columns, rows: Rows): Columns {
  return columns.map((column, at) => {
    const { as, header } = column;
    if (as !== 'origin' && as !== 'destination') return column;
    const shape = shapeOf(cellsOf(rows, at), headerWords(header));
    const own = `${as}_${shape}`;
    const isFree = !columns.some((other) => other.as === own);
    // A state alone is the whole end, as in contract rates.
    const hasMore = columns.some((other, index) => index !== at && other.as?.startsWith(as));
    return shape === 'state' && isFree && hasMore && Object.hasOwn(meanings, own)
      ? { ...column, as: own }
      : column;
  });
}

/**
 * States and ZIP codes right after the city or state of an end belong to it, whatever their headers are, and so does the
 * city right before the state of an end that has no place: "Plant" and "Plant State".
 */
function withParts({ meanings }: Kind, columns: Columns, rows: Rows): Columns {
  const known = [...columns];
  columns.forEach(({ header, as, isIgnored }, at) => {
    const [, before] = /^(origin|destination)_(?:city|state)$/.exec(known[at - 1]?.as ?? '') ?? [];
    const [, after] = /^(origin|destination)_state$/.exec(known[at + 1]?.as ?? '') ?? [];
    if (as !== undefined || isIgnored || (before ?? after) === undefined) return;
    const words = headerWords(header);
    const shape = shapeOf(cellsOf(rows, at), [...words, 'origin']);
    const isCity = shape === 'city' && !words.some((word) => NO_END.has(word));
    const hasPlace = known.some(
      (other) => after && other.as?.startsWith(after) && !other.as.endsWith('_state'),
    );
    const isPart = isCity ? after !== undefined && !hasPlace : shape === 'state' || shape === 'zip';
    const name = `${isCity ? after : before}_${shape}`;
    if (isPart && Object.hasOwn(meanings, name) && !known.some((other) => other.as === name))
      known[at] = { header, as: name };
  });
  return known;
}

/** Names of companies and streets stand next to their city and state: they are not the place. */
function withBestOfDoubles({ meanings }: Kind, columns: Columns, rows: Rows): Columns {
  const has = (name: string) => columns.some(({ as }) => as === name);
  return columns.map((column) => {
    const { header, as } = column;
    const same = columns.flatMap((other, at) => (as !== undefined && other.as === as ? [at] : []));
    if (as === undefined || same.length < 2) return column;
    const isEnd = (ENDS as readonly string[]).includes(as);
    if (isEnd && has(`${as}_city`) && (has(`${as}_state`) || has(`${as}_zip`))) return { header };
    const isValue = isEnd ? isWholePlace : meanings[as]?.isValue;
    const best = same.filter((at) => isValue && isMost(cellsOf(rows, at), isValue));
    return best.length === 0 || best.some((at) => columns[at] === column) ? column : { header };
  });
}

/** "Savannah, GA - Atlanta, GA" names both ends, also below a header that elsewhere is the number of the lane. */
function withLane({ required, meanings, id }: Kind, columns: Columns, rows: Rows): Columns {
  const ends = required.filter(([first]) => (ENDS as readonly string[]).includes(first ?? ''));
  const areNamed = ends.every((group) => columns.some(({ as }) => as !== undefined && group.includes(as)));
  if (areNamed || !Object.hasOwn(meanings, 'both_ends')) return columns;
  const able = columns.flatMap(({ header, as, isIgnored }, at) => {
    // Below "Move" can be loads or lanes.
    if ((as !== undefined && as !== id && as !== 'volume') || isIgnored) return [];
    const isLane = headerWords(header).includes('lane') || /\bmoves?\b/i.test(header);
    return isMost(cellsOf(rows, at), (cell) => splitLane(cell, isLane) !== undefined) ? [at] : [];
  });
  const [only, ...others] = able;
  return only === undefined || others.length > 0
    ? columns
    : columns.map((column, at) => (at === only ? { ...column, as: 'both_ends' } : column));
}

/** A column of equipment none of whose cells can be read gives way to the only one whose cells can. */
function withReadableEquipment(_: Kind, columns: Columns, rows: Rows): Columns {
  const now = columns.findIndex(({ as }) => as === 'equipment');
  if (now < 0 || cellsOf(rows, now).some((cell) => isEquipment(cell) || BARE_SIZE.test(cell))) return columns;
  const able = columns.flatMap(({ as, isIgnored }, at) =>
    as === undefined && !isIgnored && isMost(cellsOf(rows, at), isEquipment) ? [at] : [],
  );
  if (able.length !== 1) return columns;
  return columns.map((column, at) => {
    if (at === now) return { header: column.header };
    return at === able[0] ? { ...column, as: 'equipment' } : column;
  });
}

/** "40" and "HC" in two columns are one equipment: a size alone says less than the file does. */
function withEquipmentParts(_: Kind, columns: Columns, rows: Rows): Columns {
  const [main = -1, second, ...others] = columns.flatMap(({ as }, at) => (as === 'equipment' ? [at] : []));
  if (main < 0 || others.length > 0) return columns;
  const cells = cellsOf(rows, main);
  const isPart = cells.some((cell) => BARE_SIZE.test(cell)) || !isMost(cells, isEquipment);
  const both = (at: number) =>
    rows
      .map((row) => [Math.min(main, at), Math.max(main, at)].map((position) => cellText(row.cells[position])))
      .filter((parts) => parts.every((part) => part !== ''))
      .map((parts) => parts.join(' '));
  const other = columns.findIndex(({ header, as, isIgnored }, at) => {
    if (second !== undefined && at !== second) return false;
    const part = (as === undefined || at === second) && !isIgnored ? cellsOf(rows, at) : [];
    const isSize =
      headerWords(header).some((word) => OF_SIZE.has(word)) && isMost(part, (cell) => BARE_SIZE.test(cell));
    if (!isSize && !(isPart && isMost(part, (cell) => /\p{L}/u.test(cell)))) return false;
    return part.length > 0 && isMost(both(at), isEquipment);
  });
  return columns.map((column, at) => (at === other ? { ...column, as: 'equipment', isPart: true } : column));
}

/** Columns whose "yes" is a part of the equipment or an accessorial. */
function withFlags({ meanings }: Kind, columns: Columns, rows: Rows): Columns {
  const hasEquipment = columns.some(({ as }) => as === 'equipment');
  // "Won" and "Lost", of which one is marked.
  const isOutcome = meanings.outcome?.isValue;
  const marked = columns.flatMap(({ header }, at) =>
    isOutcome?.(header) && isMost(cellsOf(rows, at), (cell) => MARK.test(cell)) ? [at] : [],
  );
  return columns.map((column, at) => {
    if (marked.length > 1 && marked.includes(at))
      return { ...column, as: 'outcome', isPart: true, yes: column.header };
    const { header, as, isIgnored } = column;
    if (as !== undefined || isIgnored) return column;
    const [, yes, of] = FLAGS.find(([form]) => form.test(header)) ?? [];
    const isUsed = of === 'equipment' ? hasEquipment : of !== undefined && Object.hasOwn(meanings, of);
    return of !== undefined && isUsed && isMost(cellsOf(rows, at), (cell) => 'value' in readYesNo(cell))
      ? { ...column, as: of, isPart: true, yes: yes ?? '' }
      : column;
  });
}

/** The number and its unit in two columns: "5" and "weekly", "24" and "%". */
function withUnits(_: Kind, columns: Columns, rows: Rows): Columns {
  const all = (at: number, form: (cell: string) => boolean) => {
    const cells = cellsOf(rows, at);
    return cells.length > 0 && cells.every(form);
  };
  const words = columns.findIndex(({ as }) => as === 'volume');
  const count = columns.findIndex(({ rival, isIgnored }) => rival === 'volume' && !isIgnored);
  const isNumber = (cell: string) => /^\d[\d.,]*(?:-\d+)?$/.test(cell);
  // "# loads" beside "freq": the words are the period of the numbers.
  const areWords = words >= 0 && count >= 0 && all(words, isPeriod) && all(count, isNumber);
  let known = columns.map((column, at): Columns[number] => {
    if (!areWords || (at !== words && at !== count)) return column;
    return { header: column.header, as: 'volume', isPart: true };
  });
  for (const [name, isUnit] of UNITS) {
    const number = known.findIndex(({ as }) => as === name);
    if (number < 0 || !all(number, (cell) => /^[$\d.,]+(?:-\d+)?$/.test(cell))) continue;
    const unit = known.findIndex(
      ({ as, isIgnored }, at) => at > number && as === undefined && !isIgnored && all(at, isUnit),
    );
    known = known.map((column, at) => (at === unit ? { ...column, as: name, isPart: true } : column));
  }
  return known;
}
const isPeriod = (cell: string): boolean =>
  cell.length < 20 && !/\d/.test(cell) && periodIn(cell) !== undefined;
const UNITS: readonly (readonly [name: string, isUnit: (cell: string) => boolean])[] = [
  ['volume', isPeriod],
  ['fuel', (cell) => /^(?:%|pct|percent|(?:\/|per ?)(?:mi|mile))$/i.test(cell)],
];

const FLAGS: readonly (readonly [header: RegExp, yes: string, of: 'equipment' | 'accessorials'])[] = [
  [/\b(?:hc|hq|hi(?:gh)?[ -]?cube)\b/i, 'HC', 'equipment'],
  [/\b(?:reefer|refrigerated|temp\w*[ -]?contr?o?l\w*)\b/i, 'reefer', 'equipment'],
  [/\bopen[ -]?top\b/i, 'open top', 'equipment'],
  [/\bflat[ -]?rack\b/i, 'flat rack', 'equipment'],
  [/\bhaz(?:[ -]?mat|ardous)?\b/i, 'hazmat', 'accessorials'],
  [/\bteams?\b/i, 'team_drivers', 'accessorials'],
  [/\btarp/i, 'tarp', 'accessorials'],
  [/\blift[ -]?gate/i, 'liftgate', 'accessorials'],
  [/\bresidential/i, 'residential', 'accessorials'],
  [/\b(?:over[ -]?weight|o\/?w)\b/i, 'overweight', 'accessorials'],
  [/\btri[ -]?axle/i, 'triaxle', 'accessorials'],
  [/\bpre[ -]?pull/i, 'prepull', 'accessorials'],
];
const OF_SIZE = new Set(['size', 'equipment', 'type', 'ft', 'feet', 'foot']);

/** Of these, the numbers are no numbers of rows. */
const NOT_THE_ROW = new Set('warehouse carrier customer origin destination zip'.split(' '));

/** Different codes name the rows: those of the only column whose header says so, or else of the first one, but for ranks and miles. */
function withId({ id, meanings }: Kind, columns: Columns, rows: Rows): Columns {
  if (id === undefined || columns.some(({ as }) => as === id)) return columns;
  const isCode = (cell: string) => /^[\p{L}\d][\p{L}\d./_-]{0,24}$/u.test(cell);
  const able = columns.flatMap(({ header, as, isIgnored }, at) => {
    const cells = as === undefined && !isIgnored ? cellsOf(rows, at) : [];
    const isId = cells.length > 1 && new Set(cells).size >= MOST * cells.length && isMost(cells, isCode);
    return isId && !headerWords(header).some((word) => NOT_THE_ROW.has(word)) ? [at] : [];
  });
  const named = able.filter((at) =>
    meaningsOf(meanings, columns[at]?.header ?? '', true).some(({ name }) => name === id),
  );
  const names = new Set(meanings[id]?.names.flatMap((name) => headerWords(name)));
  const isUnknown = headerWords(columns[0]?.header ?? '').some((word) => !VOCABULARY.has(word));
  const isFirst =
    able[0] === 0 &&
    (headerWords(columns[0]?.header ?? '').some((word) => names.has(word)) ||
      isMost(cellsOf(rows, 0), (cell) => /\d/.test(cell) && (isUnknown || /\p{L}/u.test(cell))));
  const found = named.length === 1 ? named[0] : isFirst ? 0 : undefined;
  return columns.map((column, at) => (at === found ? { ...column, as: id } : column));
}

/** A place of a lane: one column, or a city, its state and ZIP code. */
type Address = Partial<Record<Shape, number>>;

/** Words of addresses that are no end of a lane. */
const NO_END = new Set(
  'carrier billing customer company return empty previous last alternate remit broker contact paid'.split(
    ' ',
  ),
);

/** The ends that no column names: the places in the order of the columns, if there are as many. */
function withEnds({ required, meanings }: Kind, columns: Columns, rows: Rows): Columns {
  const has = (group: readonly string[]) => columns.some(({ as }) => as !== undefined && group.includes(as));
  const missing = ENDS.filter((end) => required.some((group) => group[0] === end && !has(group)));
  if (missing.length === 0) return columns;
  const addresses: Address[] = [];
  columns.forEach(({ header, as, isIgnored }, at) => {
    const words = headerWords(header);
    if (as !== undefined || isIgnored || words.some((word) => NO_END.has(word))) return;
    const shape = shapeOf(cellsOf(rows, at), words);
    if (shape === undefined) return;
    const last = addresses.at(-1);
    const isNext = last !== undefined && at - Math.max(...Object.values(last)) === 1;
    const continues = last?.place === undefined ? shape !== 'place' : shape === 'zip';
    if (isNext && continues && last[shape] === undefined) last[shape] = at;
    else addresses.push({ [shape]: at });
  });
  // A name without a state is a person or a company.
  const places = addresses.filter(
    ({ place, city, state, zip }) =>
      place !== undefined || (city !== undefined && (state ?? zip) !== undefined),
  );
  if (places.length !== missing.length) return columns;
  const names = new Map<number, string>();
  missing.forEach((end, index) => {
    for (const [shape, at] of Object.entries(places[index] ?? {}) as [Shape, number][])
      names.set(at, `${end}${PARTS[shape]}`);
  });
  return columns.map((column, at) => {
    const as = names.get(at);
    return as !== undefined && Object.hasOwn(meanings, as) ? { ...column, as: as } : column;
  });
}

/** Words of days that begin no term. */
const NO_TERM = new Set(
  'updated review quote quoted created entered last next invoice signed due'.split(' '),
);

/** A column with both days of a term has the first one. The only two columns of days are the first and the last day of a term, if the rows have them in this order. */
function withTerm({ required, meanings }: Kind, columns: Columns, rows: Rows): Columns {
  const from = required.flat().find((name) => name === 'effective_from');
  const isDay = from && meanings[from]?.isValue;
  if (!from || !isDay || columns.some(({ as }) => as === from)) return columns;
  const both = columns.findIndex(
    ({ as, isIgnored }, at) =>
      as === undefined &&
      !isIgnored &&
      isMost(cellsOf(rows, at), (cell) => daysOfTerm(cell)?.every(isDay) === true),
  );
  if (both >= 0) return columns.map((column, at) => (at === both ? { ...column, as: from } : column));
  const days = columns.flatMap(({ as, isIgnored }, at) =>
    (as === undefined || as === 'effective_to') && !isIgnored && isMost(cellsOf(rows, at), isDay) ? at : [],
  );
  const [first = -1, last] = days;
  if (first < 0 || last === undefined || days.length > 2 || columns[first]?.as !== undefined) return columns;
  if (headerWords(columns[first]?.header ?? '').some((word) => NO_TERM.has(word))) return columns;
  const dayIn = (cells: readonly string[], at: number) => {
    const read = readDate(cellText(cells[at]));
    return 'value' in read ? read.value : undefined;
  };
  const reversed = rows.filter(({ cells }) => {
    const [start, end] = [dayIn(cells, first), dayIn(cells, last)];
    return start !== undefined && end !== undefined && start > end;
  });
  if (reversed.length > (1 - MOST) * rows.length) return columns;
  return columns.map((column, at) => {
    if (at === first) return { ...column, as: from };
    return at === last ? { ...column, as: 'effective_to' } : column;
  });
}

/** Words of headers of amounts. */
const PRICES = new Set(['rate', 'cost', 'paid', 'amount', 'charge']);

const hasPeriod = (cell: string): boolean => 'value' in readVolume(cell, { decimalComma: false }, undefined);

/** The only column whose cells show a meaning has it; of several, the only one whose header points to it. */
function withOnlyColumns({ meanings, required }: Kind, columns: Columns, rows: Rows): Columns {
  let known = columns;
  for (const [name, { names, isValue, byCells, isUnnamedValue }] of Object.entries(meanings)) {
    const others = required.find((group) => group.includes(name)) ?? [name];
    if (!isValue || byCells === undefined || known.some(({ as }) => as !== undefined && others.includes(as)))
      continue;
    const named = new Set(names.flatMap((text) => headerWords(text)));
    const not = new Set(byCells.split(' '));
    const isNamed = (words: readonly string[]) => words.some((word) => named.has(word));
    const able = known.flatMap(({ header, as, isIgnored }, at) => {
      const words = headerWords(header);
      const isUnnamed = isNamed(words) ? undefined : isUnnamedValue;
      // "Service" can be "40HC drayage".
      const isWrong = name === 'equipment' && as === 'accessorials';
      const isFree = (as === undefined || isWrong) && !isIgnored && !words.some((word) => not.has(word));
      const isDollars = isValue === isMoney && /\$|\busd\b/i.test(header);
      // A number alone can be anything.
      const isPrice = isValue === isMoney && words.some((word) => PRICES.has(word));
      const says = isUnnamed ?? (name === 'volume' ? hasPeriod : isDollars || isPrice ? isAmount : isValue);
      return isFree && isMost(cellsOf(rows, at), says) ? [{ at, words }] : [];
    });
    const pointed = able.filter(({ words }) => isNamed(words));
    const [only, ...more] = pointed.length > 0 ? pointed : able;
    if (only === undefined || more.length > 0) continue;
    known = known.map((column, at) => (at === only.at ? { ...column, as: name } : column));
  }
  return known;
}
