import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { greatCircleMiles } from '../../../shared/places/great-circle.ts';
import { loadTerminals } from '../../../shared/terminals/load-terminals.ts';
import { buildNearestTerminals } from '../../../shared/terminals/nearest-terminals.ts';
import { TERMINAL_TYPES } from '../../../shared/terminals/terminal.ts';

const LISTED = loadTerminals();
const LONG_BEACH = { latitude: 33.77, longitude: -118.19 };

describe('the nearest terminal', () => {
  it('is the one that a look at all of them finds', () => {
    const { nearest } = buildNearestTerminals(LISTED);
    const point = fc.record({
      latitude: fc.double({ min: 25, max: 48, noNaN: true }),
      longitude: fc.double({ min: -124, max: -70, noNaN: true }),
    });
    fc.assert(
      fc.property(
        point,
        fc.constantFrom(...TERMINAL_TYPES),
        fc.double({ min: 1, max: 500, noNaN: true }),
        (from, type, radius) => {
          const miles = LISTED.filter((terminal) => terminal.type === type)
            .map((terminal) => greatCircleMiles(from, terminal))
            .filter((far) => far <= radius);
          const found = nearest(from, type, radius);
          expect(found && greatCircleMiles(from, found)).toEqual(
            miles.length === 0 ? undefined : expect.closeTo(Math.min(...miles), 6),
          );
          expect(found?.type ?? type).toBe(type);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is an open one', () => {
    const first = buildNearestTerminals(LISTED).nearest(LONG_BEACH, 'marine', 60);
    const without = LISTED.map((terminal) => ({ ...terminal, closed: terminal.name === first?.name }));
    const second = buildNearestTerminals(without).nearest(LONG_BEACH, 'marine', 60);

    expect(first?.state).toBe('CA');
    expect(second?.name).not.toBe(first?.name);
  });

  it('is none where none is near', () => {
    expect(
      buildNearestTerminals(LISTED).nearest({ latitude: 46.8, longitude: -100.8 }, 'marine', 60),
    ).toBeUndefined();
  });
});
