import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import type { ZipRecord } from './source-records.ts';

/** A gazetteer place farther than this from all ZIP codes of the city is another place with the same name. */
const SAME_CITY_MILES = 15;

/** Tolerance for equal points: the sources round to about 10 m. */
const SAME_POINT_MILES = 0.02;

/**
 * The lowest ZIP code within this distance of the center is the central one. Low numbers are delivery areas; high numbers
 * are single buildings and post office boxes.
 */
const DOWNTOWN_MILES = 2;

/**
 * The ZIP code that represents a city in an address without a ZIP code: an ordinary ZIP code at the city center. An
 * address with this ZIP code has the same location.
 * @param own the ZIP codes of the city, at least one, in ascending order.
 * @param namesakes gazetteer places with the city's name in the state; the one at the city is its center.
 */
export function centralZip(own: readonly ZipRecord[], namesakes: readonly Coordinates[]): ZipRecord {
  const ordinary = ordinaryZips(own, namesakes);
  const center = nearestOf(namesakes, ordinary) ?? medoid(ordinary);
  const reach = greatCircleMiles(nearest(ordinary, center), center) + DOWNTOWN_MILES;
  return ordinary.find((zip) => greatCircleMiles(zip, center) <= reach) ?? nearest(ordinary, center);
}

/**
 * The ZIP codes of a city without those of post office boxes and single firms, unless the city has no others. The sources
 * place those ZIP codes at a shared point (their post office) or at the point of the city.
 * @param own the ZIP codes of the city.
 * @param namesakes gazetteer places with the city's name in the state.
 */
export function ordinaryZips(
  own: readonly ZipRecord[],
  namesakes: readonly Coordinates[],
): readonly ZipRecord[] {
  const sharing = Map.groupBy(own, ({ latitude, longitude }) => `${latitude} ${longitude}`);
  const measured = own.filter((zip) => zip.measured);
  const withOwnPoint = measured.filter(
    (zip) =>
      sharing.get(`${zip.latitude} ${zip.longitude}`)?.length === 1 &&
      !namesakes.some((place) => greatCircleMiles(place, zip) < SAME_POINT_MILES),
  );
  return [withOwnPoint, measured].find((zips) => zips.length > 0) ?? own;
}

function nearestOf(namesakes: readonly Coordinates[], zips: readonly ZipRecord[]): Coordinates | undefined {
  const near = namesakes
    .map((place) => ({ place, miles: greatCircleMiles(place, nearest(zips, place)) }))
    .filter(({ miles }) => miles <= SAME_CITY_MILES);
  return near.sort((a, b) => a.miles - b.miles)[0]?.place;
}

/** The ZIP code with the smallest sum of distances to all others. */
function medoid(zips: readonly ZipRecord[]): Coordinates {
  const sums = zips.map((zip) => zips.reduce((sum, other) => sum + greatCircleMiles(zip, other), 0));
  return zips[sums.indexOf(Math.min(...sums))] ?? nearest(zips, { latitude: 0, longitude: 0 });
}

function nearest(zips: readonly ZipRecord[], point: Coordinates): ZipRecord {
  return zips.reduce((best, zip) =>
    greatCircleMiles(zip, point) < greatCircleMiles(best, point) ? zip : best,
  );
}
