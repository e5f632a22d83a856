import type { CityRecord } from './source-records.ts';

/** Freight places that the gazetteer lacks: general knowledge, accurate to about half a mile. */
export const KNOWN_CITIES: readonly CityRecord[] = [
  { name: 'Bald Head Island', state: 'NC', latitude: 33.86, longitude: -77.99 },
  { name: 'Fire Island', state: 'NY', latitude: 40.65, longitude: -73.12 },
  { name: 'Two Harbors', state: 'CA', latitude: 33.44, longitude: -118.5 },
  { name: 'Wall', state: 'PA', latitude: 40.394, longitude: -79.786 },
];
