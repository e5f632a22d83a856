import { describe, expect, it } from 'vitest';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import { typicalRoadMiles } from '../../../../shared/geography/roads/road-factors.ts';
import { createRoadMiles } from '../../../../shared/geography/roads/road-miles.ts';

const origin = { latitude: 39, longitude: -95 };
/** A point on the meridian of the origin. */
const north = (degrees: number) => ({ latitude: origin.latitude + degrees, longitude: origin.longitude });

function milesTo(destination: typeof origin, highwayMiles: number): number {
  return createRoadMiles(() => highwayMiles, [])(origin, destination).miles;
}

describe('road miles between two points', () => {
  it.each([0.1, 0.4, 2])('are never below the great circle, %d degrees away', (degrees) => {
    const destination = north(degrees);
    const straight = greatCircleMiles(origin, destination);

    expect(milesTo(destination, straight / 2)).toBe(straight);
  });

  it('are the local path if it is shorter, up to 15 miles', () => {
    const destination = north(0.1);
    const local = typicalRoadMiles(greatCircleMiles(origin, destination));

    expect(milesTo(destination, local + 5)).toBe(local);
  });

  it('are the highway path beyond 40 miles, for any local path', () => {
    const destination = north(1.5);
    const local = typicalRoadMiles(greatCircleMiles(origin, destination));

    expect(milesTo(destination, local + 30)).toBe(local + 30);
  });

  it('are at most twice the local path plus 10 miles', () => {
    const destination = north(1.5);
    const local = typicalRoadMiles(greatCircleMiles(origin, destination));

    expect(milesTo(destination, 10 * local)).toBe(2 * local + 10);
  });
});
