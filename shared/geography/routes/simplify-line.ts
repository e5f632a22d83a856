import type { Coordinates } from '../places/place.ts';

/**
 * A line with at most `max` points: without the inner points whose triangle with both neighbours is smallest (algorithm of
 * Visvalingam and Whyatt). The ends stay.
 * @param max at least 2.
 */
export function simplifyLine(points: readonly Coordinates[], max: number): readonly Coordinates[] {
  const kept = [...points];
  while (kept.length > max) {
    const areas = kept.slice(1, -1).map((point, at) => triangleArea(kept[at], point, kept[at + 2]));
    kept.splice(1 + areas.indexOf(Math.min(...areas)), 1);
  }
  return kept;
}

/** Twice the area on a flat map, in square degrees. */
function triangleArea(a: Coordinates | undefined, b: Coordinates, c: Coordinates | undefined): number {
  if (a === undefined || c === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs(
    (b.longitude - a.longitude) * (c.latitude - a.latitude) -
      (c.longitude - a.longitude) * (b.latitude - a.latitude),
  );
}
