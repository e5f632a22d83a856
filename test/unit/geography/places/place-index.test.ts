import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePlaces } from '../../../../bin/build/places/encode-places.ts';
import { listCities } from '../../../../bin/build/places/list-cities.ts';
import { cityKey } from '../../../../bin/build/places/merge-zips.ts';
import type { CityRecord, ZipRecord } from '../../../../bin/build/places/source-records.ts';
import { hashCityKey } from '../../../../shared/geography/places/city-key-hash.ts';
import { normalizeCity } from '../../../../shared/geography/places/normalize-city.ts';
import type { SizedCity } from '../../../../shared/geography/places/place.ts';
import { createPlaceIndex } from '../../../../shared/geography/places/place-index.ts';
import { unpackPlaces } from '../../../../shared/geography/places/places-file.ts';

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

function zipOf(zip: number, city: string): ZipRecord {
  return {
    zip: String(zip).padStart(5, '0'),
    city,
    state: 'IL',
    latitude: 41,
    longitude: -88,
    measured: true,
  };
}

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

  it('finds the places with a prefix and no others, in order', () => {
    const anyStates = fc.subarray(['AK', 'IL', 'MO', 'WY']).map((codes) => new Set(codes));
    const anyKey = fc.constantFrom('', 's', 'sa', 'salem', 'salemc', 'a', 'z', 'ofallon', 'q');
    const anyLimit = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(anyZips, anyCities, anyStates, anyKey, anyLimit, (zips, cities, states, cityKey, limit) => {
        const index = indexOf(zips, cities);
        const has = ({ city, state }: { city: string; state: string }) =>
          states.has(state) && normalizeCity(city).startsWith(cityKey);
        const named = [...zips, ...cities.map(({ name, state }) => ({ city: name, state }))].filter(has);
        const keys = new Set(named.map(({ city, state }) => `${normalizeCity(city)} ${state}`));
        const found = index.citiesByPrefix({ cityKey, states }, limit);
        const order = found.map(({ place, zips: size }) => [
          normalizeCity(place.city) === cityKey ? 0 : 1,
          -size,
        ]);
        expect(found.every(({ place }) => has(place))).toBe(true);
        expect(found.length).toBe(Math.min(limit, keys.size));
        expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));

        const digits = zips[0]?.zip.slice(0, 2) ?? '00';
        const wanted = zips.filter((place) => place.zip.startsWith(digits) && has(place));
        expect(index.zipsByPrefix(digits, { cityKey, states }, limit).map(({ zip }) => zip)).toEqual(
          wanted.slice(0, limit).map(({ zip }) => zip),
        );
      }),
    );
  });

  it('finds a city only in the states that have it, at one of its ZIP codes, else at its own point', () => {
    fc.assert(
      fc.property(anyZips, anyCities, anyName, anyState, (zips, cities, name, state) => {
        const place = indexOf(zips, cities).findCity(name.toUpperCase(), state)?.place;
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

  it('finds all cities with a name, one per state, equal to the look-up by state', () => {
    fc.assert(
      fc.property(anyZips, anyCities, anyName, (zips, cities, name) => {
        const index = indexOf(zips, cities);
        const found = index.findCities(name.toLowerCase());
        const inStates = ['AK', 'IL', 'MO', 'WY'].map((state) => index.findCity(name, state));
        const byState = (a: SizedCity, b: SizedCity) => (a.place.state < b.place.state ? -1 : 1);
        expect([...found].sort(byState)).toEqual(inStates.filter((city) => city !== undefined));
        for (const { place, zips: size } of found) expect(size > 0).toBe(place.zip !== '');
      }),
    );
  });

  it('finds the city with more than half of the ZIP codes with the same first three digits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Salem', 'Zz', 'B'), { minLength: 1, maxLength: 9 }),
        fc.nat({ max: 99 }),
        (owners, asked) => {
          const zips = owners.map((city, position) => zipOf(60_400 + position * 7, city));
          const outside = [zipOf(60_399, 'Other'), zipOf(60_500, 'Other')];
          const sorted = [...zips, ...outside].sort((a, b) => Number(a.zip) - Number(b.zip));
          const most = owners.find(
            (city) => owners.filter((owner) => owner === city).length * 2 > owners.length,
          );
          expect(indexOf(sorted, []).findSectionalCity(String(60_400 + asked))?.city).toBe(most);
        },
      ),
    );
  });

  it('distinguishes cities with equal key hashes', () => {
    const [one, other] = ['costarring', 'liquid'];
    expect(hashCityKey(one)).toBe(hashCityKey(other));
    const index = indexOf([zipOf(60_001, one), zipOf(60_002, other)], []);
    expect(index.findCity(one, 'IL')?.place.zip).toBe('60001');
    expect(index.findCity(other, 'IL')?.place.zip).toBe('60002');
    expect(index.findCities(other)).toHaveLength(1);
  });

  it('finds nothing in an empty file', () => {
    const index = indexOf([], []);
    expect(index.findZip('60632')).toBeUndefined();
    expect(index.findCity('Chicago', 'IL')).toBeUndefined();
    expect(index.findCities('Chicago')).toEqual([]);
    expect(index.findSectionalCity('60632')).toBeUndefined();
  });
});
