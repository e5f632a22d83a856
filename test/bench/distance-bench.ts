import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../bin/build/bundles.ts';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../bin/build/data-files.ts';
import { buildHighways } from '../../bin/build/highways.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import type { Place } from '../../shared/geography/places/place.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { FITTED_LANES, GATES, HELD_OUT_LANES } from '../support/road-lanes/known-lanes.ts';
import { measureLanes, printLanes } from '../support/road-lanes/measure-lanes.ts';
import { median } from './median.ts';
import { amount, missReach } from './short.ts';

/** Errors and cost of the road distances; run with `npm run bench -- distance`. */
const RUNS = amount(21, 1);
const BATCHES = amount(300, 10);
/** Longest CPU time of the first use, as a share of the start of Node itself in the same process. */
const MAX_FIRST_USE_SHARE = 0.75;
const MAX_BATCH_MS = 2;

const DISTANCES = fileURLToPath(
  new URL('../../shared/geography/roads/embedded-road-distances.ts', import.meta.url),
);

/** Prints two CPU times in µs: the start of Node, and the first distance after the imports, with the load of the data. */
const FIRST_USE = `
  const start = process.cpuUsage();
  const { createEmbeddedRoadDistances } = await import(process.argv[1]);
  const [from, to] = [{ latitude: 33.737, longitude: -118.254, state: 'CA' }, { latitude: 39.1, longitude: -94.5, state: 'MO' }];
  const before = process.cpuUsage();
  const { routable } = await createEmbeddedRoadDistances().between(from, to);
  const { user, system } = process.cpuUsage(before);
  if (!routable) throw new Error('no road');
  console.log(start.user + start.system, user + system);
`;

const DESTINATIONS = [
  'Ontario, CA',
  'Phoenix, AZ',
  'Las Vegas, NV',
  'Reno, NV',
  'Dallas, TX',
  'Kansas City, MO',
  'Chicago, IL',
  'Atlanta, GA',
  'Columbus, OH',
  'Newark, NJ',
];

interface FirstUse {
  readonly startMs: number;
  readonly useMs: number;
}

/** CPU times of the first use, in a new process per run; the code is bundled as deployed, with its data. */
async function firstUses(): Promise<readonly FirstUse[]> {
  const folder = mkdtempSync(join(tmpdir(), 'distance-bench-'));
  try {
    const outfile = join(folder, 'distances.mjs');
    await build({ ...BUNDLE_OPTIONS, entryPoints: [DISTANCES], outfile, outExtension: {} });
    cpSync(HIGHWAYS_FILE, join(folder, 'data/highways.bin'));
    const options = ['--input-type=module', '--eval', FIRST_USE, pathToFileURL(outfile).href];
    return Array.from({ length: RUNS }, () => {
      const [start, use] = execFileSync(process.execPath, options, { encoding: 'utf8' }).split(' ');
      return { startMs: Number(start) / 1000, useMs: Number(use) / 1000 };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function located(city: string, state: string): Place {
  const result = createEmbeddedGeocoder().locate({ city, state });
  if (!result.found) throw new Error(`${city}, ${state} was not found.`);
  return result.place;
}

await buildHighways(PLACES_FILE, HIGHWAYS_FILE);
const distances = createEmbeddedRoadDistances();
console.log(printLanes('Fitted', await measureLanes(FITTED_LANES, distances)));
console.log(printLanes('Held out', await measureLanes(HELD_OUT_LANES, distances)));

const origin = GATES['Los Angeles gate'];
const places = DESTINATIONS.map((name) => located(name.slice(0, -4), name.slice(-2)));
const batches: number[] = [];
for (let batch = 0; batch < BATCHES; batch++) {
  const start = performance.now();
  if (origin) await Promise.all(places.map((place) => distances.between(origin, place)));
  batches.push(performance.now() - start);
}
const first = await firstUses();
const warm = median(batches);
console.log(`highways file       ${(statSync(HIGHWAYS_FILE).size / 1000).toFixed(1)} kB`);
const share = median(first.map(({ startMs, useMs }) => useMs / startMs));
console.log(
  `first use, CPU      median ${median(first.map(({ useMs }) => useMs)).toFixed(1)} ms, ${share.toFixed(2)} of the start of Node (reach: ${MAX_FIRST_USE_SHARE})`,
);
console.log(`ten lanes, warm     median ${warm.toFixed(2)} ms (reach: ${MAX_BATCH_MS} ms)`);
if (share > MAX_FIRST_USE_SHARE || warm > MAX_BATCH_MS) missReach();
