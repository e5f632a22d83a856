import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { isOnFerryIsland } from '../../../shared/geography/roads/ferry-islands.ts';
import { centralZip, ordinaryZips } from './central-zip.ts';
import { displayName } from './display-name.ts';
import { cityKey } from './merge-zips.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/** A city of the places file. */
export interface ListedCity extends CityRecord {
  /** `cityKey` of city and state; the list is sorted by it. */
  readonly key: string;
  /** The central ZIP code; undefined for a city without ZIP codes. */
  readonly zip: string | undefined;
  /** Number of its ZIP codes, without recognized post office boxes. */
  readonly ordinaryZips: number;
}

/** Of places in a state with one name, which no ZIP code has, the one with most ZIP codes in this radius is listed. */
const NEIGHBOURHOOD_MILES = 10;

/**
 * All cities, sorted by key. A city with ZIP codes is at its central ZIP code, any other at its gazetteer point.
 * @param zips all ZIP codes, in ascending order.
 * @param gazetteer places by `cityKey`.
 */
export function listCities(
  zips: readonly ZipRecord[],
  gazetteer: ReadonlyMap<string, readonly CityRecord[]>,
): ListedCity[] {
  const zipsOfCity = Map.groupBy(zips, ({ city, state }) => cityKey(city, state));
  const withZip = [...zipsOfCity].map(([key, own]) => {
    const namesakes = gazetteer.get(key) ?? [];
    const ashore = own.filter((zip) => !isOnFerryIsland(zip));
    const central = centralZip(ashore.length > 0 ? ashore : own, namesakes);
    const name = displayName(namesakes[0]?.name ?? central.city);
    return { ...central, key, name, ordinaryZips: ordinaryZips(own, namesakes).length };
  });
  const withoutZip = [...gazetteer].filter(([key]) => !zipsOfCity.has(key));
  const zipsOfState = Map.groupBy(zips, ({ state }) => state);
  const others = withoutZip.map(([key, namesakes]) => {
    const place = namesakes.length === 1 ? namesakes[0] : mostZipsAround(namesakes, zipsOfState);
    if (!place) throw new Error(`The gazetteer has no place for ${key}.`);
    return { ...place, key, name: displayName(place.name), zip: undefined, ordinaryZips: 0 };
  });
  return [...withZip, ...others].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function mostZipsAround(
  namesakes: readonly CityRecord[],
  zipsOfState: ReadonlyMap<string, readonly ZipRecord[]>,
): CityRecord | undefined {
  const counted = namesakes.map((place) => {
    const zips = zipsOfState.get(place.state) ?? [];
    return { place, zips: zips.filter((zip) => greatCircleMiles(zip, place) <= NEIGHBOURHOOD_MILES).length };
  });
  return counted.sort((a, b) => b.zips - a.zips)[0]?.place;
}
