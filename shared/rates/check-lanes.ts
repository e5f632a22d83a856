import type { Address, GeocodeResult, Geocoder } from '../geography/places/place.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import {
  type CheckedLane,
  dateErrors,
  LANE_ERRORS,
  type LaneDraft,
  type LaneFields,
  originTypeMismatch,
  zipInOtherState,
} from './lane.ts';

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
