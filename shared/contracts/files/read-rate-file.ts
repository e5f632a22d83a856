import {
  type Amount,
  type AmountUnit,
  isFuelInside,
  type NumberStyle,
  readAmount,
  readDate,
  readDecimal,
  readEndDate,
  readPrice,
} from '../../sheets/cell-values.ts';
import { headerWords } from '../../sheets/column-words.ts';
import { daysOfTerm, equipmentText } from '../../sheets/facts-outside-table.ts';
import { isFuelInHeader } from '../../sheets/fuel-cells.ts';
import { currencyFault, type End, placeOf } from '../../sheets/place-cells.ts';
import { type CellFault, type FileRows, readSheet, skippedNotes } from '../../sheets/read-sheet.ts';
import type { ColumnChoice, Table, TableRow } from '../../sheets/table.ts';
import { BEYOND_COLUMNS } from '../../sheets/table-rows.ts';
import { parseFuelCell } from './fuel-cell.ts';
import { MAX_FILE_BYTES, MAX_FILE_RATES, RATE_FILE, type RateColumn, rateTypeOf } from './rate-columns.ts';

/** A rate of a file, as a request has it, with the cells of its row. */
export interface FileRate {
  /** As in a spreadsheet, from 1. */
  readonly number: number;
  /** Cells that are not understood are as they stand: the operation states what is wrong. */
  readonly rate: Readonly<Record<string, unknown>>;
  /** A row with faults is rejected. */
  readonly faults: readonly CellFault[];
  /** What was assumed, as sentences. */
  readonly warnings: readonly string[];
  readonly cells: readonly string[];
  /** Ends in columns of terminals. */
  readonly ofTerminals: readonly End[];
}

/** The rates of a file. */
export interface RateFile {
  readonly table: Table<RateColumn>;
  readonly rows: readonly FileRate[];
  /** What a person should know of the file, as sentences. */
  readonly notes: readonly string[];
}

export const RATE_FILE_LIMITS = { bytes: MAX_FILE_BYTES, rows: MAX_FILE_RATES };

/**
 * Reads a file of contract rates with a header.
 * @param source the bytes of a file of text, or rows of any file.
 * @throws FileError
 */
export function readRateFile(source: Uint8Array | FileRows, choice?: ColumnChoice): RateFile {
  const sheet = readSheet(source, RATE_FILE, RATE_FILE_LIMITS, choice);
  const { table, rows, style, notes } = sheet;
  let customer = '';
  const goesOn = !isOwnForm(table);
  const isFlat = table.lines.some(saysFlat);
  const rates = rows.flatMap((row) => {
    const own = row.text('customer');
    const isFilled = own === '' && customer !== '';
    if (own !== '' && goesOn) customer = own;
    const rate = rateOfRow(row, { style, customer: own || customer, isFlat });
    if (rate === undefined) return [];
    return isFilled && goesOn
      ? [{ ...rate, warnings: [...rate.warnings, filledCustomer(customer)] }]
      : [rate];
  });
  const forAll = rates.some(({ rate }) => rate.customer !== undefined)
    ? []
    : ['No column says the customer: the rates are for all customers.'];
  return { table, rows: rates, notes: [...notes, ...forAll, ...skippedNotes(sheet, rates)] };
}

const filledCustomer = (customer: string): string =>
  `The cell of the customer is empty: "${customer}" of the rows above was used.`;

/** In files of this service a rate without customer is for all customers; in others, one name stands for the rows below it. */
const isOwnForm = ({ columns }: Table<RateColumn>): boolean =>
  columns.some(({ header }) => header === 'effective_from') &&
  columns.some(({ header }) => header === 'rate_type');

const TYPE_OF_UNIT: Readonly<Record<AmountUnit, string>> = {
  mile: 'per_mile',
  load: 'flat',
  percent: 'percent_of_market',
};

/** USD. No rate a mile and no percentage is as high: a rate of at least this much is flat if nothing else is said. */
const MIN_FLAT = 150;
/** Of the rate: no surcharge is higher. */
const MAX_PERCENT = 60;

/** Cells of overrides and tiers have entries such as "detention=95 (2 free); hazmat=5%" and "5=800; 10=750". */
const entriesOf = (cell: string): readonly (readonly [name: string, value: string])[] =>
  cell
    .split(/[;|]/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', ...value] = entry.split('=');
      return [name.trim(), value.join('=').trim()] as const;
    });

