import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import { isOnFerryIsland } from '../../../shared/geography/roads/road-networks.ts';
import { cityKey } from './merge-zips.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

/** Acronyms of military bases, which the sources write as words. */
const ACRONYMS = /\b(?:Afb|Jber|Jbphh|Jbsa|Mcb|Mcbh|Mdl|Nas|Usaf)\b/gu;

/**
 * A city name as printed in an address: without accents and okinas, with straight apostrophes, and with corrected
 * capitals ("Mckinney", "Lincoln'S").
 * @returns ASCII text.
 */
function displayName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u02bb\u2018`]/gu, '')
    .replace(/\u2019/gu, "'")
    .replace(/[^\u0020-\u007e]/gu, '')
    .replace(ACRONYMS, (word) => word.toUpperCase())
    .replace(/\bMc ?([A-Za-z])/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/'S\b/gu, "'s")
    .replace(/ (?:And|At|By|In|Of|On|The)(?= )/gu, (word) => word.toLowerCase());
}

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
function centralZip(own: readonly ZipRecord[], namesakes: readonly Coordinates[]): ZipRecord {
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
function ordinaryZips(own: readonly ZipRecord[], namesakes: readonly Coordinates[]): readonly ZipRecord[] {
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

/** A city of the places file. */
export interface ListedCity extends CityRecord {
  /** `cityKey` of city and state; the list is sorted by it. */
  readonly key: string;
  /** The central ZIP code; undefined for a city without ZIP codes. */
  readonly zip: string | undefined;
  /** `sizeOf` of its people and its ZIP codes, without recognized post office boxes. */
  readonly size: number;
}

/** A ZIP code of a town has about this many people. */
const PEOPLE_PER_ZIP = 7_000;
/** Of a city with ZIP codes that the list of populations lacks. */
const PEOPLE_OF_VILLAGE = 1_000;

/**
 * The size of a city, in ZIP codes of usual population: the geometric mean of its people and its ZIP codes. People alone
 * leave out the suburbs with the city's name in their addresses; ZIP codes alone count villages as towns. A place without
 * ZIP codes has only its people.
 */
function sizeOf(people: number | undefined, zips: number): number {
  if (zips === 0) return (people ?? 0) / PEOPLE_PER_ZIP;
  return Math.sqrt(((people ?? PEOPLE_OF_VILLAGE) / PEOPLE_PER_ZIP) * zips);
}

/** Of places in a state with one name, which no ZIP code has, the one with most ZIP codes in this radius is listed. */
const NEIGHBOURHOOD_MILES = 10;

/**
 * All cities, sorted by key. A city with ZIP codes is at its central ZIP code, any other at its gazetteer point.
 * @param zips all ZIP codes, in ascending order.
 * @param gazetteer places by `cityKey`.
 * @param populations people by `cityKey`.
 */
export function listCities(
  zips: readonly ZipRecord[],
  gazetteer: ReadonlyMap<string, readonly CityRecord[]>,
  populations: ReadonlyMap<string, number> = new Map(),
): ListedCity[] {
  const zipsOfCity = Map.groupBy(zips, ({ city, state }) => cityKey(city, state));
  const withZip = [...zipsOfCity].map(([key, own]) => {
    const namesakes = gazetteer.get(key) ?? [];
    const ashore = own.filter((zip) => !isOnFerryIsland(zip));
    const central = centralZip(ashore.length > 0 ? ashore : own, namesakes);
    const name = displayName(namesakes[0]?.name ?? central.city);
    const size = sizeOf(populations.get(key), ordinaryZips(own, namesakes).length);
    return { ...central, key, name, size };
  });
  const withoutZip = [...gazetteer].filter(([key]) => !zipsOfCity.has(key));
  const zipsOfState = Map.groupBy(zips, ({ state }) => state);
  const others = withoutZip.map(([key, namesakes]) => {
    const place = namesakes.length === 1 ? namesakes[0] : mostZipsAround(namesakes, zipsOfState);
    if (!place) throw new Error(`The gazetteer has no place for ${key}.`);
    return {
      ...place,
      key,
      name: displayName(place.name),
      zip: undefined,
      size: sizeOf(populations.get(key), 0),
    };
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
