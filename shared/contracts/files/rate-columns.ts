import { CsvError } from '../../platform/files/csv-rows.ts';
import { positionsOf } from '../../platform/files/header-columns.ts';

/** Columns of a file of contract rates with the spellings of their headers, without case, spaces and punctuation. */
export const RATE_COLUMNS = {
  external_id: ['externalid', 'id', 'rateno', 'ratenumber', 'reference', 'contractid', 'contractnumber'],
  customer: ['customer', 'customername', 'client', 'shipper', 'account'],
  origin: ['origin', 'from', 'pickup', 'pickuplocation', 'originlocation', 'originterminal', 'originport'],
  destination: ['destination', 'dest', 'to', 'delivery', 'deliverylocation', 'destinationlocation'],
  equipment_type: ['equipmenttype', 'equipment', 'equip', 'container', 'containertype', 'containersize'],
  rate_type: ['ratetype', 'type', 'ratebasis', 'basis'],
  amount: ['amount', 'rate', 'price', 'linehaul', 'baserate'],
  minimum: ['minimum', 'min', 'minimumcharge', 'minimumrate'],
  fuel: ['fuel', 'fuelterms', 'fsc', 'fuelsurcharge'],
  fuel_peg: ['fuelpeg', 'peg', 'pegprice'],
  fuel_miles_per_gallon: ['fuelmilespergallon', 'milespergallon', 'mpg'],
  accessorial_overrides: ['accessorialoverrides', 'accessorials', 'charges'],
  effective_from: ['effectivefrom', 'effective', 'effectivedate', 'startdate', 'start', 'validfrom'],
  effective_to: ['effectiveto', 'expires', 'expirationdate', 'expirydate', 'enddate', 'end', 'validto'],
  tiers: ['tiers', 'volumetiers'],
} as const;
export type RateColumn = keyof typeof RATE_COLUMNS;

/** Positions of the columns that a header has. Other columns have no meaning. */
export type RatePositions = ReadonlyMap<RateColumn, number>;

const REQUIRED = [
  ...(['origin', 'destination', 'equipment_type', 'rate_type'] as const),
  ...(['amount', 'fuel', 'effective_from'] as const),
] as const satisfies readonly RateColumn[];

/** Finds the columns of a header. @throws CsvError if two columns have the same meaning, or if one is missing. */
export function findRateColumns(header: readonly string[]): RatePositions {
  const positions = positionsOf(RATE_COLUMNS, header);
  const missing = REQUIRED.filter((column) => !positions.has(column));
  if (missing.length > 0) throw new CsvError(`columns are missing: ${missing.join(', ')}`);
  return positions;
}
