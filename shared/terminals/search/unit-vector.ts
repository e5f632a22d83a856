import { EARTH_RADIUS_MILES } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';

const RADIANS = Math.PI / 180;

/** A point of the Earth on the unit sphere: great-circle order is the order of straight-line distance between these. */
export function unitVector({ latitude, longitude }: Coordinates): readonly [number, number, number] {
  const parallel = Math.cos(latitude * RADIANS);
  return [
    parallel * Math.cos(longitude * RADIANS),
    parallel * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

/** Squared chord of the unit sphere under an arc of so many miles; Infinity from half the way round. */
export function chordSquared(miles: number): number {
  const angle = miles / EARTH_RADIUS_MILES;
  return angle >= Math.PI ? Number.POSITIVE_INFINITY : (2 * Math.sin(angle / 2)) ** 2;
}
