import { describe, expect, it } from 'vitest';
import { encodeHighways } from '../../../../bin/build/places/encode-highways.ts';
import { packHighways, unpackHighways } from '../../../../shared/geography/roads/highways-file.ts';
import { crossesAny, milesAround, readWaterLines } from '../../../../shared/geography/roads/water-lines.ts';

const POSITIONS: Readonly<Record<string, { latitude: number; longitude: number }>> = {
  'Alpha KS': { latitude: 38, longitude: -98 },
  'Beta KS': { latitude: 38.5, longitude: -97.25 },
  'Gamma KS': { latitude: 39, longitude: -99 },
};
const LAKE = {
  points: [
    { latitude: 38, longitude: -90, open: true },
    { latitude: 39, longitude: -90, open: false },
    { latitude: 40, longitude: -90, open: false },
  ],
};
const encoded = () =>
  encodeHighways(
    [
      { ends: ['Gamma KS', 'Alpha KS'], miles: 100, interstate: true, name: 'I-1' },
      { ends: ['Alpha KS', 'Beta KS'], miles: 100, interstate: false, name: 'US-2' },
    ],
    (name) => POSITIONS[name] ?? { latitude: 0, longitude: 0 },
    [LAKE, LAKE],
  );

describe('the highways file', () => {
  it('returns the encoded highways, with a weight on roads other than Interstates', () => {
    const { latitudes, longitudes, from, to, tenths, names, nameTexts } = unpackHighways(encoded());
    expect([[...latitudes], [...longitudes]]).toEqual([
      [3800, 3850, 3900],
      [-9800, -9725, -9900],
    ]);
    expect([[...from], [...to], [...tenths]]).toEqual([
      [0, 0],
      [1, 2],
      [1030, 1000],
    ]);
    expect([[...names], String.fromCharCode(...nameTexts)]).toEqual([[1, 0], 'I-1\nUS-2']);
  });

  it('has the same bytes after unpacking and packing, at any offset in the buffer', () => {
    const bytes = encoded();
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(packHighways(unpackHighways(shifted.subarray(3)))).toEqual(bytes);
  });

  it.each([
    ['nothing', (_: Uint8Array) => new Uint8Array(0)],
    ['another file', (bytes: Uint8Array) => bytes.map(() => 7)],
    ['a truncated file', (bytes: Uint8Array) => bytes.subarray(0, -2)],
    ['a file with more behind it', (bytes: Uint8Array) => new Uint8Array([...bytes, 0, 0])],
  ])('is rejected when it is %s', (_, spoil) => {
    expect(() => unpackHighways(spoil(encoded()))).toThrow('unsupported layout');
  });

  it('is rejected when miles do not fit', () => {
    const road = { ends: ['Alpha KS', 'Beta KS'], miles: 4000, interstate: true, name: 'I-1' } as const;
    expect(() => encodeHighways([road], () => ({ latitude: 0, longitude: 0 }), [])).toThrow('do not fit');
  });
});

describe('water lines', () => {
  const lines = readWaterLines(unpackHighways(encoded()));
  const west = { latitude: 38.2, longitude: -91 };
  const east = { latitude: 38.2, longitude: -89 };

  it('are read as written, in the same order', () => {
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ openEnds: [{ latitude: 38, longitude: -90 }], south: 38, north: 40 });
  });

  it('send a crossing path around their open end, and do not change other paths', () => {
    const straight = milesAround([], west, east);
    const around = milesAround(lines, west, east);
    expect(around).toBeGreaterThan(straight);
    expect(around).toBeLessThan(straight + 12);
    expect(milesAround(lines, west, { latitude: 39, longitude: -90.5 })).toBe(
      milesAround([], west, { latitude: 39, longitude: -90.5 }),
    );
    expect(crossesAny(lines, { ...west, latitude: 37.9 }, { ...east, latitude: 37.9 })).toBe(false);
  });

  it('with two closed ends cannot be crossed', () => {
    const closed = lines.map((line) => ({ ...line, openEnds: [] }));
    expect(milesAround(closed, west, east)).toBe(Number.POSITIVE_INFINITY);
  });
});
