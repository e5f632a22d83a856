import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  EARTH_RADIUS_MILES,
  greatCircleMiles,
  initialBearing,
} from '../../../shared/geography/places/great-circle.ts';
import { locateAddress, zipFitsCity } from '../../../shared/geography/places/locate-address.ts';
import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { Place } from '../../../shared/geography/places/place.ts';
import type { PlaceIndex } from '../../../shared/geography/places/place-index.ts';
import { fiveDigitZip, militaryState } from '../../../shared/geography/places/us-states.ts';

const anyPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('greatCircleMiles', () => {
  const half = EARTH_RADIUS_MILES * Math.PI;

  it('agrees with published distances between airports within 0.5%', () => {
    const losAngeles = { latitude: 33.9425, longitude: -118.4081 };
    const newYork = { latitude: 40.6398, longitude: -73.7789 };
    expect(greatCircleMiles(losAngeles, newYork) / 2475).toBeCloseTo(1, 2);
  });

  it.each([
    ['across the antimeridian', [0, 179.5], [0, -179.5], half / 180],
    ['at a pole', [90, 0], [90, 123], 0],
    // Rounding makes their haversine larger than 1.
    ['between opposite points', [58.151426, -89.0462562], [-58.1514262, 90.9537438], half],
  ] as const)('is the shortest distance %s', (_, one, other, miles) => {
    const [a, b] = [one, other].map(([latitude, longitude]) => ({ latitude, longitude }));
    expect(a && b && greatCircleMiles(a, b)).toBeCloseTo(miles, 3);
  });

  it('is 0 to the same point, equal in both directions, and never longer than a detour', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyPoint, (a, b, c) => {
        expect(greatCircleMiles(a, a)).toBe(0);
        expect(greatCircleMiles(a, b)).toBe(greatCircleMiles(b, a));
        expect(greatCircleMiles(a, c)).toBeLessThanOrEqual(
          greatCircleMiles(a, b) + greatCircleMiles(b, c) + 1e-3,
        );
      }),
    );
  });
});

describe('initialBearing', () => {
  it.each([
    [37, -76, 0],
    [36, -75.99, 90],
    [35, -76, 180],
    [36, -76.01, 270],
  ])('to %d, %d is %d degrees', (latitude, longitude, bearing) => {
    const origin = { latitude: 36, longitude: -76 };
    expect(initialBearing(origin, { latitude, longitude })).toBeCloseTo(bearing, 1);
  });
});

describe('ZIP codes', () => {
  it.each<readonly [string, string | undefined]>([
    ['90731', '90731'],
    ['90731-1234', '90731'],
    ['907311234', '90731'],
    [' 00901 ', '00901'],
    ...['', '9073', '907311', '90731-', '90731-12', '9073a', '90731 1234', '９０７３１', '90731-12345'].map(
      (text) => [text, undefined] as const,
    ),
  ])('of %j are %s', (text, zip) => {
    expect(fiveDigitZip(text)).toBe(zip);
  });

  it.each([
    ['09001', 'AE'],
    ['34002', 'AA'],
    ['96201', 'AP'],
    ['34101', undefined],
    ['96799', undefined],
  ])('of the military have a state of their own: %s in %s', (zip, state) => {
    expect(militaryState(zip)).toBe(state);
  });
});

