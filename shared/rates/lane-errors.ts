import { CONTAINER_EQUIPMENT } from '../costs/equipment/equipment-type.ts';
import { addDays } from '../platform/time/utc-day.ts';
import type { OriginType } from './lane.ts';

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

/** Both days are YYYY-MM-DD. */
const dateOutOfRange = (first: string, last: string): string => `date must be from ${first} to ${last}`;

/** Lanes can be priced for a year back, the range of the bundled diesel prices, and a year ahead, the range of quotes. */
const DATE_RANGE_DAYS = 365;

/** The errors of a lane's date, given today's date. Both are UTC days, YYYY-MM-DD. */
export function dateErrors(date: string, today: string): readonly string[] {
  const first = addDays(today, -DATE_RANGE_DAYS);
  const last = addDays(today, DATE_RANGE_DAYS);
  return date < first || date > last ? [dateOutOfRange(first, last)] : [];
}
