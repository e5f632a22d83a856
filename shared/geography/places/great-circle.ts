import type { Coordinates } from './place.ts';

/** Mean Earth radius: 6371.0088 km (IUGG, Moritz 2000, R1) in statute miles of 1.609344 km. */
export const EARTH_RADIUS_MILES = 6371.0088 / 1.609344;

const RADIANS_PER_DEGREE = Math.PI / 180;

/**
 * Great-circle distance on the mean sphere by the haversine formula, which is accurate for close points. The sphere
 * deviates from the ellipsoid by at most 0.5%.
 * @returns statute miles, never negative.
 */
export function greatCircleMiles(a: Coordinates, b: Coordinates): number {
  const latitudeA = a.latitude * RADIANS_PER_DEGREE;
  const latitudeB = b.latitude * RADIANS_PER_DEGREE;
  const halfChordSquared =
    haversine(latitudeB - latitudeA) +
    Math.cos(latitudeA) * Math.cos(latitudeB) * haversine((b.longitude - a.longitude) * RADIANS_PER_DEGREE);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(halfChordSquared)));
}

/**
 * Initial direction of the great circle from one point to another.
 * @returns degrees clockwise from north, 0 (inclusive) to 360; 0 for the same point.
 */
export function initialBearing(from: Coordinates, to: Coordinates): number {
  const latitudeFrom = from.latitude * RADIANS_PER_DEGREE;
  const latitudeTo = to.latitude * RADIANS_PER_DEGREE;
  const turn = (to.longitude - from.longitude) * RADIANS_PER_DEGREE;
  const east = Math.sin(turn) * Math.cos(latitudeTo);
  const north =
    Math.cos(latitudeFrom) * Math.sin(latitudeTo) -
    Math.sin(latitudeFrom) * Math.cos(latitudeTo) * Math.cos(turn);
  return (Math.atan2(east, north) / RADIANS_PER_DEGREE + 360) % 360;
}

function haversine(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}
