import { type NumberStyle, readAmount, readYesNo } from './cell-values.ts';
import { headerWords, type Meaning } from './column-words.ts';
import type { TableRow } from './table.ts';

const PAID = 'drayage amount carrier usd cost charge rate truck buy net supplier contract purchased';

/** Columns of the fuel of a move that is paid or quoted. */
export const FUEL_MEANINGS = {
  fuel_amount: { names: ['fuel'], also: `${PAID} paid surcharge quote quoted` },
  fuel_percent: { names: ['fuel percent'], also: 'surcharge rate of line haul base' },
  fuel_included: {
    names: ['fuel included', 'fuel in rate', 'fuel in paid', 'fuel in'],
    weak: ['fuel', 'all in'],
    also: `${PAID} surcharge y n`,
  },
} as const satisfies Readonly<Record<string, Meaning>>;

/** "Not incl.", "not in rate", "no fuel included", "excluded". */
const NOT_INSIDE =
  /\b(?:not|non|never|(?:is|are|do|does)n['\u2019]?t)\b(?:[a-z\s]|\b-\b){1,12}\b(?:incl?|includ\w*|inclusive|inside|all[- ]?in|in (?:the )?(?:price|rate|tariff))\b|\b(?:no|none)\s+(?:(?:fuel|fsc|surcharge)\s+){0,2}(?:is |are )?(?:incl?|includ\w*|in (?:the )?(?:price|rate|tariff))\b|\b(?:exc|excl\w*|exclud\w*)\b/i;
const APART =
  /^\W*\+|\b(?:without|net of|before|plus|separate\w*|on top|added|addition\w*|extra|schedules?|sched|tables?|matrix|grid|program|doe|eia)\b/i;
const INSIDE =
  /\b(?:incl?|includ\w*|inclusive|inside|all[- ]?in)\b|(?:^|\b(?:fuel|fsc) )in\W*$|\bin (?:the )?(?:price|rate|tariff|there)\b(?! of)/i;

/** Whether a text says that fuel is inside a price; undefined if it says nothing of it, or both: "Included (no extra charge)". */
export function isFuelInside(text: string): boolean | undefined {
  if (NOT_INSIDE.test(text)) return false;
  const isInside = INSIDE.test(text);
  return isInside === APART.test(text) ? undefined : isInside;
}

/** Whether the header of a price says that fuel is inside. */
export function isFuelInHeader(header: string): boolean | undefined {
  const words = new Set(headerWords(header));
  const isNot = words.has('not') || NOT_INSIDE.test(header);
  if (!words.has('fuel')) return (!isNot && words.has('all') && words.has('in')) || undefined;
  return isNot || words.has('excluded') ? false : words.has('included') || undefined;
}

type FuelRow = Pick<TableRow<keyof typeof FUEL_MEANINGS>, 'text' | 'header'>;

/** Whether a price has the fuel inside: as a column says, or its header, or because fuel has a column of its own. */
export function fuelIncludedIn(
  row: FuelRow,
  priceHeader: string,
  isTotal: boolean,
  style: NumberStyle,
):
  | { readonly value: boolean | null }
  | { readonly fault: string; readonly at: 'fuel_included' | 'fuel_amount' } {
  for (const at of ['fuel_included', 'fuel_amount'] as const) {
    const said = row.text(at);
    // A column "Fuel" has amounts, or says that they are inside.
    if (said === '' || (at === 'fuel_amount' && 'value' in readAmount(said, style))) continue;
    const read = readYesNo(said);
    const value = 'value' in read ? read.value : isFuelInside(said);
    return value === undefined ? { fault: 'is neither yes nor no', at } : { value };
  }
  const inHeader = isFuelInHeader(priceHeader);
  if (inHeader !== undefined) return { value: inHeader };
  const hasFuel = row.text('fuel_amount') !== '' || row.text('fuel_percent') !== '';
  return { value: hasFuel ? isTotal : null };
}
