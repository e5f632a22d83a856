import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEmbeddedGeocoder } from '../../../shared/places/embedded-geocoder.ts';
import { createFactorRoadDistances } from '../../../shared/places/factor-road-distances.ts';
import { greatCircleMiles } from '../../../shared/places/great-circle.ts';
import type { LocatedInState } from '../../../shared/places/road-distance.ts';
import { gate, KNOWN_LANES } from './known-lanes.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

const MOST_PERCENT_OFF = 12;

const distances = createFactorRoadDistances();

function miles(origin: LocatedInState, destination: LocatedInState): number {
  const distance = distances.between(origin, destination);
  return distance.routable ? distance.miles : Number.NaN;
}

const harbours = [
  { latitude: 36.92, longitude: -76.33, state: 'VA' },
  { latitude: 47.58, longitude: -122.35, state: 'WA' },
  { latitude: 47.27, longitude: -122.41, state: 'WA' },
  { latitude: 42.3, longitude: -83.1, state: 'MI' },
  { latitude: 33.74, longitude: -118.25, state: 'CA' },
];
const anywhere = fc.record({
  latitude: fc.double({ min: 26, max: 48, noNaN: true }),
  longitude: fc.double({ min: -123, max: -70, noNaN: true }),
  state: fc.constant('KS'),
});
const nearHarbour = fc
  .tuple(fc.constantFrom(...harbours), fc.double({ min: -0.6, max: 0.6, noNaN: true }))
  .map(([harbour, shift]) => ({ ...harbour, latitude: harbour.latitude + shift }));
const anyEnd = fc.oneof(anywhere, nearHarbour);

/** The point so many miles from another in a direction on the sphere of the great-circle formula. */
function away(from: LocatedInState, bearing: number, distance: number): LocatedInState {
  const radians = Math.PI / 180;
  const angle = distance / 3958.7613;
  const latitude = from.latitude * radians;
  const sine =
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing * radians);
  const east = Math.sin(bearing * radians) * Math.sin(angle) * Math.cos(latitude);
  const turn = Math.atan2(east, Math.cos(angle) - Math.sin(latitude) * sine);
  return { ...from, latitude: Math.asin(sine) / radians, longitude: from.longitude + turn / radians };
}

describe('road miles by factor', () => {
  beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

  it(`are at most ${MOST_PERCENT_OFF}% off on the known lanes`, () => {
    const geocoder = createEmbeddedGeocoder();
    const rows = KNOWN_LANES.map(({ from, city, state, miles: known }) => {
      const result = geocoder.locate({ city, state });
      const computed = result.found ? miles(gate(from), result.place) : Number.NaN;
      return { lane: `${from} -> ${city}, ${state}`, known, computed, percent: (computed / known - 1) * 100 };
    });
    const mean = rows.reduce((sum, { percent }) => sum + Math.abs(percent), 0) / rows.length;
    const lines = rows.map(
      ({ lane, known, computed, percent }) =>
        `${lane.padEnd(30)} known ${known}, computed ${computed.toFixed(0)} (${percent.toFixed(1)}%)`,
    );
    process.stdout.write(`${lines.join('\n')}\nmean absolute error ${mean.toFixed(1)}%\n`);
    expect(rows.filter(({ percent }) => !(Math.abs(percent) <= MOST_PERCENT_OFF))).toEqual([]);
  });

  it('are about 800 from APM Elizabeth Terminal to Chicago 60632', () => {
    const elizabeth = { latitude: 40.67, longitude: -74.15, state: 'NJ' };
    const destination = createEmbeddedGeocoder().locate({ city: 'Chicago', state: 'IL', zip: '60632' });
    const computed = destination.found ? miles(elizabeth, destination.place) : Number.NaN;
    expect(Math.abs(computed - 800)).toBeLessThan(25);
  });

  it('name their method', () => {
    expect(distances.between(gate('newark'), gate('norfolk'))).toMatchObject({ source: 'road-factor-v1' });
  });

  it('are 0 to the same point, the same both ways, and never below the great circle', () => {
    fc.assert(
      fc.property(anyEnd, anyEnd, (a, b) => {
        expect(miles(a, a)).toBe(0);
        expect(miles(a, b)).toBe(miles(b, a));
        expect(miles(a, b)).toBeGreaterThanOrEqual(greatCircleMiles(a, b));
        expect(miles(a, b)).toBeLessThanOrEqual(2 * greatCircleMiles(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('grow with the distance in any direction from an origin away from water', () => {
    const kansas = { latitude: 38.8, longitude: -95, state: 'KS' };
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const reach = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(bearing, reach, reach, (direction, one, other) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)];
        const order =
          miles(kansas, away(kansas, direction, far)) - miles(kansas, away(kansas, direction, near));
        expect(order).toBeGreaterThanOrEqual((far - near) * 0.99 - 1e-6);
      }),
      { numRuns: 1000 },
    );
  });

  it('grow with the distance in any direction from a harbour, as long as no other is near the far end', () => {
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const reach = fc.double({ min: 0, max: 1500, noNaN: true });
    const clearOfOthers = (from: LocatedInState, end: LocatedInState) =>
      harbours.every((other) => greatCircleMiles(other, from) < 60 || greatCircleMiles(other, end) > 50);
    fc.assert(
      fc.property(nearHarbour, bearing, reach, reach, (from, direction, one, other) => {
        const near = away(from, direction, Math.min(one, other));
        const far = away(from, direction, Math.max(one, other));
        fc.pre(clearOfOthers(from, near) && clearOfOthers(from, far));
        expect(miles(from, far) - miles(from, near)).toBeGreaterThanOrEqual(-1e-6);
      }),
      { numRuns: 2000 },
    );
  });

  it('change without a step as an end moves', () => {
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const reach = fc.double({ min: 1, max: 900, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...harbours), bearing, reach, (from, direction, distance) => {
        const end = away(from, direction, distance);
        const moved = away(end, direction + 77, 0.001);
        expect(Math.abs(miles(from, moved) - miles(from, end))).toBeLessThan(0.1);
      }),
      { numRuns: 1000 },
    );
  });

  it('go round the water of Norfolk, Seattle, Tacoma and Detroit', () => {
    const ratio = (from: LocatedInState, to: LocatedInState) => miles(from, to) / greatCircleMiles(from, to);
    const [norfolk, seattle, tacoma, detroit] = harbours as [
      LocatedInState,
      LocatedInState,
      LocatedInState,
      LocatedInState,
    ];
    expect(ratio(norfolk, away(norfolk, 5, 150))).toBeCloseTo(1.34, 2);
    expect(ratio(norfolk, away(norfolk, 230, 150))).toBeLessThan(1.17);
    expect(ratio(seattle, away(seattle, 90, 200))).toBeCloseTo(1.22, 2);
    expect(ratio(tacoma, away(tacoma, 180, 100))).toBeCloseTo(1.24, 2);
    expect(ratio(detroit, away(detroit, 270, 200))).toBeCloseTo(1.19, 2);
  });
});
