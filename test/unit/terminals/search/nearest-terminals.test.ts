import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { TERMINAL_TYPES, type Terminal } from '../../../../shared/terminals/catalogue/terminal.ts';
import { buildNearestTerminals } from '../../../../shared/terminals/search/nearest-terminals.ts';

const LISTED = loadTerminals();
const LONG_BEACH = { latitude: 33.77, longitude: -118.19 };
const any = () => true;
const isPrincipal = ({ principal }: Terminal) => principal;

describe('the nearest terminals', () => {
  it('equal the result of a full scan, nearest first', () => {
    const { within } = buildNearestTerminals(LISTED);
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
            .filter((far) => far <= radius)
            .sort((a, b) => a - b);
          const found = within(from, radius, (terminal) => terminal.type === type);
          expect(found.map((one) => one.miles)).toEqual(miles.map((far) => expect.closeTo(far, 6)));
          for (const { terminal, miles: far } of found) {
            expect(terminal.type).toBe(type);
            expect(far).toBe(greatCircleMiles(from, terminal));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are open ones', () => {
    const [first] = buildNearestTerminals(LISTED).within(LONG_BEACH, 60, isPrincipal);
    const others = LISTED.map((one) => ({ ...one, closed: one.name === first?.terminal.name }));
    const nearest = buildNearestTerminals(others);

    expect(first?.terminal).toMatchObject({ state: 'CA', port: 'USLGB' });
    expect(nearest.within(LONG_BEACH, 60, isPrincipal)).not.toContainEqual(first);
    expect(nearest.all()).toHaveLength(LISTED.length - 1);
    expect(nearest.all()).not.toContain(first?.terminal);
  });

  it('are none if none is near', () => {
    const bismarck = { latitude: 46.8, longitude: -100.8 };
    expect(buildNearestTerminals(LISTED).within(bismarck, 60, any)).toEqual([]);
  });
});
