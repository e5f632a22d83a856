import type { Meaning } from '../../sheets/column-words.ts';
import {
  EQUIPMENT_ROLE,
  endColumns,
  LANE_MEANINGS,
  PLACE_MEANINGS,
  PLACE_ROLES,
  type PlaceMeaning,
} from '../../sheets/place-cells.ts';
import type { FileKind } from '../../sheets/understand-table.ts';

/** Maximum bytes and rates of a file. */
export const MAX_FILE_BYTES = 60_000_000;
export const MAX_FILE_RATES = 100_000;

const MONEY = 'total drayage year rate amount base contract line haul usd load cost sell';
const TERM = 'date contract rate term';

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
    ],
    also: 'external contract',
  },
  customer: LANE_MEANINGS.customer,
  equipment: LANE_MEANINGS.equipment,
  rate: { names: ['rate', 'amount', 'line haul', 'charge', 'cost', 'all in'], also: `${MONEY} all in` },
  rate_flat: { names: ['flat', 'flat rate', 'rate load'], also: MONEY },
  rate_per_mile: { names: ['rate mile', 'amount mile', 'line haul mile', 'charge mile'], also: MONEY },
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
    ],
    also: 'code of measure rate',
  },
  minimum: { names: ['minimum', 'minimum charge'], also: MONEY },
  fuel: {
    names: ['fuel', 'fuel percent', 'fuel mile'],
    also: 'surcharge term terms code type schedule program basis method included rate y n',
  },
  fuel_peg: { names: ['fuel peg', 'peg'], also: 'rate' },
  fuel_miles_per_gallon: { names: ['fuel miles per gallon', 'miles per gallon'] },
  accessorial_overrides: { names: ['accessorial overrides', 'accessorial', 'accessorial charge'] },
  effective_from: {
    names: ['effective', 'effective from', 'effective start', 'start', 'from date'],
    also: TERM,
  },
  effective_to: {
    names: ['effective to', 'expire', 'effective expire', 'end', 'effective end', 'to date'],
    also: TERM,
  },
  tiers: { names: ['tiers', 'volume tiers'] },
} as const satisfies Readonly<Record<string, Meaning>>;

export type RateColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

/** Columns of a file of contract rates. */
export const RATE_FILE: FileKind<RateColumn> = {
  meanings: { ...PLACE_MEANINGS, ...OWN_MEANINGS },
  required: [
    endColumns('origin'),
    endColumns('destination'),
    ['equipment'],
    ['rate', 'rate_flat', 'rate_per_mile'],
    ['effective_from'],
  ],
  roles: [
    ...PLACE_ROLES,
    EQUIPMENT_ROLE,
    {
      what: 'the type of the rates',
      filledBy: ['rate_type', 'rate_flat', 'rate_per_mile'],
      words: ['type', 'basis', 'unit'],
    },
    { what: 'the fuel terms', filledBy: ['fuel', 'fuel_peg'], words: ['fuel'] },
    { what: 'the end of the rates', filledBy: ['effective_to'], words: ['expire', 'end'] },
  ],
};

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
