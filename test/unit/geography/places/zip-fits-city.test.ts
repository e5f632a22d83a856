import { describe, expect, it } from '@jest/globals';
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
  it("fits its own city, in any spelling, however far it is from the city's centre", () => {
    expect(fits({ ...farAway, city: 'BALTIMORE' }, baltimore)).toBe(true);
  });

  it('fits the sectional centre it lies near, and not one far away', () => {
    expect(fits(dundalk, baltimore)).toBe(true);
    expect(fits(farAway, baltimore)).toBe(false);
  });

  it('does not fit a neighbour that has ZIPs of its own', () => {
    expect(fits(baltimore, dundalk)).toBe(false);
    expect(fits(elkridge, baltimore)).toBe(false);
  });

  it.each([withoutZip, borrower])('fits $city near by, which has none of its own', (named) => {
    expect(fits(dundalk, named)).toBe(true);
    expect(fits(farAway, named)).toBe(false);
  });

  it('fits a city without ZIPs of its own up to 15 miles away', () => {
    const milesNorth = (miles: number) => ({
      ...withoutZip,
      latitude: dundalk.latitude + ((miles / EARTH_RADIUS_MILES) * 180) / Math.PI,
    });

    expect(fits(dundalk, milesNorth(14.9))).toBe(true);
    expect(fits(dundalk, milesNorth(15.1))).toBe(false);
  });
});
