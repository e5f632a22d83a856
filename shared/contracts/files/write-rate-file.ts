import { csvRow } from '../../platform/files/csv-rows.ts';
import { RATE_COLUMNS, type RateColumn } from './rate-columns.ts';

const COLUMNS = Object.keys(RATE_COLUMNS) as RateColumn[];

/** The first line of a file of contract rates, with line end. An import ignores the first two columns. */
export const rateFileHeader = `${csvRow(['rate_id', 'version', ...COLUMNS])}\r\n`;

type SingleCell = Exclude<
  RateColumn,
  'fuel_peg' | 'fuel_miles_per_gallon' | 'accessorial_overrides' | 'tiers'
>;

/** What a line needs of a rate as the API lists it. */
interface ListedRate extends Readonly<Record<SingleCell, string | number | null>> {
  readonly rate_id: string;
  readonly version: number;
  readonly fuel_schedule: { readonly peg: number; readonly miles_per_gallon: number } | null;
  readonly accessorial_overrides: Readonly<
    Record<string, { readonly rate?: number | undefined; readonly percent_of_base?: number | undefined }>
  >;
  readonly tiers: readonly { readonly from_volume: number; readonly amount: number }[];
}

/** A line of a file of contract rates, with line end, which an import reads as the same rate. */
export function rateLine(rate: ListedRate): string {
  const { fuel_schedule: schedule, accessorial_overrides: overrides, tiers } = rate;
  const cells: Readonly<Record<RateColumn, string | number | null>> = {
    ...rate,
    fuel_peg: schedule?.peg ?? null,
    fuel_miles_per_gallon: schedule?.miles_per_gallon ?? null,
    accessorial_overrides: Object.entries(overrides)
      .map(([name, { rate: usd, percent_of_base: percent }]) => `${name}=${usd ?? `${percent}%`}`)
      .join('; '),
    tiers: tiers.map(({ from_volume, amount }) => `${from_volume}=${amount}`).join('; '),
  };
  return `${csvRow([rate.rate_id, String(rate.version), ...COLUMNS.map((column) => String(cells[column] ?? ''))])}\r\n`;
}
