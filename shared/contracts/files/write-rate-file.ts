import { csvRow } from '../../platform/files/csv-rows.ts';
import { type FuelCell, fuelCell } from './fuel-cell.ts';
import { OWN_RATE_COLUMNS } from './rate-columns.ts';

type WrittenColumn = (typeof OWN_RATE_COLUMNS)[number];

/** The first line of a file of contract rates, with line end. An import ignores the first two columns. */
export const rateFileHeader = `${csvRow(['rate_id', 'version', ...OWN_RATE_COLUMNS])}\r\n`;

type SingleCell = Exclude<WrittenColumn, 'fuel' | 'accessorial_overrides' | 'tiers'>;

/** What a line needs of a rate as the API lists it. */
interface ListedRate extends Readonly<Record<SingleCell, string | number | null>> {
  readonly rate_id: string;
  readonly version: number;
  readonly fuel: FuelCell;
  readonly accessorial_overrides: Readonly<
    Record<string, Readonly<Partial<Record<'rate' | 'percent_of_base' | 'free_time', number | undefined>>>>
  >;
  readonly tiers: readonly { readonly from_volume: number; readonly amount: number }[];
}

/** A line of a file of contract rates, with line end, which an import reads as the same rate. */
export function rateLine(rate: ListedRate): string {
  const { fuel, accessorial_overrides: overrides, tiers } = rate;
  const cells: Readonly<Record<WrittenColumn, string | number | null>> = {
    ...rate,
    fuel: fuelCell(fuel),
    accessorial_overrides: Object.entries(overrides)
      .map(
        ([name, { rate: usd, percent_of_base: percent, free_time: free }]) =>
          `${name}=${usd ?? `${percent}%`}${free === undefined ? '' : ` (${free} free)`}`,
      )
      .join('; '),
    tiers: tiers.map(({ from_volume, amount }) => `${from_volume}=${amount}`).join('; '),
  };
  return `${csvRow([rate.rate_id, String(rate.version), ...OWN_RATE_COLUMNS.map((column) => String(cells[column] ?? ''))])}\r\n`;
}
