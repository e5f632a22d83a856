import { CONTAINER_EQUIPMENT } from '../costs/equipment/equipment-type.ts';
import type { OriginType } from './lane.ts';

/** Longest destinationCity, in characters (interface specification, section 8). */
export const CITY_MAX_LENGTH = 100;

/** What callers read about a faulty field of a lane; the first and the fourth are fixed by the specification. */
export const LANE_ERRORS = {
  originTerminal: 'originTerminal must be a valid terminal name from the terminals list',
  originType: 'originType must be marine, rail or intermodal',
  destinationCity: `destinationCity must be a text of 1 to ${CITY_MAX_LENGTH} characters`,
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

/** The type given is not that of the terminal. */
export const originTypeMismatch = (terminalType: OriginType): string =>
  `originType must be ${terminalType} for this terminal`;

/** The ZIP given lies in another state than the one given. */
export const zipInOtherState = (zip: string, zipState: string): string =>
  `destinationZip must lie in destinationState: ${zip} is in ${zipState}`;

/** The day given lies too far from today; both days YYYY-MM-DD. */
export const dateOutOfRange = (first: string, last: string): string =>
  `date must be from ${first} to ${last}`;
