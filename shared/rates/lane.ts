import { CONTAINER_EQUIPMENT, type ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { Address, GeocodeResult, Geocoder, Place } from '../geography/places/place.ts';
import type { RoadDistance } from '../geography/roads/road-distance.ts';
import { addDays } from '../platform/time/utc-calendar.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';

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

interface LaneFields extends LaneTerms {
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

const originTypeMismatch = (terminalType: OriginType): string =>
  `originType must be ${terminalType} for this terminal`;

const zipInOtherState = (zip: string, zipState: string): string =>
  `destinationZip must be in destinationState: ${zip} is in ${zipState}`;

/** Lanes can be priced for a year back, the range of the bundled diesel prices, and a year ahead, the range of quotes. */
const DATE_RANGE_DAYS = 365;

/** The errors of a lane's date, given today's date. Both are UTC days, YYYY-MM-DD. */
export function dateErrors(date: string, today: string): readonly string[] {
  const first = addDays(today, -DATE_RANGE_DAYS);
  const last = addDays(today, DATE_RANGE_DAYS);
  return date < first || date > last ? [`date must be from ${first} to ${last}`] : [];
}

const MAX_SUGGESTIONS = 3;

/** The errors of one lane. `index` is its position in the batch. */
export interface IndexedErrors {
  readonly index: number;
  readonly errors: readonly string[];
}

/** An unknown terminal name as the caller wrote it. */
export interface UnknownTerminal {
  readonly index: number;
  readonly name: string;
}

export interface CheckedBatch {
  /** The lanes without errors, in order. */
  readonly lanes: readonly CheckedLane[];
  /** All lanes with errors, including unknown terminals, in order. */
  readonly errors: readonly IndexedErrors[];
  readonly unknownTerminals: readonly UnknownTerminal[];
  /** Whether there are errors other than unknown terminals. */
  readonly hasOtherErrors: boolean;
}

interface LaneChecks {
  readonly terminals: TerminalDirectory;
  readonly geocoder: Geocoder;
  /** The UTC day, YYYY-MM-DD. */
  readonly today: string;
}

/** Validates each lane against the terminals, the places and the current date. */
export function checkLanes(drafts: readonly LaneDraft[], checks: LaneChecks): CheckedBatch {
  const checked = drafts.map((draft, index) => ({ index, ...checkLane(draft, checks) }));
  return {
    lanes: checked.flatMap(({ lane }) => lane ?? []),
    errors: checked.flatMap(({ index, faults, unknownTerminal }) => {
      const errors = unknownTerminal === undefined ? faults : [LANE_ERRORS.originTerminal, ...faults];
      return errors.length > 0 ? [{ index, errors }] : [];
    }),
    unknownTerminals: checked.flatMap(({ index, unknownTerminal }) =>
      unknownTerminal === undefined ? [] : [{ index, name: unknownTerminal }],
    ),
    hasOtherErrors: checked.some(({ faults }) => faults.length > 0),
  };
}

interface LaneCheck {
  readonly faults: readonly string[];
  readonly unknownTerminal?: string;
  readonly lane?: CheckedLane;
}

function checkLane({ fields, errors }: LaneDraft, { terminals, geocoder, today }: LaneChecks): LaneCheck {
  const { originTerminal, originType, destinationCity, destinationState, destinationZip } = fields;
  const { equipment = 'container_40', hazmat = false, overweight = false, date = today } = fields;
  const faults = [...errors, ...dateErrors(date, today)];

  const known = originTerminal === undefined ? undefined : terminals.byName(originTerminal);
  const terminal = known?.terminal;
  if (terminal && originType) faults.push(...typeMismatch(terminal, originType));

  let located: CheckedLane['located'] | undefined;
  if (destinationCity !== undefined && destinationState !== undefined) {
    located = locateCity(geocoder, { city: destinationCity, state: destinationState, zip: destinationZip });
    if (!located.found && located.reason === 'zip-in-other-state') {
      faults.push(zipInOtherState(destinationZip ?? '', located.zipState));
    }
  }

  if (originTerminal !== undefined && !terminal) return { faults, unknownTerminal: originTerminal };
  if (faults.length > 0 || !known || !located) return { faults };
  const destination = { city: destinationCity ?? '', state: destinationState ?? '' };
  return {
    faults,
    lane: {
      terminal: known.terminal,
      terminalWarnings: known.warnings,
      destination,
      located,
      suggestions: located.found
        ? []
        : geocoder.suggest(`${destination.city}, ${destination.state}`, MAX_SUGGESTIONS),
      terms: { equipment, hazmat, overweight, date },
    },
  };
}

/** The address, else the city whose name is abbreviated or misspelled, with a warning. */
function locateCity(geocoder: Geocoder, address: Address): GeocodeResult {
  const located = geocoder.locate(address);
  if (located.found || located.reason !== 'unknown') return located;
  const { city, state, zip } = address;
  const place = zip === undefined ? geocoder.findSimilar(city, state.toUpperCase()) : undefined;
  return place === undefined
    ? located
    : { found: true, place, warnings: [`"${city}" is read as ${place.city}, ${place.state}.`] };
}

function typeMismatch(terminal: Terminal, originType: LaneFields['originType']): readonly string[] {
  if (terminal.type === 'intermodal' || terminal.type === originType) return [];
  return [originTypeMismatch(terminal.type)];
}
