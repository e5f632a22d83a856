import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlaces } from '../../bin/build/places.ts';
import { createEmbeddedGeocoder } from '../../shared/places/embedded-geocoder.ts';
import type { Place } from '../../shared/places/place.ts';
import { createPlaceIndex } from '../../shared/places/place-index.ts';
import { unpackPlaces } from '../../shared/places/places-file.ts';
import { median } from './median.ts';

/** First use of the geocoder beside a naive JSON load of the same data; run with `node test/bench/places-bench.ts`. */
const RUNS = 21;
const LOOKUPS = 200_000;
const MOST_FIRST_USE_MS = 15;

const PLACES_FILE = fileURLToPath(new URL('../../shared/places/data/places.bin', import.meta.url));
const GEOCODER = new URL('../../shared/places/embedded-geocoder.ts', import.meta.url).href;

/** Each prints the CPU of its first answer in µs; imports are done by then, data is not. */
const FIRST_USE = `
  const { createEmbeddedGeocoder } = await import(process.argv[1]);
  const before = process.cpuUsage();
  const result = createEmbeddedGeocoder().locate({ city: 'St. Louis', state: 'MO' });
  const { user, system } = process.cpuUsage(before);
  if (!result.found) throw new Error('not found');
  console.log(user + system);
`;
const NAIVE_LOAD = `
  import { readFileSync } from 'node:fs';
  const before = process.cpuUsage();
  const { cities } = JSON.parse(readFileSync(process.argv[1], 'utf8'));
  const place = cities['saintlouis MO'];
  const { user, system } = process.cpuUsage(before);
  if (!place) throw new Error('not found');
  console.log(user + system);
`;

function cpuMilliseconds(script: string, argument: string): number {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script, argument], {
    encoding: 'utf8',
  });
  return Number(output) / 1000;
}

/** Everything the places file holds, as objects by ZIP and by city. */
function asObjects() {
  const columns = unpackPlaces(readFileSync(PLACES_FILE));
  const index = createPlaceIndex(columns);
  const zips: Record<string, Place> = {};
  for (const number of columns.zips) {
    const zip = String(number).padStart(5, '0');
    const place = index.findZip(zip);
    if (place) zips[zip] = place;
  }
  const text = new TextDecoder();
  const states = text.decode(columns.states).match(/../g) ?? [];
  const cities: Record<string, Place> = {};
  for (let key = 0; key + 1 < columns.keyOffsets.length; key++) {
    const name = text.decode(columns.keys.subarray(columns.keyOffsets[key], columns.keyOffsets[key + 1]));
    const own = columns.cityStates.subarray(columns.keyFirstCities[key], columns.keyFirstCities[key + 1]);
    for (const state of own) {
      const place = index.findCity(name, states[state] ?? '');
      if (place) cities[`${name} ${place.state}`] = place;
    }
  }
  return { zips, cities };
}

function perSecond(run: (turn: number) => void): string {
  for (let turn = 0; turn < LOOKUPS / 10; turn++) run(turn);
  const start = performance.now();
  for (let turn = 0; turn < LOOKUPS; turn++) run(turn);
  return Math.round(LOOKUPS / ((performance.now() - start) / 1000)).toLocaleString('en-US');
}

await buildPlaces(PLACES_FILE);
const folder = mkdtempSync(join(tmpdir(), 'places-bench-'));
try {
  const data = asObjects();
  const jsonFile = join(folder, 'places.json');
  writeFileSync(jsonFile, JSON.stringify(data));
  const first: number[] = [];
  const naive: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    first.push(cpuMilliseconds(FIRST_USE, GEOCODER));
    naive.push(cpuMilliseconds(NAIVE_LOAD, jsonFile));
  }
  const kilobytes = (file: string) => `${(statSync(file).size / 1000).toFixed(0)} kB`;
  const milliseconds = (times: readonly number[]) =>
    `median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`;
  console.log(`places file        ${kilobytes(PLACES_FILE)}; as JSON ${kilobytes(jsonFile)}`);
  console.log(`first use, CPU     ${milliseconds(first)} (reach: ${MOST_FIRST_USE_MS} ms)`);
  console.log(`naive JSON, CPU    ${milliseconds(naive)}`);

  const places = [...Object.values(data.zips), ...Object.values(data.cities)];
  const placeOf = (turn: number): Place => places[(turn * 7919) % places.length] as Place;
  const geocoder = createEmbeddedGeocoder();
  console.log(`by city and ZIP    ${perSecond((turn) => geocoder.locate(placeOf(turn)))} a second`);
  console.log(
    `by city            ${perSecond((turn) => geocoder.locate({ ...placeOf(turn), zip: undefined }))} a second`,
  );
  if (median(first) > MOST_FIRST_USE_MS) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
