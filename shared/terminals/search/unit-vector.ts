import { EARTH_RADIUS_MILES } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';

const RADIANS = Math.PI / 180;

/** Converts a point to the unit sphere, where the order by straight-line distance equals the great-circle order. */
export function unitVector({ latitude, longitude }: Coordinates): readonly [number, number, number] {
  const parallel = Math.cos(latitude * RADIANS);
  return [
    parallel * Math.cos(longitude * RADIANS),
    parallel * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

/** Squared chord on the unit sphere for a great-circle distance; Infinity from half the circumference. */
export function chordSquared(miles: number): number {
  const angle = miles / EARTH_RADIUS_MILES;
  return angle >= Math.PI ? Number.POSITIVE_INFINITY : (2 * Math.sin(angle / 2)) ** 2;
}
