import { CONTAINER_EQUIPMENT, type ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { GeocodeResult, Place } from '../geography/places/place.ts';
import type { RoadDistance } from '../geography/roads/road-distance.ts';
import { addDays } from '../platform/time/utc-day.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';

export const ORIGIN_TYPES = ['marine', 'rail', 'intermodal'] as const;
type OriginType = (typeof ORIGIN_TYPES)[number];

/** The terms of a lane in addition to origin and destination. */
export interface LaneTerms {
  readonly equipment: ContainerEquipment;
  readonly hazmat: boolean;
  readonly overweight: boolean;
  /** The UTC day to price for, YYYY-MM-DD. */
  readonly date: string;
}

export interface LaneFields extends LaneTerms {
  /** As the caller wrote it. */
  readonly originTerminal: string;
  readonly originType: OriginType;
  readonly destinationCity: string;
  /** Two-letter code, upper case. */
  readonly destinationState: string;
  /** Five or nine digits, with or without the hyphen. */
  readonly destinationZip: string;
}

/** A lane after schema validation. Missing and invalid fields are undefined; `errors` describes the invalid ones. */
export interface LaneDraft {
  readonly fields: { readonly [Name in keyof LaneFields]: LaneFields[Name] | undefined };
  readonly errors: readonly string[];
}

/** The destination as the caller wrote it, for messages. */
export interface Destination {
  readonly city: string;
  readonly state: string;
}

export interface CheckedLane {
  readonly terminal: Terminal;
  /** Warnings about the terminal name, for callers. */
  readonly terminalWarnings: readonly string[];
  readonly destination: Destination;
  readonly located: GeocodeResult;
  /** Places that an unknown destination can mean. */
  readonly suggestions: readonly string[];
  readonly terms: LaneTerms;
}

export interface RoutedLane {
  readonly terminal: Terminal;
  readonly terminalWarnings: readonly string[];
  readonly place: Place;
  readonly placeWarnings: readonly string[];
  readonly distance: Extract<RoadDistance, { routable: true }>;
  readonly terms: LaneTerms;
}

/** Longest destinationCity, in characters (interface specification, section 8). */
export const CITY_MAX_LENGTH = 100;

/** Error messages for the fields of a lane. The specification fixes `originTerminal` and `destinationCityAlphabet`. */
export const LANE_ERRORS = {
  originTerminal: 'originTerminal must be a valid terminal name from the terminals list',
  originType: 'originType must be marine, rail or intermodal',
  destinationCity: `destinationCity must be a string of 1 to ${CITY_MAX_LENGTH} characters`,
  destinationCityAlphabet: 'destinationCity must contain only letters, spaces, hyphens, and apostrophes',
  destinationCityLetters: 'destinationCity must contain at least one letter',
  destinationCityLength: `destinationCity must be at most ${CITY_MAX_LENGTH} characters`,
  destinationState: 'destinationState must be a valid 2-letter US state code',
  destinationZip: 'destinationZip must be a 5-digit or ZIP+4 (9-digit) ZIP code',
  equipment: `equipment must be a container: ${CONTAINER_EQUIPMENT.join(', ')}`,
  hazmat: 'hazmat must be true or false',
  overweight: 'overweight must be true or false',
  date: 'date must be a calendar day as YYYY-MM-DD',
  notAnObject: 'request must be an object with originTerminal, destinationCity and destinationState',
} as const;

export const originTypeMismatch = (terminalType: OriginType): string =>
  `originType must be ${terminalType} for this terminal`;

export const zipInOtherState = (zip: string, zipState: string): string =>
  `destinationZip must be in destinationState: ${zip} is in ${zipState}`;

/** Lanes can be priced for a year back, the range of the bundled diesel prices, and a year ahead, the range of quotes. */
const DATE_RANGE_DAYS = 365;

/** The errors of a lane's date, given today's date. Both are UTC days, YYYY-MM-DD. */
export function dateErrors(date: string, today: string): readonly string[] {
  const first = addDays(today, -DATE_RANGE_DAYS);
  const last = addDays(today, DATE_RANGE_DAYS);
  return date < first || date > last ? [`date must be from ${first} to ${last}`] : [];
}