const WITH_FREE_TIME = /^([^(]+?)\s?\((\d{1,3}) ?(?:days?|hours?|h)? ?free\)$/i;

const MARKET_WARNING = 'the fuel surcharge of the market is added';

/** The cell of fuel with the unit of its header; without such a cell, what the rate says. */
function fuelCellOf(
  row: TableRow<RateColumn>,
  rate: Amount | undefined,
  isInRate: boolean | undefined,
  warnings: string[],
): string {
  const cell = row.text('fuel') || (rate?.fuel ?? '');
  if (cell === '') return isInRate === undefined ? '' : isInRate ? 'included' : 'not included';
  if (!/^\$?\s*[\d.,]+$/.test(cell)) return cell;
  const [stated] = /\d+(?:\.\d+)? ?%/.exec(row.header('fuel')) ?? [];
  const amount = Number(cell.replace(/[$,\s]/g, ''));
  // Below "FSC (22%)", cells are 22, or dollars that are 22% of the rate.
  if (stated !== undefined) {
    const percent = Number.parseFloat(stated);
    const isOfRate = Math.abs(((rate?.value ?? 0) * percent) / 100 - amount) < 1;
    return amount === percent || isOfRate ? stated : cell;
  }
  const words = new Set(headerWords(row.header('fuel')));
  if (words.has('percent') || words.has('mile')) return `${cell}${words.has('percent') ? '%' : '/mi'}`;
  // Dollars of a flat rate: no percentage is as high.
  const isDollars = words.has('usd') || cell.startsWith('$') || amount > MAX_PERCENT;
  const percent = Number(((100 * amount) / (rate?.value ?? 0)).toFixed(2));
  if (!isDollars || (rate?.value ?? 0) < MIN_FLAT || percent > MAX_PERCENT) return cell;
  warnings.push(`Fuel of $${amount} was read as ${percent}% of the rate.`);
  return `${percent}%`;
}

type ReadFuel = { readonly fuel: unknown; readonly warning?: string } | { readonly fault: string };

/** Whether a cell says that fuel is inside; undefined if it says neither. */
const isInside = (cell: string): boolean | undefined =>
  /^(?:i|y|yes)$/i.test(cell) || (/^(?:s|market|n|no)$/i.test(cell) ? false : isFuelInside(cell));

/** A price or share without which fuel is not what the cell says. */
const A_FIGURE = /\$\s*[\d.]|\d\s*(?:%|pct\b|percent\b|(?:\/|per|a)\s*mi)/i;

function fuelOf(cell: string, style: NumberStyle): ReadFuel {
  if (isInside(cell)) return { fuel: 'included' };
  if (cell === '') return { fuel: 'market', warning: `Nothing is said about fuel: ${MARKET_WARNING}.` };
  const fuel = parseFuelCell(cell, style);
  if (fuel !== undefined) return { fuel };
  if (isInside(cell) === false && !A_FIGURE.test(cell))
    return { fuel: 'market', warning: `Fuel is "${cell}", without figures: ${MARKET_WARNING}.` };
  return { fault: 'is not understood: write included, market, 18%, 0.42/mi, or a table' };
}

/** Whether a title or header says that rates are for the whole move. */
const saysFlat = (text: string): boolean =>
  /\b(?:flat|all[- ]?in|per (?:load|move|trip|container|box))\b/i.test(text) &&
  !/\bmi(?:les?)?\b/i.test(text);

/** What rows are read by, apart from their own cells. */
interface Reading {
  readonly style: NumberStyle;
  readonly customer: string;
  /** Whether a line outside the rows says that the rates are for the whole move. */
  readonly isFlat: boolean;
}

/** The rate of a row; undefined if it names no place. Empty cells are left out. */
function rateOfRow(row: TableRow<RateColumn>, { style, customer, isFlat }: Reading): FileRate | undefined {
  const faults: CellFault[] = [];
  const warnings: string[] = [];
  const fail = (column: RateColumn, reason: string) =>
    void faults.push({ header: row.header(column), value: row.text(column), reason });
  const ofTerminals: End[] = [];
  const end = (name: End): string => {
    const place = placeOf(row, name);
    if ('isOfTerminals' in place) ofTerminals.push(name);
    if ('fault' in place) fail(place.at, place.fault);
    else if (place.warning) warnings.push(`${place.warning}.`);
    return 'text' in place ? place.text : '';
  };
  const amountIn = (column: RateColumn) => {
    const text = row.text(column);
    if (text === '') return undefined;
    const read = readAmount(text, style);
    if ('fault' in read) fail(column, read.fault);
    return 'value' in read ? read.value : undefined;
  };
  const [origin, destination] = [end('origin'), end('destination')];
  if (origin === '' && destination === '' && faults.length === 0) return undefined;
  if (row.beyond !== undefined) faults.push({ header: '', value: row.beyond, reason: BEYOND_COLUMNS });

  const [mixed, flat, perMile] = [amountIn('rate'), amountIn('rate_flat'), amountIn('rate_per_mile')];
  const given = [mixed, flat, perMile].filter((amount) => amount !== undefined);
  const [rate] = given;
  const rateColumn =
    (['rate', 'rate_flat', 'rate_per_mile'] as const).find((column) => row.header(column) !== '') ?? 'rate';
  if (given.length > 1) fail(rateColumn, 'is one of two rates of this row: leave one of them empty');
  if (rate === undefined && faults.length === 0) fail(rateColumn, 'has no rate');
  if (rate !== undefined && rate.value < 0) fail(rateColumn, 'is negative');
  const foreign = currencyFault(row, rateColumn);
  if (foreign) fail(foreign.at, foreign.fault);

  const said = row.text('rate_type');
  const byUnit = rate?.unit && TYPE_OF_UNIT[rate.unit];
  const byColumn = flat ? 'flat' : perMile ? 'per_mile' : undefined;
  const bySize = rate !== undefined && rate.value >= MIN_FLAT ? 'flat' : undefined;
  const type = said === '' ? (byUnit ?? byColumn ?? bySize) : (rateTypeOf(said) ?? said);
  if (type === undefined && rate !== undefined)
    fail(
      rateColumn,
      'does not say if it is flat, a mile, or a percentage of the market: add a column "Rate type"',
    );
  const price = type === 'flat' ? readPrice(row.text(rateColumn), style) : undefined;
  if (price && 'fault' in price && rate !== undefined) fail(rateColumn, price.fault);
  const isAssumed = said === '' && byUnit === undefined && byColumn === undefined && bySize !== undefined;
  if (isAssumed && !isFlat && !saysFlat(row.header(rateColumn)))
    warnings.push('Nothing says if the rate is for the move or a mile: it was read as flat.');
  if (!['flat', 'per_mile', 'percent_of_market', undefined].includes(type))
    fail('rate_type', 'is none of flat, per mile, and percent of market');
  if (byUnit !== undefined && said !== '' && byUnit !== type && rate?.unit !== 'load')
    fail(rateColumn, `contradicts "${said}"`);

  const term = row.header('effective_to') === '' ? daysOfTerm(row.text('effective_from')) : undefined;
  const day = (column: RateColumn, read: typeof readDate | typeof readEndDate) => {
    const text = row.text(column) || (column === 'effective_to' ? (term?.[1] ?? '') : '');
    const one = column === 'effective_from' ? (term?.[0] ?? text) : text;
    const found = one === '' ? { value: undefined } : read(one);
    if ('fault' in found) fail(column, found.fault);
    return 'value' in found ? (found.value ?? '') : '';
  };
  const schedule = {
    peg: amountIn('fuel_peg')?.value,
    miles_per_gallon: amountIn('fuel_miles_per_gallon')?.value,
  };
  const isInRate = rate?.isFuelInside ?? isFuelInHeader(row.header(rateColumn));
  const isPegged = schedule.peg !== undefined || schedule.miles_per_gallon !== undefined;
  const fuel = isPegged
    ? { fuel: { method: 'per_mile', ...schedule } }
    : fuelOf(fuelCellOf(row, rate, isInRate, warnings), style);
  if (isPegged && isInside(row.text('fuel') || 's') !== false)
    fail('fuel', 'contradicts the columns of peg and miles per gallon');
  if ('fault' in fuel) fail('fuel', fuel.fault);
  else if (
    rate?.isFuelInside === (fuel.fuel !== 'included') ||
    (rate?.fuel !== undefined && row.text('fuel') !== '')
  )
    fail(rateColumn, `contradicts the fuel "${row.text('fuel')}"`);
  else if (fuel.fuel !== 'included' && isInRate)
    fail(
      'fuel',
      `contradicts the header "${row.header(rateColumn)}": state the rate without fuel in "columns"`,
    );
  else if (fuel.warning) warnings.push(fuel.warning);
  const number = (text: string): number | string => {
    const read = readAmount(text, style);
    return 'value' in read ? read.value.value : text;
  };
  const overrides = entriesOf(row.text('accessorial_overrides'));
  const tiers = entriesOf(row.text('tiers'));
  const minimum = amountIn('minimum')?.value;
  const equipment = equipmentText(row.text('equipment'), row.header('equipment'));
  if (equipment.warning) warnings.push(equipment.warning);
  const item = {
    customer,
    origin,
    destination,
    equipment_type: equipment.text,
    rate_type: type ?? '',
    amount: rate?.value ?? '',
    minimum: minimum === undefined || minimum === 0 ? '' : minimum,
    fuel: 'fuel' in fuel ? fuel.fuel : '',
    accessorial_overrides:
      overrides.length > 0
        ? Object.fromEntries(
            overrides.map(([name, value]) => {
              const [, amount = value, free] = WITH_FREE_TIME.exec(value) ?? [];
              return [
                name,
                {
                  [amount.endsWith('%') ? 'percent_of_base' : 'rate']: number(amount),
                  ...(free !== undefined && { free_time: Number(free) }),
                },
              ];
            }),
          )
        : '',
    effective_from: day('effective_from', readDate),
    effective_to: day('effective_to', readEndDate),
    tiers:
      tiers.length > 0
        ? tiers.map(([from, value]) => ({ from_volume: numberOf(from, style), amount: number(value) }))
        : '',
    // Rates of one row have one id in the file.
    external_id: [row.text('external_id'), row.text('external_id') && row.equipment]
      .filter(Boolean)
      .join(' '),
  };
  return {
    number: row.number,
    rate: Object.fromEntries(Object.entries(item).filter(([, value]) => value !== '')),
    faults,
    warnings,
    cells: row.cells,
    ofTerminals,
  };
}

const numberOf = (text: string, style: NumberStyle): number | string => {
  const read = readDecimal(text, style);
  return 'value' in read ? read.value : text;
};
