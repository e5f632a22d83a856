import { readState } from '../geography/places/us-states.ts';
import { isCurrency, isDay } from './cell-values.ts';
import type { Meaning } from './column-words.ts';
import { ENDS, type End, isEquipment, PARTS, type Part, type PlaceMeaning, placesOf } from './place-cells.ts';
import type { FileKind, Role, TableRow } from './table.ts';

const hasLetters = (cell: string): boolean => /\p{L}/u.test(cell);
const isPlace = (cell: string): boolean => (hasLetters(cell) && !isDay(cell)) || /^\d{5}$/.test(cell);
const PART_VALUES: Readonly<Record<Part, (cell: string) => boolean>> = {
  city: (cell) => hasLetters(cell) && !/\d/.test(cell),
  state: (cell) => readState(cell) !== undefined,
  zip: (cell) => /^\d{3,5}(?:-\d{4})?$/.test(cell),
  port: isPlace,
  terminal: isPlace,
};

const WHOLE =
  'code final lane location place point site facility address full market region area description haul ship';

/** Names of ends before a part of their address. Alone, some mean something else: a shipper is a customer. */
const NAMES_OF_ENDS: Readonly<Record<End, readonly string[]>> = {
  origin: ['origin', 'shipper', 'source', 'start', 'ship', 'load'],
  destination: ['destination', 'end', 'target', 'final'],
};

/** A customer's address is where a lane ends if no other column says it. */
const WEAK_NAMES_OF_ENDS: Readonly<Record<End, readonly string[]>> = {
  origin: ['supplier'],
  destination: ['customer', 'buyer'],
};

/** Columns of the two ends of a lane. "City" alone belongs to the end that stands before it. */
export const PLACE_MEANINGS = Object.fromEntries([
  ...ENDS.flatMap((end) => [
    [
      end,
      {
        names: [
          end,
          `${end === 'origin' ? 'start' : 'end'} location`,
          `${end} city state`,
          `${end} city state zip`,
          `${end} state zip`,
          `${end === 'origin' ? 'start' : 'end'} point`,
          ...(end === 'origin'
            ? ['ship point', 'ship location', 'ship site', 'ship city state', 'load point', 'source location']
            : ['warehouse point']),
        ],
        also: WHOLE,
        isValue: isPlace,
        saidFor: [],
      },
    ] as const,
    ...PARTS.map(
      (part) =>
        [
          `${end}_${part}`,
          {
            names: NAMES_OF_ENDS[end].map((name) => `${name} ${part}`),
            weak: WEAK_NAMES_OF_ENDS[end].map((name) => `${name} ${part}`),
            also: 'code final lane location address warehouse drayage port terminal customer supplier ship',
            isValue: PART_VALUES[part],
          },
        ] as const,
    ),
  ]),
  ...PARTS.map(
    (part) =>
      [
        part,
        {
          names: part === 'city' ? ['city', 'city state', 'city state zip'] : [part],
          also: 'code warehouse location drayage port terminal ship',
          isValue: PART_VALUES[part],
        },
      ] as const,
  ),
  ['both_ends', { names: [] }] as const,
  ['direction', { names: [] }] as const,
]) as Readonly<Record<PlaceMeaning, Meaning>>;

/** Columns that lanes of each kind have. A mode is often one word for all lanes. */
export const LANE_MEANINGS = {
  equipment: {
    names: [
      ...['equipment', 'size', 'size type', 'truck type', 'equipment mode'],
      ...['box size', 'box type', 'unit type', 'iso type', 'iso'],
    ],
    weak: ['mode', 'type', 'truck'],
    also: 'type size length description required requested needed kind code load mode class group profile spec category accessorial',
    isValue: isEquipment,
    byCells: '',
    saidFor: [],
  },
  customer: {
    names: [
      'customer',
      'shipper',
      'shipper customer',
      'bill to',
      'sold to',
      'company',
      'beneficial owner',
      'commodity owner',
    ],
    also: 'company billing party customer',
    saidFor: [],
  },
  currency: { names: ['currency'], also: 'code bid rate', isValue: isCurrency, byCells: '', saidFor: [] },
} as const satisfies Readonly<Record<string, Meaning>>;

/** The columns of which one names an end of a lane. */
export const endColumns = (end: End) =>
  [
    end,
    `${end}_city`,
    `${end}_zip`,
    `${end}_port`,
    `${end}_terminal`,
    'both_ends',
  ] as const satisfies readonly PlaceMeaning[];

const hasUnclearPlace = (rows: readonly TableRow<PlaceMeaning>[]): boolean =>
  ENDS.some((end) => placesOf(rows, end).some((place) => 'isBare' in place));

/** A state or ZIP code that is not read sends a load to a city of the same name elsewhere. */
const ROLES: readonly Role<PlaceMeaning | 'equipment'>[] = [
  {
    what: 'a state of the places',
    filledBy: [],
    words: ['state'],
    isValue: (cell) => readState(cell) !== undefined,
    isNeeded: hasUnclearPlace,
  },
  {
    what: 'a ZIP code of the places',
    filledBy: [],
    words: ['zip'],
    unless: ['carrier', 'customer', 'billing', 'return', 'remit'],
    // One of two columns of ZIP codes is a range of them.
    isNeeded: (rows) =>
      hasUnclearPlace(rows) ||
      ENDS.some((end) => placesOf(rows, end).some((place) => 'text' in place && /^\d{5}$/.test(place.text))),
  },
  {
    what: 'the equipment',
    filledBy: ['equipment'],
    words: ['equipment', 'size', 'mode'],
    isValue: isEquipment,
  },
];

/** A file of lanes, with what each kind of them has. @param own meanings and roles of the kind. */
export const laneFile = <Own extends string>({
  meanings,
  roles,
  ...kind
}: Omit<FileKind<PlaceMeaning | Own>, 'meanings'> & {
  readonly meanings: Readonly<Record<Own, Meaning>>;
}): FileKind<PlaceMeaning | Own> => ({
  ...kind,
  meanings: { ...PLACE_MEANINGS, ...meanings } as FileKind<PlaceMeaning | Own>['meanings'],
  roles: [...(ROLES as readonly Role<PlaceMeaning | Own>[]), ...roles],
});

export const DATE_ROLE: Role<'date'> = {
  what: 'the date',
  filledBy: ['date'],
  words: ['date'],
  isValue: isDay,
};
