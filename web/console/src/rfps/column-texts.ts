import type { LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';

/** What a column of lanes means, in words, by group. */
export const COLUMN_GROUPS: Readonly<Record<string, Readonly<Partial<Record<LaneColumn, string>>>>> = {
  Origin: {
    origin: 'Origin',
    origin_city: 'Origin city',
    origin_state: 'Origin state',
    origin_zip: 'Origin ZIP code',
    origin_port: 'Origin port',
    origin_terminal: 'Origin terminal',
  },
  Destination: {
    destination: 'Destination',
    destination_city: 'Destination city',
    destination_state: 'Destination state',
    destination_zip: 'Destination ZIP code',
    destination_port: 'Destination port',
    destination_terminal: 'Destination terminal',
  },
  'Origin or destination, by position': {
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    port: 'Port',
    terminal: 'Terminal',
  },
  Lane: {
    lane_id: 'Lane id',
    equipment: 'Equipment',
    volume: 'Volume',
    accessorials: 'Accessorials',
    commodity: 'Commodity',
    weight: 'Weight',
    notes: 'Notes',
  },
  Bid: {
    target_rate: 'Target rate',
    incumbent: 'Current carrier',
    start: 'First day',
    end: 'Last day',
  },
} satisfies Readonly<Record<string, Readonly<Partial<Record<LaneColumn, string>>>>>;

const TEXTS: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(COLUMN_GROUPS));

/** A meaning in words; an unknown one stays as it is. */
export const columnText = (as: string): string => (Object.hasOwn(TEXTS, as) ? (TEXTS[as] ?? as) : as);
