import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodePlaces } from '../../../bin/build/places/encode-places.ts';
import { listCities } from '../../../bin/build/places/list-cities.ts';
import { cityKey } from '../../../bin/build/places/merge-zips.ts';
import type { CityRecord, ZipRecord } from '../../../bin/build/places/source-records.ts';
import { buildPlaces } from '../../../bin/build/places.ts';
import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { SizedCity } from '../../../shared/geography/places/place.ts';
import { createPlaceIndex, packPlaces, unpackPlaces } from '../../../shared/geography/places/place-index.ts';
import { hashText } from '../../../shared/platform/bytes/bytes.ts';

const zipOf = (zip: number, city: string, change: Partial<ZipRecord> = {}): ZipRecord => ({
  zip: String(zip).padStart(5, '0'),
  city,
  state: 'IL',
  latitude: 41,
  longitude: -88,
  measured: true,
  ...change,
});

describe('the places file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has every delivery ZIP of the country', async () => {
    const { zips, cities } = await buildPlaces(join(folder, 'again', 'places.bin'));
    expect(zips).toBeGreaterThan(41_000);
    expect(cities).toBeGreaterThan(zips / 2);
  });

  const file = encodePlaces([zipOf(60_601, 'Chicago')], listCities([zipOf(60_601, 'Chicago')], new Map()));

  it.each([0, 1, 2, 7])('has the same columns at offset %d in memory', (offset) => {
    const moved = new Uint8Array(offset + file.length);
    moved.set(file, offset);
    expect(packPlaces(unpackPlaces(moved.subarray(offset)))).toEqual(file);
  });

  it.each([
    ['truncated', file.slice(0, file.length - 8), 'truncated'],
    ['empty', new Uint8Array(0), 'unsupported layout'],
    ['shorter than its head', new Uint8Array(107), 'unsupported layout'],
    ['another file', new Uint8Array(4096), 'unsupported layout'],
  ])('is rejected when it is %s', (_, bytes, reason) => {
    expect(() => unpackPlaces(bytes)).toThrow(reason);
  });
});

describe('the place index', () => {
  const STATES = ['AK', 'IL', 'MO', 'WY'];
  const NAMES = ['Salem', 'Saint Salem', 'Salem City', 'A', 'AB', 'B', "O'Fallon", 'Winston-Salem', 'Zz'];
  const anyName = fc.constantFrom(...NAMES);
  const anyState = fc.constantFrom(...STATES);
  const anyPoint = {
    latitude: fc.integer({ min: -1_500_000, max: 7_100_000 }).map((units) => units / 100_000),
    longitude: fc.integer({ min: -17_900_000, max: 14_600_000 }).map((units) => units / 100_000),
  };
  const anyNumber = fc.integer({ min: 0, max: 99_999 });
  const anyZips = fc
    .uniqueArray(
      fc.record({ zip: anyNumber, city: anyName, state: anyState, measured: fc.boolean(), ...anyPoint }),
      { selector: ({ zip }) => zip, maxLength: 30 },
    )
    .map((zips) => zips.sort((a, b) => a.zip - b.zip).map(({ zip, ...own }) => zipOf(zip, own.city, own)));
  const anyCities = fc.array(fc.record({ name: anyName, state: anyState, ...anyPoint }), { maxLength: 20 });

  function indexOf(zips: readonly ZipRecord[], cities: readonly CityRecord[]) {
    const gazetteer = Map.groupBy(cities, ({ name, state }) => cityKey(name, state));
    return createPlaceIndex(unpackPlaces(encodePlaces(zips, listCities(zips, gazetteer))));
  }

  it('finds every ZIP with its own point, city and state, and no other ZIP', () => {
    fc.assert(
      fc.property(anyZips, anyCities, anyNumber, (zips, cities, other) => {
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
    const anyStates = fc.subarray(STATES).map((codes) => new Set(codes));
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
        const order = found.map(({ place, size }) => [normalizeCity(place.city) === cityKey ? 0 : 1, -size]);
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

  it('finds a city in the states that have it, at one of its ZIP codes, else at its own point', () => {
    fc.assert(
      fc.property(anyZips, anyCities, anyName, (zips, cities, name) => {
        const index = indexOf(zips, cities);
        const same = (candidate: string) => normalizeCity(candidate) === normalizeCity(name);
        const inStates = STATES.map((state) => index.findCity(name.toUpperCase(), state));
        for (const [position, state] of STATES.entries()) {
          const place = inStates[position]?.place;
          const ownZips = zips.filter((zip) => zip.state === state && same(zip.city));
          const ownPlaces = cities.filter((city) => city.state === state && same(city.name));
          const points: { latitude: number; longitude: number; zip?: string }[] =
            ownZips.length > 0 ? ownZips : ownPlaces;
          expect(place?.state).toBe(points.length > 0 ? state : undefined);
          const isThere = points.some(
            ({ latitude, longitude, zip = '' }) =>
              latitude === place?.latitude && longitude === place.longitude && zip === place.zip,
          );
          expect(isThere).toBe(points.length > 0);
        }

        const found = index.findCities(name.toLowerCase());
        const byState = (a: SizedCity, b: SizedCity) => (a.place.state < b.place.state ? -1 : 1);
        expect([...found].sort(byState)).toEqual(inStates.filter((city) => city !== undefined));
        for (const { place, size } of found) expect(size > 0).toBe(place.zip !== '');
      }),
    );
  });

  it('finds the city with more than half of the ZIP codes with the same first three digits', () => {
    const anyOwners = fc.array(fc.constantFrom('Salem', 'Zz', 'B'), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(anyOwners, fc.nat({ max: 99 }), (owners, asked) => {
        const zips = owners.map((city, position) => zipOf(60_400 + position * 7, city));
        const all = [zipOf(60_399, 'Other'), ...zips, zipOf(60_500, 'Other')];
        const most = owners.find(
          (city) => owners.filter((owner) => owner === city).length * 2 > owners.length,
        );
        expect(indexOf(all, []).findSectionalCity(String(60_400 + asked))?.city).toBe(most);
      }),
    );
  });

  it('distinguishes cities with equal key hashes', () => {
    const [one, other] = ['costarring', 'liquid'];
    expect(hashText(one)).toBe(hashText(other));
    const index = indexOf([zipOf(60_001, one), zipOf(60_002, other)], []);
    expect(index.findCity(one, 'IL')?.place.zip).toBe('60001');
    expect(index.findCity(other, 'IL')?.place.zip).toBe('60002');
    expect(index.findCities(other)).toHaveLength(1);
  });
});
