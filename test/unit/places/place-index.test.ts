import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodePlaces } from '../../../bin/build/places/encode-places.ts';
import { listCities } from '../../../bin/build/places/list-cities.ts';
import { cityKey } from '../../../bin/build/places/merge-zips.ts';
import type { CityRecord, ZipRecord } from '../../../bin/build/places/source-records.ts';
import { normalizeCity } from '../../../shared/places/normalize-city.ts';
import { createPlaceIndex } from '../../../shared/places/place-index.ts';
import { unpackPlaces } from '../../../shared/places/places-file.ts';

const anyName = fc.constantFrom(
  'Salem',
  'Saint Salem',
  'Salem City',
  'A',
  'AB',
  'B',
  "O'Fallon",
  'Winston-Salem',
  'Zz',
);
const anyState = fc.constantFrom('AK', 'IL', 'MO', 'WY');
const anyPoint = {
  latitude: fc.integer({ min: -1_500_000, max: 7_100_000 }).map((units) => units / 100_000),
  longitude: fc.integer({ min: -17_900_000, max: 14_600_000 }).map((units) => units / 100_000),
};
const anyZips = fc
  .uniqueArray(
    fc.record({
      zip: fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0')),
      city: anyName,
      state: anyState,
      measured: fc.boolean(),
      ...anyPoint,
    }),
    { selector: ({ zip }) => zip, maxLength: 30 },
  )
  .map((zips) => zips.sort((a, b) => Number(a.zip) - Number(b.zip)));
const anyCities = fc.array(fc.record({ name: anyName, state: anyState, ...anyPoint }), { maxLength: 20 });

function indexOf(zips: readonly ZipRecord[], cities: readonly CityRecord[]) {
  const gazetteer = Map.groupBy(cities, ({ name, state }) => cityKey(name, state));
  return createPlaceIndex(unpackPlaces(encodePlaces(zips, listCities(zips, gazetteer))));
}

describe('the place index', () => {
  it('finds every ZIP with its own point, city and state, and no other ZIP', () => {
    fc.assert(
      fc.property(anyZips, anyCities, fc.integer({ min: 0, max: 99_999 }), (zips, cities, other) => {
        const index = indexOf(zips, cities);
        for (const { zip, city, state, latitude, longitude } of zips) {
          const place = index.findZip(zip);
          expect(place).toMatchObject({ zip, state, latitude, longitude });
          expect(normalizeCity(place?.city ?? '')).toBe(normalizeCity(city));
        }
        const absent = String(other).padStart(5, '0');
        expect(index.findZip(absent) !== undefined).toBe(zips.some(({ zip }) => zip === absent));
      }),
    );
  });

  it('finds a city in just the states that have one, at one of its ZIPs, or at its own point without ZIP', () => {
    fc.assert(
      fc.property(anyZips, anyCities, anyName, anyState, (zips, cities, name, state) => {
        const place = indexOf(zips, cities).findCity(name.toUpperCase(), state);
        const same = (candidate: string) => normalizeCity(candidate) === normalizeCity(name);
        const ownZips = zips.filter((zip) => zip.state === state && same(zip.city));
        const ownPlaces = cities.filter((city) => city.state === state && same(city.name));
        const points: { latitude: number; longitude: number; zip?: string }[] =
          ownZips.length > 0 ? ownZips : ownPlaces;
        expect(place !== undefined).toBe(points.length > 0);
        if (!place) return;
        expect(place.state).toBe(state);
        expect(
          points.some(
            ({ latitude, longitude, zip = '' }) =>
              latitude === place.latitude && longitude === place.longitude && zip === place.zip,
          ),
        ).toBe(true);
      }),
    );
  });

  it('finds nothing when there is nothing', () => {
    const index = indexOf([], []);
    expect(index.findZip('60632')).toBeUndefined();
    expect(index.findCity('Chicago', 'IL')).toBeUndefined();
  });
});
