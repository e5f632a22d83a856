import type { EquipmentType } from '../../../shared/costs/equipment/equipment-type.ts';

/** One reported load with the fields of the import file, and its true price. */
export interface ReportedLoad {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly origin: string;
  readonly destinationCity: string;
  readonly destinationState: string;
  readonly destinationZip: string;
  readonly equipment: EquipmentType;
  /** USD. */
  readonly rate: number;
  readonly fuelIncluded: boolean;
  readonly contributor: string;
  /** The market's price for such a move that week, USD, with fuel if `rate` includes it. */
  readonly truth: number;
}

export const CSV_HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The load as a row of the import file, without line end. */
export const csvRow = (load: ReportedLoad): string =>
  [
    load.date,
    cell(load.origin),
    cell(load.destinationCity),
    load.destinationState,
    load.destinationZip,
    load.equipment,
    load.rate.toFixed(2),
    String(load.fuelIncluded),
    load.contributor,
  ].join(',');

/** The load as the reader of a file gives it. */
export const loadRowOf = ({ destinationCity, destinationState, destinationZip, ...load }: ReportedLoad) => ({
  ...load,
  destination: `${destinationCity}, ${destinationState} ${destinationZip}`,
});
