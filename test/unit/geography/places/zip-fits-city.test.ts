import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_MILES } from '../../../../shared/geography/places/great-circle.ts';
import type { Place } from '../../../../shared/geography/places/place.ts';
import { zipFitsCity } from '../../../../shared/geography/places/zip-fits-city.ts';

const place = (city: string, zip: string, latitude: number): Place => ({
  city,
  state: 'MD',
  zip,
  latitude,
  longitude: -76.6,
});
const baltimore = place('Baltimore', '21202', 39.29);
const dundalk = place('Dundalk', '21222', 39.26);
const farAway = place('Smithsburg', '21299', 39.6);
const elkridge = place('Elkridge', '21075', 39.21);
const withoutZip = place('Rosedale', '', 39.32);
const borrower = place('Fells Point', '21202', 39.28);

const index = {
  findZip: (zip: string) => [baltimore, dundalk, farAway, elkridge].find((known) => known.zip === zip),
  findSectionalCity: (zip: string) => (zip.startsWith('212') ? baltimore : undefined),
};
const fits = (zipPlace: Place, named: Place) => zipFitsCity(index, zipPlace, named);

describe('a ZIP', () => {
  it('fits its own city, in any spelling and at any distance from the city center', () => {
    expect(fits({ ...farAway, city: 'BALTIMORE' }, baltimore)).toBe(true);
  });

  it('fits a near sectional center, and not a distant one', () => {
    expect(fits(dundalk, baltimore)).toBe(true);
    expect(fits(farAway, baltimore)).toBe(false);
  });

  it('does not fit a neighboring city with ZIP codes', () => {
    expect(fits(baltimore, dundalk)).toBe(false);
    expect(fits(elkridge, baltimore)).toBe(false);
  });

  it.each([withoutZip, borrower])('fits the near $city, which has no ZIP codes', (named) => {
    expect(fits(dundalk, named)).toBe(true);
    expect(fits(farAway, named)).toBe(false);
  });

  it('fits a city without ZIP codes up to 15 miles away', () => {
    const milesNorth = (miles: number) => ({
      ...withoutZip,
      latitude: dundalk.latitude + ((miles / EARTH_RADIUS_MILES) * 180) / Math.PI,
    });

    expect(fits(dundalk, milesNorth(14.9))).toBe(true);
    expect(fits(dundalk, milesNorth(15.1))).toBe(false);
  });
});
