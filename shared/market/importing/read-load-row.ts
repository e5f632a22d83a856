import { NO_CONTROL, textFault } from '../../platform/text/bounded-text.ts';
import {
  isDay,
  isFuelInside,
  isMoney,
  type NumberStyle,
  readDate,
  readPrice,
} from '../../sheets/cell-values.ts';
import type { Meaning } from '../../sheets/column-words.ts';
import { equipmentText } from '../../sheets/facts-outside-table.ts';
import { FUEL_MEANINGS, fuelIncludedIn, isLinehaulAlone, PAID_WORDS } from '../../sheets/fuel-cells.ts';
import { DATE_ROLE, endColumns, LANE_MEANINGS, laneFile } from '../../sheets/lane-meanings.ts';
import { currencyFault, type End, type PlaceMeaning, placeOf } from '../../sheets/place-cells.ts';
import type { CellFault } from '../../sheets/read-sheet.ts';
import { cellText, type TableRow } from '../../sheets/table.ts';
import { BEYOND_COLUMNS } from '../../sheets/table-rows.ts';

const PAYMENTS = [
  'rate',
  'paid',
  'line haul',
  'haul',
  'carrier cost',
  'carrier charge',
  'drayage charge',
  'drayage cost',
  'drayage amount',
  'cost',
  'buy',
  'amount',
  'base',
];

/** Words of other days and amounts. */
const NOT_THE_DATE =
  'destination billing invoice paid due entered created empty return check settle completed posting updated';
const NOT_THE_RATE =
  'fuel accessorial detention chassis margin insurance value commission profit storage discount weight mile customer sell revenue target billing quote quoted bid gross';

const OWN_MEANINGS = {
  load_number: {
    names: [
      'load',
      'load number',
      'shipment',
      'shipment number',
      'order',
      'order number',
      'number',
      'pro number',
      'bol number',
      ...['pro', 'bol', 'trip number', 'move number', 'waybill', 'freight bill'],
    ],
    weak: ['equipment number'],
    also: 'number',
  },
  date: {
    names: [
      'date',
      'day',
      'load day',
      'pickup date',
      'shipment date',
      'load date',
      'pickup',
      'start date',
      ...['ship', 'loaded', 'loaded date', 'haul date', 'run date', 'accessorial date'],
    ],
    weak: ['order date'],
    also: 'actual time appointment ready move trip origin load ship',
    isValue: isDay,
    byCells: NOT_THE_DATE,
  },
  equipment: LANE_MEANINGS.equipment,
  currency: LANE_MEANINGS.currency,
  rate: {
    names: [...PAYMENTS, ...PAYMENTS.flatMap((name) => [`${name} fuel included`, `${name} fuel excluded`])],
    also: `${PAID_WORDS} line haul all in paid base load`,
    weak: ['drayage'],
    isValue: isMoney,
    byCells: NOT_THE_RATE,
  },
  total: {
    names: ['total', 'all in', 'total fuel included'],
    also: `${PAID_WORDS} paid line haul load`,
    isValue: isMoney,
  },
  ...FUEL_MEANINGS,
  carrier: { names: ['carrier', 'supplier'], also: 'code accessorial motor drayage used' },
  contributor: { names: ['contributor'] },
  customer: LANE_MEANINGS.customer,
  weight: { names: ['weight'], also: 'load max total gross cargo net' },
  miles: { names: ['mile'], also: 'loaded billed practical short total' },
  accessorials: { names: ['accessorial'], also: `${PAID_WORDS} paid total charges` },
  status: {
    names: ['status'],
    also: 'load order shipment',
    isValue: (cell) =>
      /^(?:completed?|delivered|closed|cancel\w*|void\w*|tonu|pd|paid|open|billed|invoiced|executed|done)$/i.test(
        cell,
      ),
    byCells: '',
  },
  notes: { names: ['note'], also: 'load internal carrier' },
} as const satisfies Readonly<Record<string, Meaning>>;

export type LoadColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

export const LOAD_FILE = laneFile<keyof typeof OWN_MEANINGS>({
  meanings: OWN_MEANINGS,
  required: [['date'], endColumns('origin'), endColumns('destination'), ['equipment'], ['rate', 'total']],
  isReadInParts: true,
  id: 'load_number',
  roles: [
    { ...DATE_ROLE, unless: NOT_THE_DATE.split(' ') },
    { what: 'the fuel', filledBy: ['fuel_amount', 'fuel_percent', 'fuel_included'], words: ['fuel'] },
  ],
});

/** A parsed row of an import file, before its places are looked up. */
export interface LoadRow {
  /** UTC day, YYYY-MM-DD. */
  readonly date: string;
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  /** USD for the move, without fuel where it is stated apart. */
  readonly rate: number;
  /** null if nothing in the file says it. */
  readonly fuelIncluded: boolean | null;
  /** "" if the row names no contributor. */
  readonly contributor: string;
  /** Ends that are only the name of a city, where other rows have its state. */
  readonly bare?: readonly End[];
  /** Ends in columns of terminals. */
  readonly ofTerminals?: readonly End[];
}

