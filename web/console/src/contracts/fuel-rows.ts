import { fuelCell, parseFuelCell } from '../../../../shared/contracts/files/fuel-cell.ts';
import { FUEL_REGIONS } from '../../../../shared/contracts/rate/fuel-terms.ts';
import { DIESEL_AREAS, dieselAreaName } from '../../../../shared/costs/diesel/diesel-prices.ts';
import type { NewContractRate } from '../api/client.ts';

export type FuelRows = NonNullable<Exclude<NewContractRate['fuel'], string>['rows']>;

export const REGION_CHOICES = [
  { value: '', label: 'Region of the origin' },
  { value: 'US', label: 'U.S. average' },
  ...FUEL_REGIONS.slice(1).map((value, at) => ({
    value,
    label: dieselAreaName(DIESEL_AREAS[at + 1] ?? 'NUS'),
  })),
];

/** The rows of a text with one in each line, such as "3.00-3.05=0.41/mi"; a text with another form stays one. */
export function fuelRows(text: string): FuelRows | string {
  const cell = parseFuelCell(`table: ${linesOf(text).join(';')}`);
  return typeof cell === 'object' && cell.rows !== undefined ? cell.rows : text;
}

const linesOf = (text: string): readonly string[] => text.split(/[\n;]/).filter((line) => line.trim() !== '');

export const fuelRowsText = (rows: FuelRows | string | undefined = []): string =>
  typeof rows === 'string' || rows.length === 0
    ? String(rows)
    : fuelCell({ method: 'table', rows }).replace('table: ', '').replaceAll('; ', '\n');

/** Which line is no row; undefined if all are. */
export function fuelRowsFault(text: string): string | undefined {
  const wrong = linesOf(text).findIndex((line) => typeof fuelRows(line) === 'string');
  return wrong === -1
    ? undefined
    : `Row ${wrong + 1} is not a row such as 3.00-3.05=0.40/mi or 3.00-3.05=18%.`;
}
