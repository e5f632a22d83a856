import { readFileSync } from 'node:fs';

/** A city or ZIP code as people write it, with its position. */
export interface KnownPlace {
  readonly city: string;
  readonly state: string;
  /** Five digits, or "" to look up the city only. */
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Capitals, suburbs, ports, new ZIP codes, unusual spellings, airports, islands. Chosen and located (to a few miles) from
 * general knowledge, not from the sources of the places file.
 */
export const KNOWN_PLACES: readonly KnownPlace[] = readFileSync(
  new URL('./known-places.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [city = '', state = '', zip = '', latitude, longitude] = row.split(',');
    return { city, state, zip, latitude: Number(latitude), longitude: Number(longitude) };
  });
