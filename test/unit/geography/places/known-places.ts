import { readFileSync } from 'node:fs';

/** A city or ZIP as people write it, and where it is. */
export interface KnownPlace {
  readonly city: string;
  readonly state: string;
  /** Five digits, or "" to ask for the city alone. */
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Capitals, suburbs, ports, new ZIPs, odd spellings, airports, islands: chosen, and placed to a few miles, from general
 * knowledge and not from the lists the places file is made of.
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
