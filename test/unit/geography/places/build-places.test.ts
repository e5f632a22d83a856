import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centralZip } from '../../../../bin/build/places/central-zip.ts';
import { displayName } from '../../../../bin/build/places/display-name.ts';
import { mergeZips } from '../../../../bin/build/places/merge-zips.ts';
import type { ZipRecord } from '../../../../bin/build/places/source-records.ts';
import { buildPlaces } from '../../../../bin/build/places.ts';
import { BUILD_TIMEOUT_MS } from './places-file-ready.ts';

const chicago: ZipRecord = {
  zip: '60632',
  city: 'Chicago',
  state: 'IL',
  latitude: 41.8,
  longitude: -87.7,
  measured: true,
};
const noCities = new Map();

describe('merging ZIP sources', () => {
  it('keeps the union in ZIP order, the first source before later ones', () => {
    const second = { ...chicago, zip: '60001' };
    const other = { ...chicago, city: 'Chicago Lawn', latitude: 41.7 };
    expect(mergeZips([[chicago], [other, second]], noCities)).toEqual([second, chicago]);
  });

  it("replaces a city point by a later source's measured point only when they agree", () => {
    const cityPoint = { ...chicago, measured: false };
    const near = { ...chicago, latitude: 41.85 };
    const far = { ...chicago, latitude: 43 };
    expect(mergeZips([[cityPoint], [near]], noCities)).toEqual([near]);
    expect(mergeZips([[cityPoint], [far]], noCities)).toEqual([cityPoint]);
  });

  it('omits ZIP codes outside the US', () => {
    expect(
      mergeZips(
        [
          [
            { ...chicago, state: 'MH' },
            { ...chicago, state: '' },
          ],
        ],
        noCities,
      ),
    ).toEqual([]);
  });

  it("moves a ZIP code from its county's point to its city", () => {
    const atCounty = ['Torrance', 'Los Angeles', 'Compton'].map((city, position) => ({
      ...chicago,
      city,
      zip: `9000${position}`,
    }));
    const torrance = { name: 'Torrance', state: 'IL', latitude: 41.5, longitude: -87.5 };
    const merged = mergeZips([atCounty], new Map([['torrance IL', [torrance]]]));
    expect(merged.map(({ latitude, measured }) => [latitude, measured])).toEqual([
      [41.5, false],
      [41.8, false],
      [41.8, false],
    ]);
  });
});

describe('the central ZIP of a city', () => {
  const at = (zip: string, latitude: number, measured = true) => ({ ...chicago, zip, latitude, measured });

  it("is an ordinary ZIP at the gazetteer's center, the lowest of those downtown", () => {
    const own = [at('60601', 41), at('60602', 41.5), at('60603', 41.51), at('60699', 41.52)];
    const center = { latitude: 41.515, longitude: -87.7 };
    expect(centralZip(own, [center]).zip).toBe('60602');
  });

  it('is not at a distant place with the same name', () => {
    const own = [at('60601', 41), at('60602', 41.1), at('60603', 41.4)];
    expect(centralZip(own, [{ latitude: 38, longitude: -87.7 }]).zip).toBe('60602');
  });

  it("does not share a point and is not at the city's own point, unless there is no other", () => {
    const boxes = [at('60601', 41), at('60602', 41), at('60603', 41.02)];
    const center = { latitude: 41.02, longitude: -87.7 };
    expect(centralZip([...boxes, at('60604', 41.1)], [center]).zip).toBe('60604');
    expect(centralZip(boxes, [center]).zip).toBe('60601');
  });
});

describe('a displayed name', () => {
  it.each([
    ['Mckinney', 'McKinney'],
    ['Mc Grath', 'McGrath'],
    ['Lincoln\u0027S New Salem', "Lincoln's New Salem"],
    ['City Of Industry', 'City of Industry'],
    ['Usaf Academy', 'USAF Academy'],
    ['Mayagüez', 'Mayaguez'],
    ['Kāne‘ohe', 'Kaneohe'],
    ['O’Fallon', "O'Fallon"],
    ['The Dalles', 'The Dalles'],
  ])('of %j is %j', (source, shown) => {
    expect(displayName(source)).toBe(shown);
  });
});

describe('the places file as built', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'has the same bytes every time, and every delivery ZIP of the country',
    async () => {
      const first = await buildPlaces(join(folder, 'first', 'places.bin'));
      await buildPlaces(join(folder, 'second.bin'));
      const [one, two] = await Promise.all(
        ['first/places.bin', 'second.bin'].map((name) => readFile(join(folder, name))),
      );
      expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
      expect(first.zips).toBeGreaterThan(41_000);
      expect(first.cities).toBeGreaterThan(first.zips / 2);
    },
    BUILD_TIMEOUT_MS,
  );
});
