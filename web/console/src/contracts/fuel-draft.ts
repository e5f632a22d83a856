import { fuelCell, parseFuelCell } from '../../../../shared/contracts/files/fuel-cell.ts';
import type { ContractRate, NewContractRate } from '../api/client.ts';
import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';
import type { FieldErrors } from '../strategy/strategy-limits.ts';

/** How the form asks for fuel: the methods of the API, with two forms of a surcharge per mile. */
export type FuelKind = 'included' | 'market' | 'peg' | 'per_mile' | 'percent' | 'table';

/** The fuel of a rate as it is typed. Fields of other kinds keep their texts. */
export interface FuelDraft {
  readonly kind: FuelKind;
  /** USD a mile, or percent. */
  readonly value: string;
  readonly peg: string;
  readonly milesPerGallon: string;
  /** A row in each line: "3.00-3.05=0.41/mi". */
  readonly rows: string;
  /** "" = the region of the origin. */
  readonly region: string;
  readonly miles: 'one_way' | 'round_trip';
}

/** The limits of the API. A test compares them with its rules. */
const PER_MILE: NumberRange = { min: 0, max: 20, decimals: 4 };
const PERCENT: NumberRange = { min: 0, max: 100, decimals: 2 };
const PEG: NumberRange = { min: 0, max: 20, decimals: 3 };
const MILES_PER_GALLON: NumberRange = { min: 1, max: 20, decimals: 2 };

export const FUEL_KINDS: readonly { readonly value: FuelKind; readonly label: string }[] = [
  { value: 'included', label: 'Included in the amount' },
  { value: 'market', label: 'Fuel of the market' },
  { value: 'peg', label: 'Per mile, above a peg' },
  { value: 'per_mile', label: 'Per mile, fixed' },
  { value: 'percent', label: 'Percent of the base rate' },
  { value: 'table', label: 'Table by the diesel price' },
];

/** Regions of diesel prices. A test compares them with those of the API. */
export const FUEL_REGIONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Region of the origin' },
  { value: 'US', label: 'U.S. average' },
  { value: 'R1X', label: 'New England (PADD1A)' },
  { value: 'R1Y', label: 'Central Atlantic (PADD1B)' },
  { value: 'R1Z', label: 'Lower Atlantic (PADD1C)' },
  { value: 'R20', label: 'Midwest (PADD2)' },
  { value: 'R30', label: 'Gulf Coast (PADD3)' },
  { value: 'R40', label: 'Rocky Mountain (PADD4)' },
  { value: 'R50', label: 'West Coast (PADD5)' },
  { value: 'R5XCA', label: 'West Coast except California (PADD5XCA)' },
  { value: 'CA', label: 'California' },
];

export const EMPTY_FUEL: FuelDraft = {
  ...{ kind: 'included', value: '', peg: '', milesPerGallon: '', rows: '', region: '', miles: 'one_way' },
};

export function draftOfFuel(fuel: ContractRate['fuel']): FuelDraft {
  if (typeof fuel === 'string') return { ...EMPTY_FUEL, kind: fuel };
  const { method, value, peg, miles_per_gallon: mpg, rows = [], region = '', miles = 'one_way' } = fuel;
  return {
    kind: method === 'per_mile' && value === undefined ? 'peg' : method,
    value: String(value ?? ''),
    peg: String(peg ?? ''),
    milesPerGallon: String(mpg ?? ''),
    rows:
      rows.length === 0
        ? ''
        : fuelCell({ method: 'table', rows }).replace('table: ', '').replaceAll('; ', '\n'),
    ...{ region, miles },
  };
}

const linesOf = (rows: string): readonly string[] => rows.split(/[\n;]/).filter((line) => line.trim() !== '');

const rowsOf = (rows: string) => {
  const cell = parseFuelCell(`table: ${linesOf(rows).join(';')}`);
  return typeof cell === 'object' ? cell.rows : undefined;
};

/** What is wrong, by the name that the API gives the field. The API decides on the order of rows. */
export function fuelErrors({ kind, value, peg, milesPerGallon, rows }: FuelDraft): FieldErrors {
  const errors: Readonly<Record<FuelKind, Readonly<Record<string, string | undefined>>>> = {
    included: {},
    market: {},
    per_mile: { 'fuel.value': numberError(value, PER_MILE) },
    percent: { 'fuel.value': numberError(value, PERCENT) },
    peg: {
      'fuel.peg': numberError(peg, PEG),
      'fuel.miles_per_gallon': numberError(milesPerGallon, MILES_PER_GALLON),
    },
    table: { 'fuel.rows': rowsError(rows) },
  };
  return Object.fromEntries(
    Object.entries(errors[kind]).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function rowsError(rows: string): string | undefined {
  const lines = linesOf(rows);
  if (lines.length === 0) return 'Enter at least one row, such as 3.00+=0.40/mi.';
  const wrong = lines.findIndex((line) => rowsOf(line) === undefined);
  return wrong === -1
    ? undefined
    : `Row ${wrong + 1} is not a row such as 3.00-3.05=0.40/mi or 3.00-3.05=18%.`;
}

/** The message at the field of the rows: of the form, or the first one of the API. */
export function rowsMessage(errors: FieldErrors): string | undefined {
  const [field = '', message] =
    Object.entries(errors).find(([name, text]) => name.startsWith('fuel.rows') && text !== undefined) ?? [];
  const row = /^fuel\.rows\[(\d+)\]\.?(.*)$/.exec(field);
  if (row === null) return message;
  return `Row ${Number(row[1]) + 1}${row[2] === '' ? '' : `, ${row[2]}`}: ${message}`;
}

/** The fuel of a draft without errors. */
export function fuelOfDraft(draft: FuelDraft): NewContractRate['fuel'] {
  const { kind, miles } = draft;
  const region =
    draft.region === '' ? {} : { region: draft.region as Exclude<NewContractRate['fuel'], string>['region'] };
  switch (kind) {
    case 'included':
    case 'market':
      return kind;
    case 'per_mile':
      return { method: 'per_mile', value: numberIn(draft.value), miles };
    case 'percent':
      return { method: 'percent', value: numberIn(draft.value) };
    case 'peg':
      return {
        method: 'per_mile',
        ...{ peg: numberIn(draft.peg), miles_per_gallon: numberIn(draft.milesPerGallon), ...region, miles },
      };
    case 'table': {
      const rows = rowsOf(draft.rows) ?? [];
      return { method: 'table', rows, ...region, ...(isPerMileTable(draft) && { miles }) };
    }
  }
}

const isPerMileTable = ({ kind, rows }: FuelDraft): boolean =>
  kind === 'table' && (rowsOf(rows) ?? []).some(({ per_mile }) => per_mile !== undefined);

export const usesDiesel = ({ kind }: FuelDraft): boolean => kind === 'peg' || kind === 'table';

export const usesMiles = (draft: FuelDraft): boolean =>
  draft.kind === 'peg' || draft.kind === 'per_mile' || isPerMileTable(draft);
