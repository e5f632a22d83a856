import { isMoney } from '../../sheets/cell-values.ts';
import type { Meaning } from '../../sheets/column-words.ts';
import { endColumns, LANE_MEANINGS, laneFile } from '../../sheets/lane-meanings.ts';
import type { PlaceMeaning } from '../../sheets/place-cells.ts';
import type { ColumnReport } from '../../sheets/table.ts';
import { cellNamed } from '../../sheets/table-rows.ts';

const RATE =
  'drayage year rate line haul flat all in included per load amount cost paid shipper bid market award awarded excluded fuel';

/** What is said of prices that are not the carrier's own. */
const KNOWN_PRICES =
  'current incumbent historical maximum previous last contract award awarded expected number year'.split(' ');

const OWN_MEANINGS = {
  lane_id: {
    names: [
      'lane',
      'lane number',
      'line',
      'line number',
      'row',
      'row number',
      'number',
      'load number',
      'lane external number',
      'sequence',
      'item',
    ],
    also: 'bid shipment item sequence code rfp rfq record lot tender s sr',
  },
  equipment: LANE_MEANINGS.equipment,
  currency: LANE_MEANINGS.currency,
  volume: {
    names: [
      ...['volume', 'week', 'month', 'quarter', 'year', 'total volume', 'load count', 'shipment count'],
      ...['count', 'forecast', 'order week', 'forecast volume'],
      ...['week', 'month', 'quarter', 'year'].map((period) => `volume ${period}`),
    ],
    also: 'number week month quarter year day equipment load shipment expected projected forecast total bid lane full awarded count historical actual baseline planned anticipated committed commitment budgeted annualized 12 ship',
    isValue: (cell) => /^\d/.test(cell) && cell.length < 12,
    byCells: '',
  },
  commodity: { names: ['commodity', 'item description'], also: 'description type' },
  weight: { names: ['weight'], also: 'load max maximum gross total cargo net k kg average' },
  stops: { names: ['stops', 'via', 'intermediate stops'] },
  target_rate: {
    names: [
      ...['target', 'budget', 'benchmark', 'reserve', 'target mile', 'maximum usd', 'paid load'],
      ...KNOWN_PRICES.flatMap((known) =>
        ['rate', 'cost', 'line haul', 'drayage', 'all in', 'paid load'].map((price) => `${known} ${price}`),
      ),
    ],
    weak: ['cost'],
    also: RATE,
    isValue: isMoney,
    byCells: 'saving value insurance fuel accessorial detention chassis weight',
  },
  incumbent: {
    names: ['incumbent', 'current carrier', 'carrier', 'current supplier'],
    also: 'carrier current awarded primary accessorial',
  },
  accessorials: { names: ['accessorial', 'accs'], also: 'special note required needed requested' },
  notes: { names: ['note'], also: 'special bid lane shipper internal carrier general additional handling' },
  start: {
    names: ['start', 'effective', 'effective from', 'from date'],
    also: 'date contract bid lane term award season',
  },
  end: {
    names: ['end', 'expire', 'effective to', 'to date'],
    also: 'date contract bid lane term award effective season',
  },
} as const satisfies Readonly<Record<string, Meaning>>;

export type LaneColumn = PlaceMeaning | keyof typeof OWN_MEANINGS;

/** Columns of fields of a lane; of several, the first filled one is meant. */
const FIELD_COLUMNS: Readonly<Record<string, readonly LaneColumn[]>> = {
  lane_id: ['lane_id'],
  origin: endColumns('origin'),
  destination: endColumns('destination'),
  equipment_type: ['equipment'],
  weekly_volume: ['volume'],
  special_requirements: ['accessorials'],
  stops: ['stops'],
  weight_lbs: ['weight'],
  commodity: ['commodity'],
};

/** The header of the file of an RFP, and how its columns were read. */
export interface LaneFileColumns {
  readonly columns?: readonly string[] | undefined;
  readonly columnReport?: ColumnReport | undefined;
}

/** The cell of a file of lanes that a field such as "special_requirements[1]" was read from. */
export function cellOfField(
  field: string,
  cells: readonly string[],
  { columns, columnReport }: LaneFileColumns,
): { readonly header: string; readonly value: string } | undefined {
  const left = [...(columnReport?.read ?? [])];
  // Both are in the order of the file, in which headers can be twice.
  const known = (columns ?? []).map((header) => {
    const as = header === left[0]?.header ? left.shift()?.as : undefined;
    return as === undefined ? { header } : { header, as };
  });
  return cellNamed({ columns: known }, cells, FIELD_COLUMNS[field.replace(/[[.].*/, '')] ?? []);
}

/** Columns of a file of lanes. */
export const LANE_FILE = laneFile<keyof typeof OWN_MEANINGS>({
  meanings: OWN_MEANINGS,
  required: [endColumns('origin'), endColumns('destination')],
  id: 'lane_id',
  roles: [
    {
      what: 'the volume',
      filledBy: ['volume'],
      words: ['volume', 'week', 'month', 'quarter', 'year'],
      unless: ['pallet', 'piece', 'rate', 'cost'],
    },
  ],
});