/** `skipped`: the row names no place, so it is no load. */
export type ReadLoadRow =
  | { readonly row: LoadRow }
  | { readonly fault: CellFault }
  | { readonly skipped: true };

export interface LoadReading {
  readonly style: NumberStyle;
  /** UTC, YYYY-MM-DD: later days are rejected. */
  readonly today: string;
}

/** An earlier day is a typing error. */
const FIRST_DAY = '2000-01-01';
/** No move in the country costs more. */
const MAX_USD = 100_000;
const MAX_CONTRIBUTOR = 100;
/** In UTF-16 units; every name of a place or terminal is shorter. */
const MAX_CELL = 200;

/** Loads that nobody hauled, whose payments are no rates. */
const NOT_HAULED = {
  status: /\bcancel|\bvoid|\btonu\b|\bnot used\b|\bdry run\b|\bcredit\b/i,
  // Further on, a note tells of something else: "do not cancel appt".
  notes:
    /^\W*(?:cancel(?!\w* (?:fee|charge)s? waived)|void|(?:tonu|truck ordered\W+not used|dry run|not used)\b)/i,
} as const;

const fuelInNotes = (row: TableRow<LoadColumn>): boolean | undefined =>
  /\b(?:fuel|fsc)\b/i.test(row.text('notes')) ? isFuelInside(row.text('notes')) : undefined;

/** Reads the load of a row, or says which cell cannot be read. */
export function readLoadRow(row: TableRow<LoadColumn>, { style, today }: LoadReading): ReadLoadRow {
  const fail = (column: LoadColumn, reason: string, value = row.text(column)): ReadLoadRow => ({
    fault: { header: row.header(column) || column, value, reason },
  });
  const texts: Partial<Record<LoadColumn, string>> = {};
  const [bare, ofTerminals]: [End[], End[]] = [[], []];
  for (const end of ['origin', 'destination'] as const) {
    const place = placeOf(row, end);
    if ('fault' in place) return fail(place.at, place.fault);
    if (place.isBare) bare.push(end);
    if (place.isOfTerminals) ofTerminals.push(end);
    texts[end] = place.text;
  }
  const { origin = '', destination = '' } = texts;
  if (origin === '' && destination === '') return { skipped: true };
  if (row.beyond !== undefined) return { fault: { header: '', value: row.beyond, reason: BEYOND_COLUMNS } };
  if (origin === '' || destination === '')
    return fail(origin === '' ? 'origin' : 'destination', 'is empty', '');
  for (const [column, text] of [
    ['origin', origin],
    ['destination', destination],
    ['equipment', row.text('equipment')],
    ['contributor', row.text('contributor')],
  ] as const) {
    const fault = textFault(text, column === 'contributor' ? MAX_CONTRIBUTOR : MAX_CELL);
    if (fault === 'too-long') return fail(column, 'is too long', '');
    if (fault === 'control') return fail(column, NO_CONTROL, '');
  }
  for (const column of ['status', 'notes'] as const)
    if (NOT_HAULED[column].test(row.text(column))) return fail(column, 'is no load that was hauled');

  const date = readDate(row.text('date'));
  if ('fault' in date) return fail('date', date.fault);
  if (date.value > today) return fail('date', 'is in the future');
  if (date.value < FIRST_DAY) return fail('date', `is before ${FIRST_DAY}`);

  // Next to a column of what the carrier is paid, an empty cell is no reason to take the other amount.
  const paid = row.header('rate') === '' && row.header('total') !== '' ? 'total' : 'rate';
  const foreign = currencyFault(row, paid);
  if (foreign) return fail(foreign.at, foreign.fault);
  const rate = readPrice(row.text(paid), style);
  if (row.text(paid) === '') return fail(paid, 'is empty');
  if ('fault' in rate) return fail(paid, rate.fault);
  const { value, unit } = rate.value;
  if (unit === 'mile' || unit === 'percent') return fail(paid, 'is not the amount of a move');
  if (value <= 0) return fail(paid, 'is not above 0');
  if (value > MAX_USD) return fail(paid, 'is above the limit for a move');
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return fail(paid, 'has more than 2 decimals');
  const fuel = fuelIncludedIn(row, paid, style);
  if ('fault' in fuel) return fail(fuel.at, fuel.fault);
  if (cellText(row.text('equipment')) === '') return fail('equipment', 'is empty', '');
  return {
    row: {
      date: date.value,
      origin,
      destination,
      equipment: equipmentText(row.text('equipment'), row.header('equipment')).text,
      rate: value,
      fuelIncluded: fuel.value ?? fuelInNotes(row) ?? (isLinehaulAlone(row, paid) ? false : null),
      contributor: row.text('contributor').replace(/\s+/g, ' '),
      ...(bare.length > 0 && { bare }),
      ...(ofTerminals.length > 0 && { ofTerminals }),
    },
  };
}
