import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import { typicalRoadMiles } from '../../../shared/geography/roads/road-miles.ts';
import { barrierMiles } from './water-barriers.ts';

/** Baseline for road distances: great-circle miles times measured factors, plus the water barriers of some harbors. */
export function factorRoadMiles(origin: Coordinates, destination: Coordinates): number {
  return typicalRoadMiles(greatCircleMiles(origin, destination)) + barrierMiles(origin, destination);
}
