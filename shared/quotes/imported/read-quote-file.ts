import { readEquipmentType } from '../../costs/equipment/read-equipment-type.ts';
import { type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import { type NumberStyle, type Read, readAmount, readDate, readPrice } from '../../sheets/cell-values.ts';
import { equipmentText } from '../../sheets/facts-outside-table.ts';
import { fuelIncludedIn } from '../../sheets/fuel-cells.ts';
import { currencyFault, type End, placeOf } from '../../sheets/place-cells.ts';
import { type CellFault, readSheet, skippedNotes } from '../../sheets/read-sheet.ts';
import type { TableRow } from '../../sheets/table.ts';
import { BEYOND_COLUMNS } from '../../sheets/table-rows.ts';
import { rowsOfFile } from '../../sheets/workbook-rows.ts';
import type { FileChoice, TableFile } from '../../uploads/import-table.ts';
import type { QuoteOutcome } from '../record/stored-quote.ts';
import { type ImportedQuote, quoteContent, quoteIdentity } from './imported-quote.ts';
import { MAX_FILE_QUOTES, MAX_QUOTE_FILE_BYTES, QUOTE_FILE, type QuoteColumn } from './quote-columns.ts';

const LIMITS = { bytes: MAX_QUOTE_FILE_BYTES, rows: MAX_FILE_QUOTES };

/** A row of a file: a quote whose places are not resolved yet, or faults. */
export interface FileQuote {
  /** As in a spreadsheet, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly faults: readonly CellFault[];
  /** What was assumed, as sentences. */
  readonly warnings: readonly string[];
  /** Ends that are only the name of a city, where other rows have its state. */
  readonly bare: readonly End[];
  /** Ends in columns of terminals. */
  readonly ofTerminals: readonly End[];
  /** Absent if the row has faults. */
  readonly quote?: Omit<ImportedQuote, 'lane' | 'laneArea'>;
  readonly identity: string;
}

/** @param startedAt when the import began: later quotes are errors. @throws FileError */
export async function readQuoteFile(
  bytes: Uint8Array,
  { columns, sheet: named }: FileChoice = {},
  startedAt: Date,
): Promise<TableFile<FileQuote>> {
  const source = await rowsOfFile(bytes, QUOTE_FILE, LIMITS, named);
  const sheet = readSheet(source, QUOTE_FILE, LIMITS, columns);
  const { table, rows, style, notes } = sheet;
  const repetitions = new Map<string, number>();
  const quotes = rows.map((row): FileQuote => {
    const read = readRow(row, style, utcDay(startedAt));
    if (read.quote === undefined) return { ...read, identity: '' };
    const content = quoteContent(read.quote);
    const repetition = repetitions.get(content) ?? 0;
    repetitions.set(content, repetition + 1);
    return { ...read, identity: quoteIdentity(content, repetition) };
  });
  return { table, notes: [...notes, ...skippedNotes(sheet, rows)], rows: quotes };
}

/** What people write for an outcome. The rest of the cell, as in "Lost - price", is the reason. */
const OUTCOMES: readonly (readonly [form: RegExp, outcome: QuoteOutcome])[] = [
  [
    /^(?:w|won|win|booked|accepted|awarded|converted|tendered|approved|y|yes|true|s[i\u00ed]|ja)(?![\p{L}\d])/u,
    'won',
  ],
  [
    /^(?:l|lost|loss|not (?:awarded|won)|declined?|rejected|denied|refused|turned down|cancell?ed|withdrawn|no (?:response|reply|answer)|n|no|false|nein)\b/,
    'lost',
  ],
  [/^(?:expired|lapsed|stale|timed out|no decision)\b/, 'expired'],
  [/^(?:superseded|revised|re-?quoted|replaced)\b/, 'superseded'],
  [
    /^(?:open|pending|quoted|sent|active|submitted|waiting|awaiting|negotiat\w*|in progress|in review|under review|new|outstanding|follow[- ]?up)\b/,
    'open',
  ],
];

/** "Awarded elsewhere" and "Won by competitor" are lost. */
const OF_OTHERS =
  /^\W*(?:(?:to|by|with|at) )?(?:an? |the )?(?:elsewhere|(?:an)?other\b|competit|incumbent|someone else)/i;

/** @returns the outcome, and what else the cell says. */
function readOutcome(cell: string): { readonly outcome: QuoteOutcome; readonly rest: string } | undefined {
  if (cell === '') return { outcome: 'open', rest: '' };
  const text = cell.replace(/[\s_]+/g, ' ').replace(/^closed[ :-]*/i, '');
  // The longest form: "no decision" is not "no".
  const [best] = OUTCOMES.flatMap(([form, outcome]) => {
    const [found] = form.exec(text.toLowerCase()) ?? [];
    return found === undefined ? [] : [{ outcome, length: found.length }];
  }).sort((one, other) => other.length - one.length);
  if (best === undefined) return undefined;
  const rest = text.slice(best.length).replace(/^ (?:to|by) us\b/i, '');
  const isOthers = best.outcome === 'won' && OF_OTHERS.test(rest);
  // "No rate" and "Sent back" say something else than "No" and "Sent".
  if (
    rest !== '' &&
    !isOthers &&
    !/^\s*[-\u2013\u2014:;,(/.]|^ (?:to|by|on|due|because|for|at|over|after)\b/i.test(rest)
  )
    return undefined;
  const plain = rest.replace(/^[\s\-\u2013\u2014:;,(/.]+|[\s).]+$/g, '');
  // "Awarded to Birch Lines" does not say whose name it is.
  if (!isOthers && /^awarded to (?!us\b)/i.test(text)) return undefined;
  return { outcome: isOthers ? 'lost' : best.outcome, rest: plain };
}

const OUTCOME_FAULT = 'is not an outcome: write won, lost, open, expired, or superseded';

/** The first month that reports have. */
const FIRST_DAY = '2000-01-01';
const MAX_TOTAL = 1_000_000;
const MAX_TEXT = { reference: 100, customer: 200, reason: 200 } as const;

/** What is to be added to a price without fuel; undefined if nothing says how much. */
function fuelOf(
  row: TableRow<QuoteColumn>,
  price: 'rate' | 'total',
  value: number,
  style: NumberStyle,
): { readonly cents: number | undefined } | { readonly fault: string; readonly at: QuoteColumn } {
  const inside = fuelIncludedIn(row, price, style);
  if ('fault' in inside) return inside;
  const hasColumn = row.header('fuel_amount') !== '' || row.header('fuel_percent') !== '';
  if (inside.value || (inside.value === null && (price === 'total' || !hasColumn))) return { cents: 0 };
  const at = row.text('fuel_amount') === '' ? 'fuel_percent' : 'fuel_amount';
  if (row.text(at) === '') return { cents: undefined };
  const read = readAmount(row.text(at), style);
  if ('fault' in read) return { ...read, at };
  const { value: amount, unit } = read.value;
  if (amount < 0 || unit === 'mile') return { at, fault: 'is not the fuel of the whole move' };
  // 0.18 can be a fraction of the price.
  if (amount > 0 && amount < 1 && unit !== 'percent')
    return {
      at,
      fault: `is below 1: write ${Number((amount * 100).toFixed(4))}% if it is a part of the price`,
    };
  const isPercent = at === 'fuel_percent' || unit === 'percent';
  return { cents: Math.round(isPercent ? value * amount : amount * 100) };
}

function readRow(row: TableRow<QuoteColumn>, style: NumberStyle, today: UtcDay): Omit<FileQuote, 'identity'> {
  const faults: CellFault[] = [];
  const warnings: string[] = [];
  const [bare, ofTerminals]: [End[], End[]] = [[], []];
  const fail = (column: QuoteColumn, reason: string) =>
    void faults.push({ header: row.header(column), value: row.text(column), reason });
  const readAs = <Value>(column: QuoteColumn, read: Read<Value>): Value | undefined => {
    if ('fault' in read) fail(column, read.fault);
    return 'value' in read ? read.value : undefined;
  };
  const end = (name: End): string => {
    const place = placeOf(row, name);
    if ('fault' in place) fail(place.at, place.fault);
    else if (place.text === '') faults.push({ header: name, value: '', reason: 'is empty' });
    else if (place.warning) warnings.push(`${place.warning}.`);
    if ('isBare' in place) bare.push(name);
    if ('isOfTerminals' in place) ofTerminals.push(name);
    return 'text' in place ? place.text : '';
  };
  const short = (column: keyof typeof MAX_TEXT): string => {
    const text = row.text(column);
    if (text.length > MAX_TEXT[column]) fail(column, `has more than ${MAX_TEXT[column]} characters`);
    return text;
  };
  if (row.beyond !== undefined) faults.push({ header: '', value: row.beyond, reason: BEYOND_COLUMNS });
  const day = readAs('date', readDate(row.text('date')));
  if (day !== undefined && day > today) fail('date', 'is in the future');
  if (day !== undefined && day < FIRST_DAY) fail('date', 'is before 2000');
  const [origin, destination] = [end('origin'), end('destination')];
  const named = equipmentText(row.text('equipment'), row.header('equipment'));
  if (named.warning) warnings.push(named.warning);
  const equipment = readEquipmentType(named.text);
  if (equipment === undefined) fail('equipment', 'is neither a container nor a trailer type');
  const price = row.text('total') === '' && row.text('rate') !== '' ? 'rate' : 'total';
  const amount = readAs(price, readPrice(row.text(price), style));
  if (amount?.fuel !== undefined) fail(price, 'has fuel apart: write it in a column "Fuel"');
  const foreign = currencyFault(row, price);
  if (foreign) fail(foreign.at, foreign.fault);
  const { value = 0, unit } = amount ?? {};
  if (unit === 'mile' || unit === 'percent') fail(price, 'is not a total: write the price of the whole move');
  else if (amount !== undefined && (value <= 0 || value > MAX_TOTAL))
    fail(price, `must be above 0 and at most ${MAX_TOTAL}`);
  const fuel = fuelOf(row, price, value, style);
  if ('fault' in fuel) fail(fuel.at, fuel.fault);
  else if (fuel.cents === undefined)
    warnings.push(`Fuel is not inside "${row.header(price)}", and the row does not state it.`);
  const said = readOutcome(row.text('outcome'));
  if (said === undefined) fail('outcome', OUTCOME_FAULT);
  if (row.text('outcome') === '') warnings.push('The outcome is empty: the quote counts as open.');
  const [reference, customer, reason] = [short('reference'), short('customer'), short('reason')];
  const line = { number: row.number, cells: row.cells, faults, warnings, bare, ofTerminals };
  if (day === undefined || equipment === undefined || said === undefined || faults.length > 0) return line;
  return {
    ...line,
    quote: {
      ...{ reference, day, origin, destination, equipment, customer },
      totalCents: Math.round(value * 100) + (('cents' in fuel && fuel.cents) || 0),
      outcome: said.outcome,
      reason: reason || said.rest.slice(0, MAX_TEXT.reason),
    },
  };
}
