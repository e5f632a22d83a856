import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';
import { KNOWN_ZIP_POINTS, ZIP_CITY_CORRECTIONS, ZIP_CORRECTIONS } from './zip-corrections.ts';

/** Two sources agree on the point of a ZIP code up to this distance. A post office address farther away is ignored. */
const AGREEMENT_MILES = 10;

/** A point that ZIP codes of at least this many cities share is the point of their county. */
const CITIES_OF_A_COUNTY_POINT = 3;

/** A gazetteer place farther than this from a ZIP code is another city with the same name. */
const NAMESAKE_MILES = 50;

/** Freely associated states have US mail but are not in the US; "" is a military base without a state in the source. */
const NOT_US: ReadonlySet<string> = new Set(['MH', 'FM', 'PW', '']);

/**
 * Merges the sources to one record per ZIP code. The first source with a ZIP code takes precedence, but a measured point
 * of a later source replaces an agreeing city point. Known wrong points and names are corrected. A county point is
 * replaced by the city point.
 * @param sources the most reliable first.
 * @returns records in ascending order of ZIP codes.
 */
export function mergeZips(
  sources: readonly (readonly ZipRecord[])[],
  cities: ReadonlyMap<string, readonly CityRecord[]>,
): ZipRecord[] {
  const merged = new Map<string, ZipRecord>();
  for (const record of sources.flat()) {
    if (NOT_US.has(record.state)) continue;
    const known = merged.get(record.zip);
    merged.set(record.zip, known ? reconcile(known, record) : record);
  }
  const records = [...merged.values()].sort((a, b) => Number(a.zip) - Number(b.zip));
  const countyPoints = pointsOfCounties(records);
  return records.map((record) => {
    const city = ZIP_CITY_CORRECTIONS[record.zip] ?? record.city;
    return correct({ ...record, city }, countyPoints, cities);
  });
}

/** The key of a city in its state. */
export function cityKey(name: string, state: string): string {
  return `${normalizeCity(name)} ${state}`;
}

function reconcile(known: ZipRecord, other: ZipRecord): ZipRecord {
  const agree = known.state === other.state && greatCircleMiles(known, other) <= AGREEMENT_MILES;
  return agree && other.measured && !known.measured ? { ...other, city: known.city } : known;
}

function pointsOfCounties(records: readonly ZipRecord[]): ReadonlySet<string> {
  const citiesOfPoint = Map.groupBy(records, pointKey);
  const shared = [...citiesOfPoint].filter(
    ([, sharing]) => new Set(sharing.map(({ city }) => city)).size >= CITIES_OF_A_COUNTY_POINT,
  );
  return new Set(shared.map(([point]) => point));
}

function correct(
  record: ZipRecord,
  countyPoints: ReadonlySet<string>,
  cities: ReadonlyMap<string, readonly CityRecord[]>,
): ZipRecord {
  const point = KNOWN_ZIP_POINTS[record.zip] ?? ZIP_CORRECTIONS[record.zip];
  if (point) return { ...record, latitude: point[0], longitude: point[1] };
  if (!countyPoints.has(pointKey(record))) return record;
  const city = (cities.get(cityKey(record.city, record.state)) ?? []).find(
    (namesake) => greatCircleMiles(namesake, record) <= NAMESAKE_MILES,
  );
  const { latitude, longitude } = city ?? record;
  return { ...record, latitude, longitude, measured: false };
}

function pointKey({ latitude, longitude }: ZipRecord): string {
  return `${latitude} ${longitude}`;
}
