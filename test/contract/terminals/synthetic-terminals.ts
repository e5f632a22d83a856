import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';

/** Pseudorandom numbers in [0, 1), equal for equal seeds (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}

const FIRST = [
  'North',
  'South',
  'Puerto',
  'Saint',
  'San',
  'Port',
  'Fort',
  'Old',
  'New',
  'Grand',
  "O'",
  'Las',
  'St.',
  'Ft',
  'Mount',
  'Mt.',
];
const SECOND = [
  'Elizabeth',
  'José',
  'Nuevo',
  'Garden',
  'Harbor',
  'Bay',
  'Río',
  'Haven',
  'Fallon',
  'Cañon',
  'Point',
  'Carolina',
  'Jersey',
  'Georgia',
  'Georgia City',
  'Louis',
  'Pleasant',
];
const OPERATORS = ['APM', 'SSA', 'BNSF', 'Maher', 'Ports-America', 'TraPac', 'CSX', 'Crowley', 'Matson'];
const KINDS = [
  'Terminal',
  'Terminals',
  'Container Terminal',
  'Yard',
  'Ramp',
  'Pier',
  'Gateway',
  'Intermodal',
];
const STREETS = ['Harbor', 'Elizabeth', 'Main', 'Port', 'Industrial', 'Marine', '1st', 'Río'];
const STATES = ['CA', 'NJ', 'NY', 'TX', 'GA', 'WA', 'IL', 'PR', 'SC', 'NC', 'WV', 'LA'];
const PORT_CODES = ['', '', 'USOAK', 'USSAV', 'PRSJU'];
const POINTS: readonly (readonly [number, number])[] = [
  [0, 180],
  [90, 0],
  [-90, 10],
  [33.75, -118.25],
];

function synthesize(random: () => number, number: number): Terminal {
  const place = () => `${pick(random, FIRST)} ${pick(random, SECOND)}`.replace("O' ", "O'");
  const letter = String.fromCharCode(65 + Math.floor(random() * 26));
  const point =
    random() < 0.1 ? pick(random, POINTS) : ([random() * 180 - 90, random() * 360 - 180] as const);
  const city = place();
  return {
    name: `${pick(random, OPERATORS)} ${pick(random, SECOND)} ${pick(random, KINDS)} ${number}`,
    aliases:
      random() < 0.6 ? [`${letter}-${Math.floor(random() * 99)}`, `${place()} ${pick(random, KINDS)}`] : [],
    group: `Port of ${place()}`,
    type: pick(random, ['marine', 'rail', 'intermodal']),
    address: random() < 0.7 ? `${Math.floor(random() * 9999)} ${pick(random, STREETS)} St.` : '',
    city,
    portCity: random() < 0.3 ? place() : '',
    state: pick(random, STATES),
    zip: String(Math.floor(random() * 99999)).padStart(5, '0'),
    latitude: point[0],
    longitude: point[1],
    precision: 'facility',
    smdgCode: '',
    locode: '',
    services: ['container'],
    principal: false,
    port: pick(random, PORT_CODES),
    hours: '',
    source: 'synthetic',
    verified: false,
  };
}

/** Terminals like real ones: shared cities and words, accents, punctuation, equal points. */
export function syntheticTerminals(count: number, random: () => number): Terminal[] {
  return Array.from({ length: count }, (_, number) => synthesize(random, number));
}
