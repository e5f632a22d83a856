import type { Meaning } from '../../sheets/column-words.ts';
import { endColumns, PLACE_MEANINGS, PLACE_ROLES, type PlaceMeaning } from '../../sheets/place-cells.ts';
import type { FileKind } from '../../sheets/understand-table.ts';

const OWN_MEANINGS = {
  reference: {
    names: ['number', 'quote number', 'external number', 'request number', 'rfq'],
    also: 'quote customer external request',
  },
  date: {
    names: ['date', 'quoted', 'quoted on', 'created', 'created on', 'created at', 'sent', 'requested'],
    also: 'date quote quoted created sent request requested submitted issued on',
  },
  customer: { names: ['customer', 'shipper', 'bill to', 'company'], also: 'company' },
  equipment: {
    names: ['equipment', 'size', 'size type'],
    also: 'type size length description required code',
  },
  total: {
    names: ['total', 'rate', 'amount', 'charge', 'sell', 'quote total', 'quoted'],
    also: 'total rate amount charge quote quoted sell customer usd all in flat',
  },
  outcome: {
    names: ['outcome', 'status', 'won lost', 'win loss', 'won', 'win', 'awarded', 'award', 'stage'],
    also: 'quote bid status outcome',
  },
  reason: {
    names: ['reason', 'loss reason'],
    also: 'lost loss decline declined rejected outcome status code won quote',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

export type QuoteColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

/** Columns of a file of past quotes. */
export const QUOTE_FILE: FileKind<QuoteColumn> = {
  meanings: { ...PLACE_MEANINGS, ...OWN_MEANINGS },
  required: [
    ['date'],
    endColumns('origin'),
    endColumns('destination'),
    ['equipment'],
    ['total'],
    ['outcome'],
  ],
  roles: [
    ...PLACE_ROLES,
    { what: 'the customer', filledBy: ['customer'], words: ['customer', 'shipper'] },
    { what: 'the reference', filledBy: ['reference'], words: ['number'] },
  ],
};
