import type { LocatedInState } from './place.ts';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

/** States by the time zone of their largest part (49 CFR part 71). */
const STATES: readonly (readonly [zone: string, states: string])[] = [
  [EASTERN, 'CT DE DC FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'],
  [CENTRAL, 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
  [MOUNTAIN, 'CO ID MT NM UT WY'],
  ['America/Phoenix', 'AZ'],
  [PACIFIC, 'CA NV OR WA'],
  ['America/Anchorage', 'AK'],
  ['Pacific/Honolulu', 'HI'],
  ['America/Puerto_Rico', 'PR VI'],
  ['Pacific/Guam', 'GU MP'],
  ['Pacific/Pago_Pago', 'AS'],
];

/** The part of a state beyond these lines, in degrees, that has another time zone than the rest. */
interface Part {
  readonly state: string;
  readonly zone: string;
  readonly west?: number;
  readonly east?: number;
  readonly north?: number;
  readonly south?: number;
}

/**
 * Straight lines between time zones inside a state; 49 CFR part 71 follows rivers and counties. Towns of more than 10,000
 * people are on the correct side. A smaller place within about 30 miles of a line can be one hour off.
 */
const PARTS: readonly Part[] = [
  { state: 'FL', zone: CENTRAL, west: -85.05 },
  { state: 'IN', zone: CENTRAL, west: -86.5, north: 40.9 },
  { state: 'IN', zone: CENTRAL, west: -86.5, south: 38.3 },
  { state: 'KY', zone: CENTRAL, west: -85.88, south: 37.6 },
  { state: 'KY', zone: CENTRAL, west: -86.3 },
  { state: 'MI', zone: CENTRAL, west: -87.5, south: 46.6 },
  { state: 'TN', zone: EASTERN, east: -84.9 },
  { state: 'TN', zone: EASTERN, east: -85.4, south: 35.4 },
  { state: 'TX', zone: MOUNTAIN, west: -104.9 },
  { state: 'KS', zone: MOUNTAIN, west: -101.48, south: 39.6 },
  { state: 'NE', zone: MOUNTAIN, west: -101.25 },
  { state: 'SD', zone: MOUNTAIN, west: -100.4 },
  { state: 'ND', zone: MOUNTAIN, west: -101.6, south: 47.6 },
  { state: 'ID', zone: PACIFIC, north: 45.45 },
  { state: 'OR', zone: MOUNTAIN, east: -117.9, south: 44.4, north: 42.45 },
  { state: 'NV', zone: MOUNTAIN, east: -114.2, south: 40.9, north: 40.6 },
  { state: 'AK', zone: 'America/Adak', west: -169.5 },
];

const ZONE_BY_STATE: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

const isInPart = ({ state, west, east, north, south }: Part, point: LocatedInState): boolean =>
  point.state === state &&
  (west === undefined || point.longitude < west) &&
  (east === undefined || point.longitude > east) &&
  (north === undefined || point.latitude > north) &&
  (south === undefined || point.latitude < south);

/** The IANA time zone of a point; Eastern for the military "states" (AA, AE, AP). */
export function timeZoneOf(point: LocatedInState): string {
  const part = PARTS.find((candidate) => isInPart(candidate, point));
  return part?.zone ?? ZONE_BY_STATE.get(point.state) ?? EASTERN;
}

/** The US time zone where a day begins last. */
export const LAST_TIME_ZONE = 'Pacific/Pago_Pago';
/** The US time zone where a day begins first. */
export const FIRST_TIME_ZONE = 'Pacific/Guam';

/** The date, YYYY-MM-DD, of a moment in a time zone (IANA name). */
export function localDay(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
