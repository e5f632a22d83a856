import type { ContainerEquipment } from '../costs/equipment/equipment-type.ts';
import type { GeocodeResult, Place } from '../geography/places/place.ts';
import type { RoadDistance } from '../geography/roads/road-distance.ts';
import type { Terminal } from '../terminals/catalogue/terminal.ts';

/** What a caller may say the origin is. */
export const ORIGIN_TYPES = ['marine', 'rail', 'intermodal'] as const;
export type OriginType = (typeof ORIGIN_TYPES)[number];

/** What a lane may ask beyond where it runs. */
export interface LaneTerms {
  readonly equipment: ContainerEquipment;
  readonly hazmat: boolean;
  readonly overweight: boolean;
  /** The UTC day it is priced for, YYYY-MM-DD. */
  readonly date: string;
}

/** The fields of one lane, each in the form the rules take it in. */
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

/** A lane as far as it could be read: fields left out or faulty are undefined, and `errors` tells the faulty ones. */
export interface LaneDraft {
  readonly fields: { readonly [Name in keyof LaneFields]: LaneFields[Name] | undefined };
  readonly errors: readonly string[];
}

/** The destination as the caller named it, for messages. */
export interface Destination {
  readonly city: string;
  readonly state: string;
}

/** A lane without faults whose terminal is known. */
export interface CheckedLane {
  readonly terminal: Terminal;
  /** What the caller should know of the terminal's name. */
  readonly terminalWarnings: readonly string[];
  readonly destination: Destination;
  readonly located: GeocodeResult;
  readonly terms: LaneTerms;
}

/** A lane that can be priced. */
export interface RoutedLane {
  readonly terminal: Terminal;
  readonly terminalWarnings: readonly string[];
  readonly place: Place;
  readonly placeWarnings: readonly string[];
  readonly distance: Extract<RoadDistance, { routable: true }>;
  readonly terms: LaneTerms;
}
