import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { ListedCity } from './list-cities.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/** Nearer than this the ZIP's own point is as good as the town's. */
const NEAR_MILES = 5;

/**
 * Towns with a ZIP of hundreds of square miles stand up to 26 miles from its point; from 31 miles on the gazetteer's
 * place is nearly always a namesake (all 400 that differ were looked at).
 */
const SAME_TOWN_MILES = 28;

/**
 * Puts the central ZIP of a far-flung town at the town itself, where its streets and most of its freight are, rather
 * than in the middle of the land around it.
 * @param cities as listed from these ZIPs.
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
  const isFarFlung = nearest > NEAR_MILES && nearest < SAME_TOWN_MILES;
  return isFarFlung ? namesakes[miles.indexOf(nearest)] : undefined;
}
