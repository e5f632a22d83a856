import type { ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { GeocodeResult, Place } from '../geography/places/place.ts';
import type { RoadDistance } from '../geography/roads/road-distance.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';

/** Allowed values of originType. */
export const ORIGIN_TYPES = ['marine', 'rail', 'intermodal'] as const;
export type OriginType = (typeof ORIGIN_TYPES)[number];

/** The terms of a lane in addition to origin and destination. */
export interface LaneTerms {
  readonly equipment: ContainerEquipment;
  readonly hazmat: boolean;
  readonly overweight: boolean;
  /** The UTC day to price for, YYYY-MM-DD. */
  readonly date: string;
}

/** The validated fields of one lane. */
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

/** A valid lane. */
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

/** A valid lane with a known place and distance. */
export interface RoutedLane {
  readonly terminal: Terminal;
  readonly terminalWarnings: readonly string[];
  readonly place: Place;
  readonly placeWarnings: readonly string[];
  readonly distance: Extract<RoadDistance, { routable: true }>;
  readonly terms: LaneTerms;
}
