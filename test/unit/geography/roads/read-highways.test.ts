import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Highway,
  readHighways,
  readJunctions,
  readWaterLines,
} from '../../../../bin/build/places/read-highways.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../places/places-file-ready.ts';

const highways = readHighways();

function between(a: string, b: string): Highway | undefined {
  return highways.find(({ ends }) => ends.includes(a) && ends.includes(b));
}

describe('the source files of the highways', () => {
  beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

  it('have the miles between mile posts, also over a state line', () => {
    expect(between('Reno NV', 'Fernley NV')).toMatchObject({ miles: 32, interstate: true });
    expect(between('Yreka CA', 'Ashland OR')).toMatchObject({ miles: 797 - 775 + 14 });
    expect(between('Mesquite NV', 'St. George UT')).toMatchObject({ miles: 3 + 29 + 7 });
  });

  it('end at the last post if it is not a state line', () => {
    expect(between('Walton KY', 'Cincinnati OH')).toBeUndefined();
  });

  it('have the miles of links, and mark Interstates', () => {
    expect(between('Moab UT', 'Monticello UT')).toMatchObject({ interstate: false });
    expect(between('Nogales AZ', 'Tucson AZ')).toMatchObject({ miles: 64, interstate: true });
  });

  it('are many, without duplicates, and connected', () => {
    expect(highways.length).toBeGreaterThan(3000);
    expect(new Set(highways.map(({ ends }) => [...ends].sort().join())).size).toBe(highways.length);
    const neighbours = Map.groupBy(
      highways.flatMap(({ ends: [a, b] }) => [[a, b] as const, [b, a] as const]),
      ([from]) => from,
    );
    // The first junction of each part: the mainland, Alaska's road system, Oahu and Puerto Rico.
    const reached = new Set(['Denver CO', 'Anchorage AK', 'Honolulu HI', 'San Juan PR']);
    for (const junction of reached) for (const [, to] of neighbours.get(junction) ?? []) reached.add(to);
    const cutOff = [...neighbours.keys()].filter((name) => !reached.has(name));
    expect(cutOff).toEqual([]);
  });

  it('have about the miles between their junctions', () => {
    const geocoder = createEmbeddedGeocoder();
    const junctions = readJunctions();
    const positionOf = (name: string) => {
      const found = geocoder.locate({ city: name.slice(0, -3), state: name.slice(-2) });
      return junctions.get(name) ?? (found.found ? found.place : { latitude: 0, longitude: 0 });
    };
    const amiss = highways.filter(({ ends: [a, b], miles }) => {
      const straight = greatCircleMiles(positionOf(a), positionOf(b));
      return straight > miles + 10 || miles > 2.5 * straight + 15;
    });
    expect(amiss).toEqual([]);
  });

  it('use every position in junctions.txt', () => {
    const used = new Set(highways.flatMap(({ ends }) => ends));
    expect([...readJunctions().keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  it('have water lines of at least two points', () => {
    expect(readWaterLines().filter(({ points }) => points.length < 2)).toEqual([]);
  });
});
