import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLACES_FILE } from '../../bin/build/data-files.ts';
import { buildPlaces } from '../../bin/build/places.ts';
import { createEmbeddedGeocoder, openPlaceIndex } from '../../shared/geography/places/embedded-geocoder.ts';
import { normalizeCity } from '../../shared/geography/places/normalize-city.ts';
import type { Place } from '../../shared/geography/places/place.ts';
import { createPlaceIndex } from '../../shared/geography/places/place-index.ts';
import { unpackPlaces } from '../../shared/geography/places/places-file.ts';
import { suggestPlaces } from '../../shared/geography/suggestions/suggest-places.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { resolvePlace } from '../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { median } from './median.ts';
import { amount, missReach } from './short.ts';

/** First use of the geocoder compared with a JSON load of the same data; run with `node test/bench/places-bench.ts`. */
const RUNS = amount(21, 1);
const LOOKUPS = amount(200_000, 2_000);
const MAX_FIRST_USE_MS = 15;
/** Suggestions while a person types; an answer needs about 50 ms on the network. */
const MAX_P50_MS = 2;

const GEOCODER = new URL('../../shared/geography/places/embedded-geocoder.ts', import.meta.url).href;

interface FirstUse {
  /** CPU time of the first result, including other threads of the process. */
  readonly cpuMs: number;
  /** Memory of the data afterwards: heap and buffers after garbage collection. */
  readonly megabytes: number;
}

/** Runs `answer` once after the imports of the process; it stores the data in `kept`. */
const measured = (imports: string, answer: string) => `
  ${imports}
  const held = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const memory = held();
  const before = process.cpuUsage();
  ${answer}
  const { user, system } = process.cpuUsage(before);
  if (!found) throw new Error('not found');
  const megabytes = (held() - memory) / 1e6;
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, megabytes, kept: typeof kept }));
`;
const FIRST_USE = measured(
  `const { createEmbeddedGeocoder } = await import(process.argv[1]);`,
  `const kept = createEmbeddedGeocoder();
  const { found } = kept.locate({ city: 'St. Louis', state: 'MO' });`,
);
const NAIVE_LOAD = measured(
  `import { readFileSync } from 'node:fs';`,
  `const kept = JSON.parse(readFileSync(process.argv[1], 'utf8'));
  const found = kept.cities['saintlouis MO'];`,
);
/** Overhead in each measurement: other threads of the process, and reading the clocks. */
const NOTHING = measured('', `const kept = 'nothing', found = true;`);

function firstUse(script: string, argument: string): FirstUse {
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '--eval', script, argument],
    { encoding: 'utf8' },
  );
  return JSON.parse(output) as FirstUse;
}

/** The content of the places file as objects by ZIP and by city. */
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
  const names = new Set<string>();
  for (let name = 0; name + 1 < columns.nameOffsets.length; name++)
    names.add(text.decode(columns.names.subarray(columns.nameOffsets[name], columns.nameOffsets[name + 1])));
  const cities: Record<string, Place> = {};
  for (const name of names) {
    for (const { place } of index.findCities(name)) cities[`${normalizeCity(name)} ${place.state}`] = place;
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
  const first: FirstUse[] = [];
  const naive: FirstUse[] = [];
  const nothing: FirstUse[] = [];
  for (let run = 0; run < RUNS; run++) {
    first.push(firstUse(FIRST_USE, GEOCODER));
    naive.push(firstUse(NAIVE_LOAD, jsonFile));
    nothing.push(firstUse(NOTHING, ''));
  }
  const kilobytes = (file: string) => `${(statSync(file).size / 1000).toFixed(0)} kB`;
  const cpu = (runs: readonly FirstUse[]) => runs.map(({ cpuMs }) => cpuMs);
  const figures = (runs: readonly FirstUse[]) =>
    `median ${median(cpu(runs)).toFixed(1)} ms, worst ${Math.max(...cpu(runs)).toFixed(1)} ms; ` +
    `${median(runs.map(({ megabytes }) => megabytes)).toFixed(1)} MB kept`;
  console.log(`places file        ${kilobytes(PLACES_FILE)}; as JSON ${kilobytes(jsonFile)}`);
  console.log(`first use, CPU     ${figures(first)} (reach: ${MAX_FIRST_USE_MS} ms)`);
  console.log(`naive JSON, CPU    ${figures(naive)}`);
  console.log(`no data, CPU       ${figures(nothing)}`);

  const places = [...Object.values(data.zips), ...Object.values(data.cities)];
  const placeOf = (turn: number): Place => places[(turn * 7919) % places.length] as Place;
  const geocoder = createEmbeddedGeocoder();
  console.log(`by city and ZIP    ${perSecond((turn) => geocoder.locate(placeOf(turn)))} a second`);
  console.log(
    `by city            ${perSecond((turn) => geocoder.locate({ ...placeOf(turn), zip: undefined }))} a second`,
  );
  const sources = { places: geocoder, terminals: buildEmbeddedDirectory(loadTerminals()) };
  const textOf = ({ city, state, zip }: Place) => `${city}, ${state} ${zip}`;
  console.log(
    `by free text       ${perSecond((turn) => resolvePlace(sources, textOf(placeOf(turn))))} a second`,
  );

  const index = openPlaceIndex();
  // Beginnings of one to seven characters.
  const typed = (turn: number) => textOf(placeOf(turn)).slice(0, 1 + (turn % 7));
  const suggestions: number[] = [];
  for (let turn = 0; turn < LOOKUPS / 20; turn++) {
    const start = performance.now();
    suggestPlaces(index, typed(turn), 10);
    suggestions.push(performance.now() - start);
  }
  suggestions.sort((a, b) => a - b);
  const percentile = (share: number) => (suggestions[Math.floor(share * suggestions.length)] ?? 0).toFixed(2);
  console.log(
    `suggestions        p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms (reach: ${MAX_P50_MS} ms p50)`,
  );
  if (median(cpu(first)) > MAX_FIRST_USE_MS || Number(percentile(0.5)) > MAX_P50_MS) missReach();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
