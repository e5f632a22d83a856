import { isDay, isFuelInside, isMoney } from '../../sheets/cell-values.ts';
import type { Meaning } from '../../sheets/column-words.ts';
import { endColumns, LANE_MEANINGS, laneFile } from '../../sheets/lane-meanings.ts';
import type { PlaceMeaning } from '../../sheets/place-cells.ts';

/** Maximum bytes and rates of a file. */
export const MAX_FILE_BYTES = 60_000_000;
export const MAX_FILE_RATES = 100_000;

const MONEY =
  'haul total drayage year rate amount base contract line haul usd load cost sell charge agreed tariff net customer billing current awarded published negotiated new value';
const TERM = 'date contract rate term';

/** What people write for a type. */
const TYPES: readonly (readonly [form: RegExp, type: 'flat' | 'per_mile' | 'percent_of_market'])[] = [
  [
    /^(?:(?:per|a|each|by) )?(?:f|flt|flat(?: rate)?|load|trip|move|lump sum|each|ea|container|box|shipment|unit|turn)$/,
    'flat',
  ],
  [/^(?:(?:per|a|each|by) )?(?:m|mil?|miles?)$|^(?:rpm|pm)$|^usd per mile$/, 'per_mile'],
  [
    /^(?:p|(?:%|pct|percent)(?: (?:of )?(?:the )?(?:market|mkt|spot))?|(?:market|mkt) ?(?:%|pct|percent)?)$/,
    'percent_of_market',
  ],
];

/** The type of a rate that a cell names; undefined if it names none. */
export function rateTypeOf(cell: string): (typeof TYPES)[number][1] | undefined {
  const plain = cell
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/^\/\s*/, 'per ')
    .trim();
  return TYPES.find(([form]) => form.test(plain))?.[1];
}

const FUEL = /^\d{1,2}(?:\.\d+)? ?%$|^\$?0?\.\d+ ?(?:\/|per) ?mi|\b(?:fsc|fuel|baf|all[- ]?in)\b/i;

/** Words of amounts that are not the price of a move. */
const NOT_THE_RATE =
  'fuel minimum target accessorial detention chassis margin insurance value commission profit storage discount weight mile buy paid carrier';

const OWN_MEANINGS = {
  external_id: {
    names: [
      'external number',
      'contract number',
      'rate number',
      'tariff number',
      'lane number',
      'number',
      'lane',
      'contract',
      'item',
      'line number',
    ],
    also: 'external contract record tariff item quote',
  },
  customer: LANE_MEANINGS.customer,
  equipment: LANE_MEANINGS.equipment,
  currency: LANE_MEANINGS.currency,
  rate: {
    names: ['rate', 'amount', 'line haul', 'charge', 'cost', 'all in', 'base', 'tariff', 'haul', 'drayage'],
    weak: ['usd'],
    also: `${MONEY} all in fuel excluded included`,
    isValue: (cell) => isMoney(cell) || /^[\d.]+ ?% (?:of )?(?:the )?(?:market|mkt|spot)$/i.test(cell),
    byCells: NOT_THE_RATE,
  },
  rate_flat: {
    names: [
      ...['flat', 'flat rate', 'lump sum'],
      ...['per', 'rate', 'usd', 'cost', 'amount', 'charge', 'line haul', 'drayage'].flatMap((price) =>
        ['load', 'trip', 'move', 'equipment'].map((whole) => `${price} ${whole}`),
      ),
    ],
    also: `${MONEY} fuel excluded included all in`,
    isValue: isMoney,
  },
  rate_per_mile: {
    names: ['rate mile', 'amount mile', 'line haul mile', 'charge mile', 'cost mile', 'usd mile'],
    also: `${MONEY} fuel excluded included all in`,
    isValue: isMoney,
  },
  rate_type: {
    names: [
      'rate type',
      'type',
      'rate basis',
      'basis',
      'unit',
      'uom',
      'charge type',
      'charge basis',
      'rate code',
      'rate unit',
      'per',
      'rate per',
      ...['method', 'charge method', 'rate method', 'qualifier', 'charge by', 'rate by'],
    ],
    also: 'code of measure rate calc',
    isValue: (cell) => rateTypeOf(cell) !== undefined,
    byCells: 'fuel',
    saidFor: ['rate_flat', 'rate_per_mile'],
  },
  minimum: { names: ['minimum', 'minimum charge'], also: MONEY, isValue: isMoney },
  fuel: {
    names: ['fuel', 'fuel percent', 'fuel mile', 'surcharge basis', 'surcharge included'],
    also: 'usd charge surcharge term terms code type schedule program basis method included rate y n table matrix treatment handling rule policy applies plan of line haul base',
    isValue: (cell) => isFuelInside(cell) !== undefined || FUEL.test(cell),
    byCells:
      'discount margin commission tax profit target market insurance share chassis toll tolls detention demurrage storage',
    // "Included" below "Chassis" or "Terms" is not of fuel, and "$850 all-in" is a rate.
    isUnnamedValue: (cell) => FUEL.test(cell) && !/(?<![.\d])\d{3}/.test(cell),
    saidFor: ['fuel_peg', 'fuel_miles_per_gallon'],
  },
  fuel_peg: { names: ['fuel peg', 'peg'], also: 'rate' },
  fuel_miles_per_gallon: { names: ['fuel miles per gallon', 'miles per gallon'] },
  accessorial_overrides: { names: ['accessorial overrides', 'accessorial', 'accessorial charge'] },
  effective_from: {
    names: ['effective', 'effective from', 'effective start', 'start', 'from date'],
    also: TERM,
    isValue: isDay,
    saidFor: [],
  },
  effective_to: {
    names: ['effective to', 'expire', 'effective expire', 'end', 'effective end', 'to date'],
    also: TERM,
    saidFor: [],
  },
  tiers: { names: ['tiers', 'volume tiers'] },
} as const satisfies Readonly<Record<string, Meaning>>;

