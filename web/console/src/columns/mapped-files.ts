import { RATE_FILE, type RateColumn } from '../../../../shared/contracts/files/rate-columns.ts';
import { LOAD_FILE, type LoadColumn } from '../../../../shared/market/importing/read-load-row.ts';
import { QUOTE_FILE, type QuoteColumn } from '../../../../shared/quotes/imported/quote-columns.ts';
import { LANE_FILE, type LaneColumn } from '../../../../shared/rfps/files/lane-columns.ts';
import type { PlaceMeaning } from '../../../../shared/sheets/place-cells.ts';
import type { FileKind } from '../../../../shared/sheets/table.ts';

/** A kind of files whose columns a person can state the meaning of. */
export interface MappedFile<Name extends string = string> {
  /** Part of the name under which the browser stores choices. */
  readonly name: string;
  readonly file: FileKind<Name>;
  readonly groups: Readonly<Record<string, readonly Name[]>>;
}

const PLACES: Readonly<Record<string, readonly PlaceMeaning[]>> = {
  Origin: ['origin', 'origin_city', 'origin_state', 'origin_zip', 'origin_port', 'origin_terminal'],
  Destination: [
    ...(['destination', 'destination_city', 'destination_state', 'destination_zip'] as const),
    ...(['destination_port', 'destination_terminal'] as const),
  ],
  'Origin or destination, by position': [
    ...(['both_ends', 'direction', 'city', 'state', 'zip', 'port', 'terminal'] as const),
  ],
};

export const LANES: MappedFile<LaneColumn> = {
  name: 'lane',
  file: LANE_FILE,
  groups: {
    ...PLACES,
    Lane: ['lane_id', 'equipment', 'volume', 'accessorials', 'commodity', 'stops', 'weight', 'notes'],
    Bid: ['target_rate', 'currency', 'incumbent', 'start', 'end'],
  },
};

export const RATES: MappedFile<RateColumn> = {
  name: 'rate',
  file: RATE_FILE,
  groups: {
    ...PLACES,
    Rate: [
      ...([
        'external_id',
        'customer',
        'equipment',
        'rate',
        'rate_flat',
        'rate_per_mile',
        'rate_type',
      ] as const),
      ...([
        'minimum',
        'currency',
        'tiers',
        'accessorial_overrides',
        'effective_from',
        'effective_to',
      ] as const),
    ],
    Fuel: ['fuel', 'fuel_peg', 'fuel_miles_per_gallon'],
  },
};

export const LOADS: MappedFile<LoadColumn> = {
  name: 'load',
  file: LOAD_FILE,
  groups: {
    ...PLACES,
    Load: [
      ...(['date', 'load_number', 'equipment', 'carrier', 'contributor', 'customer'] as const),
      ...(['weight', 'miles', 'status', 'notes'] as const),
    ],
    Amounts: [
      ...([
        'rate',
        'total',
        'fuel_amount',
        'fuel_percent',
        'fuel_included',
        'accessorials',
        'currency',
      ] as const),
    ],
  },
};

export const PAST_QUOTES: MappedFile<QuoteColumn> = {
  name: 'quote',
  file: QUOTE_FILE,
  groups: {
    ...PLACES,
    Quote: [
      ...([
        'reference',
        'date',
        'customer',
        'equipment',
        'total',
        'rate',
        'currency',
        'outcome',
        'reason',
      ] as const),
    ],
  },
};

/** Meanings whose words are not those of their name. */
const WORDS: Readonly<Record<string, string>> = {
  both_ends: 'Origin and destination in one cell',
  direction: 'Import or export',
  incumbent: 'Current carrier',
  start: 'First day',
  end: 'Last day',
  external_id: 'Your id',
  rate_flat: 'Rate per load',
  rate_type: 'Type of the rate',
  accessorial_overrides: 'Accessorials',
  effective_from: 'First day',
  effective_to: 'Last day',
  fuel_miles_per_gallon: 'Miles per gallon',
  fuel_included: 'Whether fuel is included',
  reference: 'Your number',
};

/** A meaning in words; an unknown one stays as it is. */
export function columnText({ name, groups }: MappedFile, as: string): string {
  if (!Object.values(groups).some((meanings) => meanings.includes(as))) return as;
  if (name === 'quote' && as === 'rate') return 'Price, where there is no total';
  const words = as.replaceAll('_', ' ').replace(/\bzip$/, 'ZIP code');
  return WORDS[as] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
