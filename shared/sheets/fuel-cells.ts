import { isFuelInside, isMoney, type NumberStyle, readAmount, readYesNo } from './cell-values.ts';
import { headerWords, type Meaning } from './column-words.ts';
import type { TableRow } from './table.ts';

/** Words beside what is paid for a move. */
export const PAID_WORDS =
  'drayage amount carrier usd cost charge rate truck buy net supplier contract purchased';

/** Columns of the fuel of a move that is paid or quoted. */
export const FUEL_MEANINGS = {
  fuel_amount: {
    names: ['fuel'],
    also: `${PAID_WORDS} paid surcharge quote quoted`,
    isValue: isMoney,
    byCells: '',
    isUnnamedValue: () => false,
  },
  fuel_percent: { names: ['fuel percent'], also: 'surcharge rate of line haul base' },
  fuel_included: {
    names: ['fuel included', 'fuel in rate', 'fuel in paid', 'fuel in'],
    weak: ['fuel', 'all in'],
    also: `${PAID_WORDS} surcharge y n`,
    saidFor: ['fuel_amount', 'fuel_percent'],
  },
} as const satisfies Readonly<Record<string, Meaning>>;

/** Whether the header of a price says that fuel is inside. */
export function isFuelInHeader(header: string): boolean | undefined {
  const words = new Set(headerWords(header));
  const isNot = words.has('not') || isFuelInside(header) === false;
  if (!words.has('fuel')) return (!isNot && words.has('all') && words.has('in')) || undefined;
  return isNot || words.has('excluded') ? false : words.has('included') || undefined;
}

type FuelRow = Pick<TableRow<keyof typeof FUEL_MEANINGS | 'rate' | 'total'>, 'text' | 'header'>;

/** Whether a price has the fuel inside: as a column says, or its cell or header, or because fuel has a column of its own. */
export function fuelIncludedIn(
  row: FuelRow,
  price: 'rate' | 'total',
  style: NumberStyle,
):
  | { readonly value: boolean | null }
  | { readonly fault: string; readonly at: 'fuel_included' | 'fuel_amount' } {
  const read = readAmount(row.text(price), style);
  const inCell = 'value' in read ? read.value.isFuelInside : undefined;
  for (const at of ['fuel_included', 'fuel_amount'] as const) {
    const said = row.text(at);
    // A column "Fuel" has amounts, or says that they are inside.
    if (said === '' || (at === 'fuel_amount' && 'value' in readAmount(said, style))) continue;
    const answer = readYesNo(said);
    const value = 'value' in answer ? answer.value : isFuelInside(said);
    if (value === undefined) return { fault: 'is neither yes nor no', at };
    return inCell === !value ? { fault: `contradicts "${row.text(price)}"`, at } : { value };
  }
  const said = inCell ?? isFuelInHeader(row.header(price));
  if (said !== undefined) return { value: said };
  const hasFuel = row.text('fuel_amount') !== '' || row.text('fuel_percent') !== '';
  return { value: hasFuel ? price === 'total' : null };
}

/** What is paid as linehaul has no fuel inside, if neither its header nor another column or line speaks of fuel. */
export function isLinehaulAlone({ header }: Pick<FuelRow, 'header'>, price: 'rate' | 'total'): boolean {
  const words = headerWords(header(price));
  const isSaid =
    FUEL_COLUMNS.some((name) => header(name) !== '') ||
    words.includes('fuel') ||
    isFuelInHeader(header(price)) !== undefined;
  return words.includes('line') && words.includes('haul') && !isSaid;
}

const FUEL_COLUMNS = Object.keys(FUEL_MEANINGS) as (keyof typeof FUEL_MEANINGS)[];
