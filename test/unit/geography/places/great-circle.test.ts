import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EARTH_RADIUS_MILES,
  greatCircleMiles,
  initialBearing,
} from '../../../../shared/geography/places/great-circle.ts';

const anyPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('greatCircleMiles', () => {
  it('agrees with published distances between airports within 0.5%', () => {
    const losAngeles = { latitude: 33.9425, longitude: -118.4081 };
    const newYork = { latitude: 40.6398, longitude: -73.7789 };
    expect(greatCircleMiles(losAngeles, newYork) / 2475).toBeCloseTo(1, 2);
  });

  it('is the shortest distance across the antimeridian and the poles', () => {
    expect(
      greatCircleMiles({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
    ).toBeCloseTo((EARTH_RADIUS_MILES * Math.PI) / 180, 6);
    expect(greatCircleMiles({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 123 })).toBeCloseTo(
      0,
      6,
    );
  });

  it('is 0 to the same point, equal in both directions, and at most half the circumference', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (a, b) => {
        expect(greatCircleMiles(a, a)).toBe(0);
        expect(greatCircleMiles(a, b)).toBe(greatCircleMiles(b, a));
        expect(greatCircleMiles(a, b)).toBeLessThanOrEqual(EARTH_RADIUS_MILES * Math.PI + 1e-9);
      }),
    );
  });

  it('is half the circumference to the opposite point', () => {
    fc.assert(
      fc.property(anyPoint, ({ latitude, longitude }) => {
        const opposite = { latitude: -latitude, longitude: longitude + (longitude > 0 ? -180 : 180) };
        expect(greatCircleMiles({ latitude, longitude }, opposite)).toBeCloseTo(
          EARTH_RADIUS_MILES * Math.PI,
          3,
        );
      }),
    );
  });

  it('is a number if rounding makes the haversine of opposite points larger than 1', () => {
    const point = { latitude: 58.151426, longitude: -89.0462562 };
    const opposite = { latitude: -58.1514262, longitude: 90.9537438 };
    expect(greatCircleMiles(point, opposite)).toBeCloseTo(EARTH_RADIUS_MILES * Math.PI, 3);
  });

  it('is never longer than a detour', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyPoint, (a, b, c) => {
        expect(greatCircleMiles(a, c)).toBeLessThanOrEqual(
          greatCircleMiles(a, b) + greatCircleMiles(b, c) + 1e-3,
        );
      }),
    );
  });
});

describe('initialBearing', () => {
  const origin = { latitude: 36, longitude: -76 };

  it.each([
    [{ latitude: 37, longitude: -76 }, 0],
    [{ latitude: 36, longitude: -75.99 }, 90],
    [{ latitude: 35, longitude: -76 }, 180],
    [{ latitude: 36, longitude: -76.01 }, 270],
  ])('to %j is %d degrees', (point, bearing) => {
    expect(initialBearing(origin, point)).toBeCloseTo(bearing, 1);
  });

  it('stays from 0 to below 360', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (a, b) => {
        expect(initialBearing(a, b)).toBeGreaterThanOrEqual(0);
        expect(initialBearing(a, b)).toBeLessThan(360);
      }),
    );
  });
});
