import { CsvError } from '../../platform/files/csv-rows.ts';
import { findColumn, positionsOf } from '../../platform/files/header-columns.ts';

/** Columns of a file of lanes with the spellings of their headers, without case, spaces and punctuation. */
export const LANE_COLUMNS = {
  lane_id: ['laneid', 'lane', 'id', 'lanenumber', 'laneno', 'lanereference', 'laneref'],
  origin: ['origin', 'from', 'pickup', 'pickuplocation', 'originlocation', 'originterminal', 'originport'],
  origin_city: ['origincity', 'fromcity', 'pickupcity', 'ocity'],
  origin_state: ['originstate', 'fromstate', 'pickupstate', 'ostate', 'ost'],
  origin_zip: ['originzip', 'originzipcode', 'originpostalcode', 'fromzip', 'pickupzip', 'ozip'],
  destination: ['destination', 'dest', 'to', 'delivery', 'deliverylocation', 'destinationlocation'],
  destination_city: ['destinationcity', 'destcity', 'tocity', 'deliverycity', 'dcity'],
  destination_state: ['destinationstate', 'deststate', 'tostate', 'deliverystate', 'dstate', 'dst'],
  destination_zip: [
    ...['destinationzip', 'destinationzipcode', 'destinationpostalcode', 'destzip'],
    ...['tozip', 'deliveryzip', 'dzip'],
  ],
  equipment_type: ['equipmenttype', 'equipment', 'equip', 'container', 'containertype', 'containersize'],
  weekly_volume: ['weeklyvolume', 'weeklyloads', 'loadsperweek', 'volumeperweek', 'loadsweek', 'volumeweek'],
  annual_volume: ['annualvolume', 'annualloads', 'loadsperyear', 'volumeperyear', 'yearlyvolume'],
  special_requirements: ['specialrequirements', 'requirements', 'accessorials', 'services'],
} as const;
export type LaneColumn = keyof typeof LANE_COLUMNS;

/** The column that a header names; undefined for other texts. */
export const columnNamed = (header: string): LaneColumn | undefined => findColumn(LANE_COLUMNS, header);

/** Positions of the columns that a header has. Other columns have no meaning and are kept. */
export type ColumnPositions = ReadonlyMap<LaneColumn, number>;

/** Where a lane begins or ends can be one column, or parts of an address. */
export const ENDS = {
  origin: ['origin', 'origin_city', 'origin_zip'],
  destination: ['destination', 'destination_city', 'destination_zip'],
} as const satisfies Readonly<Record<string, readonly LaneColumn[]>>;

/**
 * Finds the columns of a header.
 * @throws CsvError if two columns have the same meaning, or if origin or destination is missing.
 */
export function findColumns(header: readonly string[]): ColumnPositions {
  const positions = positionsOf(LANE_COLUMNS, header);
  for (const [end, columns] of Object.entries(ENDS)) {
    if (columns.some((column) => positions.has(column))) continue;
    throw new CsvError(`column "${end}" is missing; ${columns.slice(1).join(' or ')} can replace it`);
  }
  return positions;
}
