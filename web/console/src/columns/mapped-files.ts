import { RATE_FILE, type RateColumn } from '../../../../shared/contracts/files/rate-columns.ts';
import { LOAD_FILE, type LoadColumn } from '../../../../shared/market/importing/read-load-row.ts';
import { QUOTE_FILE, type QuoteColumn } from '../../../../shared/quotes/imported/quote-columns.ts';
import { LANE_FILE, type LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import type { PlaceMeaning } from '../../../../shared/sheets/place-cells.ts';
import type { FileKind } from '../../../../shared/sheets/table.ts';

/** What columns mean, in words, by group. */
type Groups<Name extends string> = Readonly<Record<string, Readonly<Partial<Record<Name, string>>>>>;

/** A kind of files whose columns a person can state the meaning of. */
export interface MappedFile<Name extends string = string> {
  /** Part of the name under which the browser stores choices. */
  readonly name: string;
  readonly file: FileKind<Name>;
  readonly groups: Groups<Name>;
}

const PLACES: Groups<PlaceMeaning> = {
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
    both_ends: 'Origin and destination in one cell',
    direction: 'Import or export',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    port: 'Port',
    terminal: 'Terminal',
  },
};

export const LANES: MappedFile<LaneColumn> = {
  name: 'lane',
  file: LANE_FILE,
  groups: {
    ...PLACES,
    Lane: {
      lane_id: 'Lane id',
      equipment: 'Equipment',
      volume: 'Volume',
      accessorials: 'Accessorials',
      commodity: 'Commodity',
      stops: 'Stops',
      weight: 'Weight',
      notes: 'Notes',
    },
    Bid: {
      target_rate: 'Target rate',
      currency: 'Currency',
      incumbent: 'Current carrier',
      start: 'First day',
      end: 'Last day',
    },
  },
};

export const RATES: MappedFile<RateColumn> = {
  name: 'rate',
  file: RATE_FILE,
  groups: {
    ...PLACES,
    Rate: {
      external_id: 'Your id',
      customer: 'Customer',
      equipment: 'Equipment',
      rate: 'Rate',
      rate_flat: 'Rate per load',
      rate_per_mile: 'Rate per mile',
      rate_type: 'Type of the rate',
      minimum: 'Minimum',
      currency: 'Currency',
      tiers: 'Tiers',
      accessorial_overrides: 'Accessorials',
      effective_from: 'First day',
      effective_to: 'Last day',
    },
    Fuel: { fuel: 'Fuel', fuel_peg: 'Fuel peg', fuel_miles_per_gallon: 'Miles per gallon' },
  },
};

export const LOADS: MappedFile<LoadColumn> = {
  name: 'load',
  file: LOAD_FILE,
  groups: {
    ...PLACES,
    Load: {
      date: 'Date',
      load_number: 'Load number',
      equipment: 'Equipment',
      carrier: 'Carrier',
      contributor: 'Contributor',
      customer: 'Customer',
      weight: 'Weight',
      miles: 'Miles',
      status: 'Status',
      notes: 'Notes',
    },
    Amounts: {
      rate: 'Rate',
      total: 'Total',
      fuel_amount: 'Fuel amount',
      fuel_percent: 'Fuel percent',
      fuel_included: 'Whether fuel is included',
      accessorials: 'Accessorials',
      currency: 'Currency',
    },
  },
};

export const PAST_QUOTES: MappedFile<QuoteColumn> = {
  name: 'quote',
  file: QUOTE_FILE,
  groups: {
    ...PLACES,
    Quote: {
      reference: 'Your number',
      date: 'Date',
      customer: 'Customer',
      equipment: 'Equipment',
      total: 'Total',
      rate: 'Price, where there is no total',
      currency: 'Currency',
      outcome: 'Outcome',
      reason: 'Reason',
    },
  },
};

/** A meaning in words; an unknown one stays as it is. */
export const columnText = ({ groups }: MappedFile, as: string): string =>
  Object.values(groups).find((texts) => Object.hasOwn(texts, as))?.[as] ?? as;
