import type { Coordinates } from '../../geography/places/place.ts';
import { chordSquared, unitVector } from './unit-vector.ts';

/** Points on the unit sphere. The order by great-circle distance equals the order by straight-line distance. */
export interface PointIndex {
  /** The candidates within the great-circle radius, nearest first; the sort is stable. */
  within(candidates: readonly number[], centre: Coordinates, radiusMiles: number): number[];
}

/** Builds the index of points 0..n-1. */
export function buildPointIndex(points: readonly Coordinates[]): PointIndex {
  const vectors = new Float64Array(points.length * 3);
  points.forEach((point, index) => {
    vectors.set(unitVector(point), index * 3);
  });

  return {
    within: (candidates, centre, radiusMiles) => {
      const [x, y, z] = unitVector(centre);
      const limit = chordSquared(radiusMiles);
      const hits: { readonly document: number; readonly far: number }[] = [];
      for (const document of candidates) {
        const dx = (vectors[document * 3] ?? 0) - x;
        const dy = (vectors[document * 3 + 1] ?? 0) - y;
        const dz = (vectors[document * 3 + 2] ?? 0) - z;
        const far = dx * dx + dy * dy + dz * dz;
        if (far <= limit) hits.push({ document, far });
      }
      return hits.sort((a, b) => a.far - b.far).map(({ document }) => document);
    },
  };
}
