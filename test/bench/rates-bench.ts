import { placeFilesReady } from '../../bin/build/place-files.ts';
import type { AccountUsage } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { UNSET_TARIFF } from '../../shared/costs/accessorials/own-tariff.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createEmbeddedRoadRoutes } from '../../shared/geography/routes/embedded-road-routes.ts';
import { NO_MARKET } from '../../shared/market/store/published-market.ts';
import { priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { readLanes } from '../../shared/rates/read-lanes.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { startLocalService } from '../support/local-service.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { amount, limit, median, secondsSince, spread, timesOf } from './figures.ts';

/**
 * Rates and quotes. Rates of ten lanes in this process, without engine and HTTP; then rates and quotes over HTTP through
 * the local service, one after the other, at ten at once, and 15 quotes a second, whose count must be exact.
 */
const WARM_UP = amount(200, 5);
const CALLS = amount(1_000, 20);
const AT_ONCE = 10;
const QUOTES_A_SECOND = 15;
const SECONDS = amount(60, 2);
const MAX_LANES_MS = 5;
const CALLER = { orgId: 'org_1', mode: 'test' } as const;

await placeFilesReady();
const terminals = loadTerminals().filter(({ state }) => 'CA AZ TX IL OH PA NJ GA NC TN'.includes(state));
/** Different lanes for different numbers: from a terminal to the city of another one. */
const laneOf = (nth: number) => {
  const at = (place: number) => terminals[place % terminals.length] as (typeof terminals)[number];
  const { city, state, zip } = at(nth * 7 + 13);
  return {
    originTerminal: at(nth).name,
    destinationCity: city.replace(/[^\p{L} '-]/gu, ''),
    destinationState: state,
    destinationZip: zip,
  };
};
const lanesOf = (nth: number, count: number) =>
  Array.from({ length: count }, (_, position) => laneOf(nth * 10 + position));

async function measureInProcess(): Promise<void> {
  const directory = buildEmbeddedDirectory(loadTerminals());
  const counted = { counted: true, used: 1 };
  const usage: AccountUsage = {
    billing: true,
    usageLimit: 1_000_000,
    used: 0,
    count: async () => counted,
    countAnswered: async () => counted,
  };
  const priceLanes = priceLanesUseCase({
    terminals: { current: async () => directory },
    geocoder: createEmbeddedGeocoder(),
    roadDistances: createEmbeddedRoadDistances(),
    roadRoutes: createEmbeddedRoadRoutes(),
    diesel: { current: async () => dieselFor },
    market: { current: async () => NO_MARKET },
    lanes: { read: async (_owner, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
    tariffs: { read: async () => UNSET_TARIFF },
    ledger: { read: async () => usage },
    now: () => new Date(),
  });
  const price = async (nth: number) => {
    const lanes = readLanes(lanesOf(nth, 10));
    const answer = lanes.ok ? await priceLanes(lanes.body, CALLER) : lanes;
    if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
    return JSON.stringify(answer);
  };
  const times = (await timesOf(WARM_UP + CALLS, price)).slice(WARM_UP);
  console.log(
    `rates of 10 lanes without engine and HTTP: ${spread(times)} ${limit(median(times), MAX_LANES_MS, 'ms p50')}`,
  );
}

await measureInProcess();
const service = await startLocalService({ keepsLogs: false });
try {
  const { apiKey: key } = await createEnterprise(service, 600_000);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
    return answer.json;
  };
  const pickup_date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const quote = { origin: 'USLAX', destination: 'Phoenix, AZ', equipment_type: 'dryvan', pickup_date };
  let quotes = 0;
  const operations: Readonly<Record<string, (nth: number) => Promise<unknown>>> = {
    'rates of 1 lane': (nth) => call('POST', '/api/v1/rates', lanesOf(nth, 1)),
    'rates of 10 lanes': (nth) => call('POST', '/api/v1/rates', lanesOf(nth, 10)),
    quotes: () => {
      quotes += 1;
      return call('POST', '/api/v1/quotes', quote);
    },
  };
  for (const [name, operation] of Object.entries(operations)) {
    await timesOf(WARM_UP, operation);
    console.log(`${name}, one after the other: ${spread(await timesOf(CALLS, operation))}`);
    const began = performance.now();
    const callers = Array.from({ length: AT_ONCE }, () => timesOf(CALLS / AT_ONCE, operation));
    const times = (await Promise.all(callers)).flat();
    const rate = times.length / secondsSince(began);
    console.log(`${name}, ${AT_ONCE} at once: ${rate.toFixed(0)} a second, ${spread(times)}`);
  }

  const pending: Promise<number[]>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < SECONDS * QUOTES_A_SECOND; turn++) {
    const due = began + (turn * 1000) / QUOTES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    pending.push(timesOf(1, operations.quotes as () => Promise<unknown>));
  }
  const times = (await Promise.all(pending)).flat();
  const list = await call('GET', '/api/v1/quotes?limit=1');
  const { total_count: total } = (list as { pagination: { total_count: number } }).pagination;
  console.log(
    `${QUOTES_A_SECOND} quotes a second for ${SECONDS} s: ${spread(times)}; ${total} of ${quotes} are listed`,
  );
  if (total !== quotes) process.exitCode = 1;
} finally {
  await service.stop();
}
