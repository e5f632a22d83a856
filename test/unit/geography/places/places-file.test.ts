import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PlacesColumns,
  packPlaces,
  unpackPlaces,
} from '../../../../shared/geography/places/places-file.ts';

const u8 = fc.uint8Array({ maxLength: 9 });
const u16 = fc.uint16Array({ maxLength: 9 });
const u32 = fc.uint32Array({ maxLength: 9 });
const i32 = fc.int32Array({ maxLength: 9 });
const anyColumns = fc.record({
  zips: u32,
  latitudes: i32,
  longitudes: i32,
  cityHashes: u32,
  nameOffsets: u32,
  zipCities: u16,
  cityNames: u16,
  cityPoints: u16,
  cityStates: u8,
  cityZips: u8,
  citiesByKey: u16,
  states: u8,
  names: u8,
}) as fc.Arbitrary<PlacesColumns>;

const contents = (columns: PlacesColumns) =>
  Object.entries(columns).map(([name, column]) => [name, column.constructor.name, Array.from(column)]);

describe('the places file', () => {
  it('returns all columns, at any offset in memory', () => {
    fc.assert(
      fc.property(anyColumns, fc.nat({ max: 7 }), (columns, offset) => {
        const file = packPlaces(columns);
        const moved = new Uint8Array(offset + file.length);
        moved.set(file, offset);
        expect(contents(unpackPlaces(moved.subarray(offset)))).toEqual(contents(columns));
      }),
    );
  });

  it('is rejected when truncated', () => {
    const longest = { names: new Uint8Array(40) };
    fc.assert(
      fc.property(anyColumns, fc.integer({ min: 4, max: 39 }), (columns, cut) => {
        const file = packPlaces({ ...columns, ...longest });
        expect(() => unpackPlaces(file.slice(0, file.length - cut))).toThrow('truncated');
      }),
    );
  });

  it.each([0, 3, 107, 4096])('is rejected when it is %d other bytes', (length) => {
    expect(() => unpackPlaces(new Uint8Array(length))).toThrow('unsupported layout');
  });
});
