import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import type { ZipRecord } from './source-records.ts';

/** A gazetteer's place farther than this from every ZIP of the city is a namesake elsewhere in the state. */
const SAME_CITY_MILES = 15;

/** The sources round to about 10 m. */
const SAME_POINT_MILES = 0.02;

/**
 * Of the ZIPs this near the centre the lowest is taken: low numbers are delivery areas, high ones single buildings and
 * post boxes.
 */
const DOWNTOWN_MILES = 2;

/**
 * The ZIP a city stands at when no ZIP is given: an ordinary ZIP at its centre, so that asking with that ZIP answers
 * the same point.
 * @param own the city's ZIPs, at least one, in ZIP order.
 * @param namesakes the gazetteer's places of that name in the state; the one at the city is its centre.
 */
export function centralZip(own: readonly ZipRecord[], namesakes: readonly Coordinates[]): ZipRecord {
  const ordinary = ordinaryZips(own, namesakes);
  const centre = nearestOf(namesakes, ordinary) ?? medoid(ordinary);
  const reach = greatCircleMiles(nearest(ordinary, centre), centre) + DOWNTOWN_MILES;
  return ordinary.find((zip) => greatCircleMiles(zip, centre) <= reach) ?? nearest(ordinary, centre);
}

/**
 * Post boxes and single firms stand at their post office's point, which they share, or at the city's own; they are
 * left out where the city has other ZIPs.
 * @param own the city's ZIPs.
 * @param namesakes the gazetteer's places of that name in the state.
 */
export function ordinaryZips(
  own: readonly ZipRecord[],
  namesakes: readonly Coordinates[],
): readonly ZipRecord[] {
  const sharing = Map.groupBy(own, ({ latitude, longitude }) => `${latitude} ${longitude}`);
  const measured = own.filter((zip) => zip.measured);
  const alone = measured.filter(
    (zip) =>
      sharing.get(`${zip.latitude} ${zip.longitude}`)?.length === 1 &&
      !namesakes.some((place) => greatCircleMiles(place, zip) < SAME_POINT_MILES),
  );
  return [alone, measured].find((zips) => zips.length > 0) ?? own;
}

function nearestOf(namesakes: readonly Coordinates[], zips: readonly ZipRecord[]): Coordinates | undefined {
  const near = namesakes
    .map((place) => ({ place, miles: greatCircleMiles(place, nearest(zips, place)) }))
    .filter(({ miles }) => miles <= SAME_CITY_MILES);
  return near.sort((a, b) => a.miles - b.miles)[0]?.place;
}

/** The ZIP with the least sum of distances to all others. */
function medoid(zips: readonly ZipRecord[]): Coordinates {
  const sums = zips.map((zip) => zips.reduce((sum, other) => sum + greatCircleMiles(zip, other), 0));
  return zips[sums.indexOf(Math.min(...sums))] ?? nearest(zips, { latitude: 0, longitude: 0 });
}

function nearest(zips: readonly ZipRecord[], point: Coordinates): ZipRecord {
  return zips.reduce((best, zip) =>
    greatCircleMiles(zip, point) < greatCircleMiles(best, point) ? zip : best,
  );
}