export type RateColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

const RATES = ['rate', 'rate_flat', 'rate_per_mile'] as const;

/** Columns of a file of contract rates. */
export const RATE_FILE = laneFile<keyof typeof OWN_MEANINGS>({
  meanings: OWN_MEANINGS,
  required: [endColumns('origin'), endColumns('destination'), ['equipment'], RATES, ['effective_from']],
  id: 'external_id',
  roles: [
    {
      what: 'the type of the rates',
      filledBy: ['rate_type', 'rate_flat', 'rate_per_mile'],
      words: ['type', 'basis', 'unit'],
    },
    {
      what: 'a rate',
      filledBy: [],
      words: [],
      unless: NOT_THE_RATE.split(' '),
      isValue: isMoney,
      isNeeded: (rows) => rows.some((row) => RATES.every((name) => row.text(name) === '')),
    },
    { what: 'the fuel terms', filledBy: ['fuel', 'fuel_peg'], words: ['fuel'] },
    { what: 'the end of the rates', filledBy: ['effective_to'], words: ['expire', 'end'] },
  ],
});

/** Columns of fields of a rate that are not named as the field; of several, the first filled one is meant. */
const FIELD_COLUMNS: Readonly<Record<string, readonly RateColumn[]>> = {
  origin: endColumns('origin'),
  destination: endColumns('destination'),
  equipment_type: ['equipment'],
  amount: ['rate', 'rate_flat', 'rate_per_mile'],
  fuel: ['fuel', 'fuel_peg', 'fuel_miles_per_gallon'],
};

/** Columns of a field such as "tiers[1].amount". */
export function columnsOfField(field: string): readonly string[] {
  const name = field.replace(/[[.].*/, '');
  return FIELD_COLUMNS[name] ?? [name];
}

/** Columns that files of this service have, in this order. */
export const OWN_RATE_COLUMNS = [
  ...(['external_id', 'customer', 'origin', 'destination', 'equipment_type', 'rate_type', 'amount'] as const),
  ...(['minimum', 'fuel', 'accessorial_overrides', 'effective_from', 'effective_to', 'tiers'] as const),
] as const;

/** A field of an answer without the index of its rate: the path in the request is "rates[3].amount". */
export const fieldInRate = (field: string): string => field.replace(/^rates\[\d+\]\.?/, '');
