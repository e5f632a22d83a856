import { isDistrictZip } from './city-districts.ts';
import { greatCircleMiles } from './great-circle.ts';
import { normalizeCity } from './normalize-city.ts';
import type { Place } from './place.ts';
import type { PlaceIndex } from './place-index.ts';

/** A place that has no ZIPs of its own may lie in any ZIP this near; so may a big city's name reach. */
const NEIGHBOURHOOD_MILES = 15;

/**
 * Whether a ZIP can be an address in the city named, so that there is nothing to warn of: it is the city's; or that of
 * a district of it; or the city has no ZIPs of its own and lies near; or it is the post's sectional centre of the ZIP
 * (it has most ZIPs of the same three digits, as Baltimore of 212), and near.
 * @param zipPlace the ZIP's place, in the same state.
 * @param named where the city named stands.
 */
export function zipFitsCity(
  index: Pick<PlaceIndex, 'findZip' | 'findSectionalCity'>,
  zipPlace: Place,
  named: Place,
): boolean {
  if (isSameCity(zipPlace, named) || isDistrictZip(zipPlace.zip, named.city, named.state)) return true;
  if (greatCircleMiles(named, zipPlace) > NEIGHBOURHOOD_MILES) return false;
  const standsAt = index.findZip(named.zip);
  if (!standsAt || !isSameCity(standsAt, named)) return true;
  const centre = index.findSectionalCity(zipPlace.zip);
  return centre !== undefined && isSameCity(centre, named);
}

function isSameCity(a: Place, b: Place): boolean {
  return a.state === b.state && normalizeCity(a.city) === normalizeCity(b.city);
}
