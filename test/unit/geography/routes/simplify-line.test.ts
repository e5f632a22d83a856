import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplifyLine } from '../../../../shared/geography/routes/simplify-line.ts';

const anyLine = fc.array(
  fc.record({
    latitude: fc.double({ min: 25, max: 49, noNaN: true }),
    longitude: fc.double({ min: -125, max: -67, noNaN: true }),
  }),
  { minLength: 2, maxLength: 60 },
);

describe('a simplified line', () => {
  it('has some of the points in their order, both ends, and at most the maximum', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 2, max: 40 }), (line, max) => {
        const simple = simplifyLine(line, max);
        expect(simple).toHaveLength(Math.min(line.length, max));
        expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
        let at = -1;
        for (const point of simple) {
          at = line.indexOf(point, at + 1);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('keeps corners and drops points of straight parts', () => {
    const line = [
      [0, 0],
      [0, 1],
      [0, 2],
      [2, 2],
      [3, 2],
      [4, 2],
    ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));
    expect(simplifyLine(line, 3)).toEqual([line[0], line[2], line[5]]);
  });
});
