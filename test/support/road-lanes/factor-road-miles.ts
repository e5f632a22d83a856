import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import { typicalRoadMiles } from '../../../shared/geography/roads/road-factors.ts';
import { barrierMiles } from './water-barriers.ts';

/**
 * The yardstick of the road distances: great-circle miles times measured factors, with the water barriers of some
 * harbours.
 */
export function factorRoadMiles(origin: Coordinates, destination: Coordinates): number {
  return typicalRoadMiles(greatCircleMiles(origin, destination)) + barrierMiles(origin, destination);
}
