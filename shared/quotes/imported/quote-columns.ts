import { isDay, isMoney } from '../../sheets/cell-values.ts';
import type { Meaning } from '../../sheets/column-words.ts';
import { FUEL_MEANINGS } from '../../sheets/fuel-cells.ts';
import { DATE_ROLE, endColumns, LANE_MEANINGS, laneFile } from '../../sheets/lane-meanings.ts';
import type { PlaceMeaning } from '../../sheets/place-cells.ts';

export const MAX_QUOTE_FILE_BYTES = 60_000_000;
export const MAX_FILE_QUOTES = 100_000;

/** Words of days on which nothing was quoted. */
const NOT_THE_DATE = 'origin destination ship expire effective end start';

const OWN_MEANINGS = {
  reference: {
    names: ['number', 'quote number', 'external number', 'request number', 'rfq'],
    also: 'quote customer external request number rfq bid spot inquiry opportunity',
  },
  date: {
    names: [
      'date',
      'quote date',
      'quoted date',
      'created',
      'created date',
      'sent',
      'requested',
      'entered',
      'quoted on',
      'quoted',
      'issued',
      ...['submitted', 'logged', 'timestamp', 'day'],
    ],
    also: 'date quote quoted created sent request requested submitted issued on rfq rfp bid offer inquiry time received',
    isValue: isDay,
    byCells: NOT_THE_DATE,
  },
  customer: LANE_MEANINGS.customer,
  equipment: LANE_MEANINGS.equipment,
  currency: LANE_MEANINGS.currency,
  ...FUEL_MEANINGS,
  total: {
    names: ['total', 'all in', 'fuel included', 'rate fuel included', 'amount fuel included'],
    also: 'rate amount charge quote quoted sell customer cost bid offer offered submitted value',
    isValue: isMoney,
  },
  /** The price of files without a total. */
  rate: {
    names: [
      ...['rate', 'amount', 'charge', 'sell', 'offer', 'quoted usd', 'rate to customer', 'quote value'],
    ],
    weak: ['bid', 'quoted', 'line haul', 'base'],
    also: 'rate amount charge quote quoted sell customer flat bid offer offered submitted value',
    isValue: isMoney,
    byCells:
      'carrier cost buy paid line haul fuel accessorial target margin profit market competitor incumbent value insurance weight mile',
  },
  outcome: {
    names: [
      'outcome',
      'status',
      'won lost',
      'win loss',
      'won',
      'win',
      'awarded',
      'award',
      'stage',
      'decision',
      'response',
      'accepted',
      'booked',
      'converted',
      'conversion',
      'closed as',
      'tendered',
    ],
    also: 'quote bid status outcome customer final deal lost',
    isValue: (cell) =>
      /^(?:won|lost|win|loss|awarded|declined|rejected|expired|accepted|no bid|open|pending|booked|closed (?:won|lost)|not awarded|y|n|yes|no|w|l)$/i.test(
        cell,
      ),
    byCells: 'fuel hazmat chassis accessorial included temp appointment',
  },
  reason: {
    names: ['reason', 'loss reason', 'feedback', 'explanation', 'lost because', 'loss code', 'loss category'],
    also: 'lost loss decline declined rejected rejection outcome status code won quote customer origin',
    isValue: (cell) => /\p{L}{2}/u.test(cell),
  },
} as const satisfies Readonly<Record<string, Meaning>>;

export type QuoteColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

export const QUOTE_FILE = laneFile<keyof typeof OWN_MEANINGS>({
  meanings: OWN_MEANINGS,
  required: [
    ['date'],
    endColumns('origin'),
    endColumns('destination'),
    ['equipment'],
    ['total', 'rate'],
    ['outcome'],
  ],
  id: 'reference',
  roles: [
    { ...DATE_ROLE, unless: NOT_THE_DATE.split(' ') },
    { what: 'the customer', filledBy: ['customer'], words: ['customer', 'shipper'] },
    // A rate next to a column of fuel is not the whole price.
    {
      what: 'a part of the price',
      filledBy: ['total', 'fuel_amount', 'fuel_percent', 'fuel_included'],
      words: ['fuel'],
    },
  ],
});
