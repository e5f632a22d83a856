import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { Coordinates } from '../../../shared/geography/places/place.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';
import { TERRITORY_CITIES, type TerritoryCity } from './territory-zips.ts';

/** Expands the table of territories to one record per ZIP code. @throws Error if the gazetteer lacks a place of the table. */
export function territoryRecords(cities: readonly CityRecord[]): ZipRecord[] {
  return Object.entries(TERRITORY_CITIES).flatMap(([state, rows]) =>
    rows.flatMap((row) => {
      const { latitude, longitude } = pointOf(row, state, cities);
      return zipsOf(row.zips).map((zip) => ({
        zip,
        city: row.city,
        state,
        latitude,
        longitude,
        measured: false,
      }));
    }),
  );
}

function pointOf(
  { city, gazetteer = city, at }: TerritoryCity,
  state: string,
  cities: readonly CityRecord[],
) {
  if (at) return { latitude: at[0], longitude: at[1] } satisfies Coordinates;
  const key = normalizeCity(gazetteer);
  const place = cities.find(
    (candidate) => candidate.state === state && normalizeCity(candidate.name) === key,
  );
  if (!place) throw new Error(`The gazetteer has no ${gazetteer}, ${state}.`);
  return place;
}

function zipsOf(list: string): string[] {
  return list.split(' ').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, step) => String(Number(first) + step).padStart(5, '0'));
  });
}
