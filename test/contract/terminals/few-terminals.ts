import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import { seededRandom, syntheticTerminals } from './synthetic-terminals.ts';

const [blank] = syntheticTerminals(1, seededRandom(1));

function terminal(name: string, facts: Partial<Terminal> = {}): Terminal {
  if (blank === undefined) throw new Error('no synthetic terminal');
  const empty = {
    aliases: [],
    group: '',
    address: '',
    city: 'Nowhere',
    portCity: '',
    state: 'TX',
    zip: '70000',
  };
  return { ...blank, ...empty, type: 'marine', latitude: 30, longitude: -95, ...facts, name };
}

/** A few terminals, one for each rule of the search. */
export const FEW: readonly Terminal[] = [
  terminal('Harbor Yard', {
    aliases: ['Порт'],
    city: 'Elizabeth',
    state: 'NJ',
    zip: '07201',
    address: '1 Calcutta Street',
  }),
  terminal('Elizabeth Gate', { aliases: ['Port Elizabeth', 'PE-1'], city: 'Elizabeth', state: 'NJ' }),
  terminal('Annex of Port Elizabeth', { type: 'rail' }),
  terminal('Portal Elizabethan', { type: 'intermodal', zip: '70001' }),
  terminal('San Juan Río', { city: 'San Juan', state: 'PR', latitude: 18.4, longitude: -66.1 }),
  terminal('West Pier', {
    city: 'San Pedro',
    portCity: 'Los Angeles',
    state: 'CA',
    latitude: 33.7,
    longitude: -118,
  }),
  terminal('Date Line East', { latitude: 10, longitude: 179.9 }),
  terminal('Date Line West', { latitude: 10, longitude: -179.95 }),
  terminal('North Pole A', { latitude: 89.9, longitude: 0 }),
  terminal('North Pole B', { latitude: 89.9, longitude: 180 }),
];

/** Terminals of a city whose name begins with that of a state, and of the state. */
export const CITY_OF_A_STATE_NAME: readonly Terminal[] = [
  terminal('Argentine', { type: 'rail', city: 'Topeka', state: 'KS' }),
  terminal('Knoche', { type: 'rail', city: 'Kansas City', state: 'MO' }),
  terminal('Voltz', { type: 'rail', group: 'Canadian Pacific Kansas City', state: 'TX' }),
];

/** Texts that no terminal has, and that must not cause an error in any engine. */
export const HOSTILE = [
  '!!!',
  ' ',
  'AND',
  '*',
  '"',
  '\\',
  '(((',
  '🚢',
  'מסוף נמל',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '__proto__ constructor toString',
  'q '.repeat(5000),
  'x'.repeat(10_000),
];