describe('normalizeCity', () => {
  it.each([
    ['St. Louis', 'Saint Louis'],
    ['Sault Ste Marie', 'Sault Sainte Marie'],
    ['Ft. Worth', 'Fort Worth'],
    ['Mt Vernon', 'Mount Vernon'],
    ['Hot Spgs', 'Hot Springs'],
    ['O’Fallon', 'OFallon'],
    ['O‘Fallon', "O'fallon"],
    ['Winston-Salem', 'Winston Salem'],
    ['Kāneʻohe', 'Kaneohe'],
    ['N. Las Vegas', 'North Las Vegas'],
    ['Dallas & Fort Worth', 'Dallas and Ft Worth'],
  ])('takes %j and %j for one city', (one, other) => {
    expect(normalizeCity(one)).toBe(normalizeCity(other));
  });

  it.each([
    ['Stanton', 'Saintanton'],
    ['Winston S', 'Winston South'],
    ['constructor', 'toString'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(normalizeCity(one)).not.toBe(normalizeCity(other));
  });

  it('returns lower-case ASCII letters and digits for any text, "" without Latin letters, in any letter case', () => {
    expect(['', ' ', "'", '-–—', '\u0000', '東京', 'Москва'].map(normalizeCity)).toEqual(Array(7).fill(''));
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.stringMatching(/^[A-Za-z .'-]{0,40}$/),
        (text, name) => {
          expect(normalizeCity(text)).toMatch(/^[a-z0-9]*$/);
          expect(normalizeCity(name.toUpperCase())).toBe(normalizeCity(name.toLowerCase()));
        },
      ),
    );
  });
});

const placeIn = (city: string, state: string, zip: string, latitude: number, longitude: number): Place => ({
  city,
  state,
  zip,
  latitude,
  longitude,
});

describe('an address', () => {
  const springfield = placeIn('Springfield', 'IL', '62701', 39.8, -89.65);
  const chicago = placeIn('Chicago', 'IL', '60601', 41.89, -87.62);
  const chicagoSouth = placeIn('Chicago', 'IL', '60632', 41.81, -87.71);
  const laGrange = placeIn('La Grange', 'IL', '60525', 41.78, -87.87);
  const indianHead = placeIn('Indian Head Park', 'IL', '', 41.77, -87.9);
  const gary = placeIn('Gary', 'IN', '46401', 41.6, -87.35);
  const zips = [springfield, chicago, chicagoSouth, laGrange, gary];
  const citiesNamed = (city: string) =>
    [springfield, chicago, laGrange, indianHead, gary]
      .filter((place) => normalizeCity(place.city) === normalizeCity(city))
      .map((place) => ({ place, size: 1 }));
  const index: PlaceIndex = {
    findZip: (zip) => zips.find((place) => place.zip === zip),
    findCity: (city, state) => citiesNamed(city).find(({ place }) => place.state === state),
    findCities: citiesNamed,
    findSectionalCity: (zip) => (zip.startsWith('606') ? chicago : undefined),
  };
  const locate = (city: string, state: string, zip?: string) => locateAddress(index, { city, state, zip });
  const found = (place: Place, ...warnings: string[]) => ({ found: true, place, warnings });
  const mismatch = (zip: string, owner: string, city: string) =>
    `ZIP code ${zip} is in ${owner}, not in ${city}. The ZIP code is used.`;

  it.each(['60632', '60632-1234', ' 60632 '])('with the ZIP code %j is at the ZIP code', (zip) => {
    expect(locate('chicago', 'il', zip)).toEqual(found(chicagoSouth));
    expect(locate(' ', 'IL', zip)).toEqual(found(chicagoSouth));
  });

  it('is at the ZIP code when the city differs, with a warning', () => {
    for (const city of ['Springfield', 'Nowhere at all'])
      expect(locate(city, 'IL', '60632')).toEqual(
        found(chicagoSouth, mismatch('60632', 'Chicago, IL', city)),
      );
  });

  it('has a warning for a distant city without ZIP codes, and none for a nearby one', () => {
    expect(locate('Indian Head Park', 'IL', '60525')).toEqual(
      found({ ...laGrange, city: 'Indian Head Park' }),
    );
    expect(locate('McCook', 'IL', '60632')).toEqual(found({ ...chicagoSouth, city: 'McCook' }));
    expect(locate('McCook', 'IL', '62701')).toEqual(
      found(springfield, mismatch('62701', 'Springfield, IL', 'McCook')),
    );
  });

  it('is rejected when the ZIP code is in another state, for any city', () => {
    for (const [city, state] of [
      ['Chicago', 'IL'],
      ['Gary', 'IL'],
      ['Gary', 'XX'],
    ] as const)
      expect(locate(city, state, '46401')).toEqual({
        found: false,
        reason: 'zip-in-other-state',
        zipState: 'IN',
      });
  });

  it('with an unknown ZIP code is at the city, with a warning', () => {
    const center = 'The center of Chicago, IL is used.';
    expect(locate('Chicago', 'IL', '60999')).toEqual(found(chicago, `ZIP code 60999 is unknown. ${center}`));
    expect(locate('Chicago', 'IL', '6063')).toEqual(
      found(chicago, `"6063" is not a valid ZIP code. ${center}`),
    );
    expect(locate('Nowhere at all', 'IL', '60999')).toEqual({ found: false, reason: 'unknown' });
  });

  it.each([undefined, '', '  '])('with the ZIP code %j is at the city, in any letter case', (zip) => {
    expect(locate('CHICAGO', ' il ', zip)).toEqual(found(chicago));
    expect(locate('City of Chicago', 'IL', zip)).toEqual(found(chicago));
  });

  it('of a freight place is at its ZIP code', () => {
    expect(locate('Village of Mc Cook', 'IL')).toEqual(found({ ...laGrange, city: 'McCook' }));
  });

  it.each([
    ['Atlantis', 'IL'],
    ['Chicago', 'IN'],
    ['Chicago', 'XX'],
    ['', 'IL'],
    ['City of', 'IL'],
    ["'", 'IL'],
    ['__proto__', 'IL'],
  ])('%j, %s is unknown', (city, state) => {
    expect(locate(city, state)).toEqual({ found: false, reason: 'unknown' });
  });
});

describe('a ZIP code and a city', () => {
  const place = (city: string, zip: string, latitude: number) => placeIn(city, 'MD', zip, latitude, -76.6);
  const baltimore = place('Baltimore', '21202', 39.29);
  const dundalk = place('Dundalk', '21222', 39.26);
  const farAway = place('Smithsburg', '21299', 39.6);
  const elkridge = place('Elkridge', '21075', 39.21);
  const withoutZip = place('Rosedale', '', 39.32);
  const borrower = place('Fells Point', '21202', 39.28);
  const milesNorth = (miles: number) => ({
    ...withoutZip,
    latitude: dundalk.latitude + ((miles / EARTH_RADIUS_MILES) * 180) / Math.PI,
  });
  const index = {
    findZip: (zip: string) => [baltimore, dundalk, farAway, elkridge].find((known) => known.zip === zip),
    findSectionalCity: (zip: string) => (zip.startsWith('212') ? baltimore : undefined),
  };

  it.each([
    [
      'the same city, in any spelling and at any distance',
      { ...farAway, city: 'BALTIMORE' },
      baltimore,
      true,
    ],
    ['a near sectional center', dundalk, baltimore, true],
    ['a distant sectional center', farAway, baltimore, false],
    ['a neighboring city with ZIP codes of its own', baltimore, dundalk, false],
    ['a neighboring city that is not its sectional center', elkridge, baltimore, false],
    ['a near city without ZIP codes', dundalk, withoutZip, true],
    ['a near city with a borrowed ZIP code', dundalk, borrower, true],
    ['a distant city without ZIP codes', farAway, withoutZip, false],
    ['a city without ZIP codes 14.9 miles away', dundalk, milesNorth(14.9), true],
    ['a city without ZIP codes 15.1 miles away', dundalk, milesNorth(15.1), false],
  ])('are in one address or not: %s', (_, zipPlace, named, fits) => {
    expect(zipFitsCity(index, zipPlace, named)).toBe(fits);
  });
});
