import type { LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';

/** What a column of the input means, in words. */
export const COLUMN_TEXTS: Readonly<Record<LaneColumn, string>> = {
  lane_id: 'Lane id',
  origin: 'Origin',
  origin_city: 'Origin city',
  origin_state: 'Origin state',
  origin_zip: 'Origin ZIP code',
  destination: 'Destination',
  destination_city: 'Destination city',
  destination_state: 'Destination state',
  destination_zip: 'Destination ZIP code',
  equipment_type: 'Equipment',
  weekly_volume: 'Loads a week',
  annual_volume: 'Loads a year',
  special_requirements: 'Special requirements',
};
