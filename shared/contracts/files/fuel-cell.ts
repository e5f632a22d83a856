import { fuelFigure, type NumberStyle, readDecimal } from '../../sheets/cell-values.ts';

const US: NumberStyle = { decimalComma: false };

/** A fuel surcharge as a request has it. Cells are not validated: the API states what is wrong. */
export interface FuelSurchargeCell {
  readonly method: 'per_mile' | 'percent' | 'table';
  readonly value?: number | undefined;
  readonly peg?: number | undefined;
  readonly miles_per_gallon?: number | undefined;
  readonly rows?: readonly FuelRowCell[] | undefined;
  readonly region?: string | undefined;
  readonly miles?: 'one_way' | 'round_trip' | undefined;
}

interface FuelRowCell {
  readonly from: number;
  readonly to?: number | undefined;
  readonly per_mile?: number | undefined;
  readonly percent?: number | undefined;
}

export type FuelCell = 'included' | 'market' | FuelSurchargeCell;

/**
 * Fuel as a cell of a file, which `parseFuelCell` reads as the same fuel:
 * - `included`, `market`
 * - `0.42/mi`, `18%`, `peg 1.25 at 5.5 mpg`
 * - `table: 3-3.05=0.4/mi; 3.05+=0.41/mi`
 *
 * A region and round trips are in brackets: `0.42/mi (round trip)`, `table (US, round trip): 3+=0.4/mi`.
 */
export function fuelCell(fuel: FuelCell): string {
  if (typeof fuel === 'string') return fuel;
  const { method, value, peg, miles_per_gallon: mpg, rows = [], region, miles } = fuel;
  const options = [region, miles === 'round_trip' ? 'round trip' : undefined].filter(Boolean).join(', ');
  const brackets = options === '' ? '' : ` (${options})`;
  if (method === 'table') return `table${brackets}: ${rows.map(rowText).join('; ')}`;
  if (method === 'percent') return `${value}%`;
  return `${value === undefined ? `peg ${peg} at ${mpg} mpg` : `${value}/mi`}${brackets}`;
}

const rowText = ({ from, to, per_mile, percent }: FuelRowCell): string =>
  `${from}${to === undefined ? '+' : `-${to}`}=${per_mile === undefined ? `${percent}%` : `${per_mile}/mi`}`;

/** Longer parts are no fuel, and these expressions would take long for them. */
const MAX_PART = 100;
const BRACKETS = /\s*\(([^()]*)\)\s*/;
const PEG = /^peg\s*(?<peg>\S+?)[\s,]*(?:at|\/)?\s*(?<mpg>[\d.,]+)\s*mpg$/i;
const ROW = /^(?<from>[^\s=+-]+)\s*(?:\+|(?:-|–|\bto\b)\s*(?<to>[^\s=]+))?\s*=\s*(?<value>.+)$/i;

/** Fuel of a cell as `fuelCell` writes it, or as people do; undefined for other texts. Defaults are filled in. */
export function parseFuelCell(text: string, style: NumberStyle = US): FuelCell | undefined {
  const folded = text.trim().toLowerCase();
  if (folded === 'included' || folded === 'market') return folded;
  // "FSC: 26%" is no table.
  const [head = '', ...table] = folded.startsWith('table') ? text.trim().split(':') : [text.trim()];
  if (head.length > MAX_PART) return undefined;
  const options = optionsOf(BRACKETS.exec(head)?.[1]);
  if (options === undefined) return undefined;
  const { region, miles } = options;
  const onDiesel = region === undefined ? {} : { region };
  const plain = head.replace(BRACKETS, '').trim();

  if (table.length > 0) {
    const rows = table
      .join(':')
      .split(/[;|]/)
      .filter((row) => row.trim() !== '')
      .map(rowOf);
    const valid = rows.filter((row) => row !== undefined);
    if (plain.toLowerCase() !== 'table' || valid.length === 0 || valid.length < rows.length) return undefined;
    const isPerMile = valid.some(({ per_mile }) => per_mile !== undefined);
    return {
      method: 'table',
      rows: valid,
      ...onDiesel,
      ...milesOf(isPerMile ? (miles ?? 'one_way') : miles),
    };
  }
  const pegged = PEG.exec(plain)?.groups;
  if (pegged) {
    const [peg, mpg] = [numberOf(pegged.peg), numberOf(pegged.mpg)];
    if (peg === undefined || mpg === undefined) return undefined;
    return { method: 'per_mile', peg, miles_per_gallon: mpg, ...onDiesel, ...milesOf(miles ?? 'one_way') };
  }
  const value = surchargeOf(plain, style);
  if (value === undefined) return undefined;
  return value.percent === undefined
    ? { method: 'per_mile', value: value.per_mile, ...onDiesel, ...milesOf(miles ?? 'one_way') }
    : { method: 'percent', value: value.percent, ...onDiesel, ...milesOf(miles) };
}

const milesOf = (miles: FuelSurchargeCell['miles']) => (miles === undefined ? {} : { miles });

/** Region and miles in brackets; undefined if they are something else. */
function optionsOf(brackets = ''): Pick<FuelSurchargeCell, 'region' | 'miles'> | undefined {
  let options: Pick<FuelSurchargeCell, 'region' | 'miles'> = {};
  for (const option of brackets
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const words = option.toLowerCase().replace(/[\s_-]+/g, '_');
    if (words === 'round_trip' || words === 'one_way') options = { ...options, miles: words };
    else if (/^[a-z0-9]+$/.test(words)) options = { ...options, region: option.toUpperCase() };
    else return undefined;
  }
  return options;
}

function numberOf(text = ''): number | undefined {
  const read = readDecimal(text.trim().replace(/^\$\s*/, ''), US);
  return 'value' in read ? read.value : undefined;
}

/** The value of a surcharge: "18%", "plus 18% FSC" or "0.42/mi". */
function surchargeOf(
  text: string,
  style: NumberStyle,
): { readonly per_mile?: number; readonly percent?: number } | undefined {
  const figure = fuelFigure(text, style) ?? '';
  const value = Number.parseFloat(figure);
  return figure === '' ? undefined : figure.endsWith('%') ? { percent: value } : { per_mile: value };
}

function rowOf(text: string): FuelRowCell | undefined {
  if (text.length > MAX_PART) return undefined;
  const { from, to, value = '' } = ROW.exec(text.trim())?.groups ?? {};
  const [start, end] = [numberOf(from), numberOf(to)];
  const values = surchargeOf(value, US);
  if (start === undefined || values === undefined || (to !== undefined && end === undefined))
    return undefined;
  return { from: start, ...(end === undefined ? {} : { to: end }), ...values };
}
