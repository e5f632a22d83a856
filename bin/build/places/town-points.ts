import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { ListedCity } from './list-cities.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/** Up to this distance, the point of the ZIP code is as good as the point of the town. */
const NEAR_MILES = 5;

/**
 * A town with a large ZIP code area is up to 26 miles from its point. From 31 miles on, the gazetteer place is nearly
 * always another place with the same name (all 400 differences were checked).
 */
const SAME_TOWN_MILES = 28;

/**
 * Moves the central ZIP code of a town with a large area to the town itself, where most of its freight goes.
 * @param cities as listed from these ZIP codes.
 * @param gazetteer places by `cityKey`.
 */
export function moveToTowns(
  zips: readonly ZipRecord[],
  cities: readonly ListedCity[],
  gazetteer: ReadonlyMap<string, readonly CityRecord[]>,
): ZipRecord[] {
  const towns = new Map(cities.map((city) => [city.zip, townOf(city, gazetteer.get(city.key) ?? [])]));
  return zips.map((zip) => {
    const { latitude, longitude } = towns.get(zip.zip) ?? zip;
    return { ...zip, latitude, longitude };
  });
}

function townOf(city: ListedCity, namesakes: readonly CityRecord[]): CityRecord | undefined {
  const miles = namesakes.map((place) => greatCircleMiles(place, city));
  const nearest = Math.min(...miles);
  const isDistant = nearest > NEAR_MILES && nearest < SAME_TOWN_MILES;
  return isDistant ? namesakes[miles.indexOf(nearest)] : undefined;
}
