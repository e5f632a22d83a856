import { describe, expect, it } from 'vitest';
import { moveToTowns } from '../../../../bin/build/places/town-points.ts';

const at = (latitude: number) => ({ name: 'Elko', state: 'NV', latitude, longitude: -115 });
const zip = { zip: '89801', city: 'Elko', state: 'NV', latitude: 40, longitude: -115, measured: true };
const outlying = { ...zip, zip: '89802', latitude: 39 };
const elko = { ...zip, name: 'Elko', key: 'elko NV', ordinaryZips: 2 };
const moved = (...latitudes: number[]) =>
  moveToTowns([zip, outlying], [elko], new Map([['elko NV', latitudes.map(at)]]));

/** A tenth of a degree of latitude is 6.9 miles. */
describe('the central ZIP of a town', () => {
  it('moves to a distant town, and no other ZIP code moves', () => {
    expect(moved(40.2)).toEqual([{ ...zip, latitude: 40.2 }, outlying]);
  });

  it.each([
    ['near enough', 40.05],
    ['a namesake far away', 40.5],
  ])('stays where the place is %s', (_, latitude) => {
    expect(moved(latitude)).toEqual([zip, outlying]);
  });

  it('stays where a place of the same name is near, or there is none', () => {
    expect(moved(40.2, 40.01)).toEqual([zip, outlying]);
    expect(moveToTowns([zip], [elko], new Map())).toEqual([zip]);
  });
});
