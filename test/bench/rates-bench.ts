import { existsSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../bin/build/data-files.ts';
import { buildHighways } from '../../bin/build/highways.ts';
import { buildPlaces } from '../../bin/build/places.ts';
import { UNSET_TARIFF } from '../../shared/costs/accessorials/own-tariff.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { CONTAINER_EQUIPMENT } from '../../shared/costs/equipment/equipment-type.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createEmbeddedRoadRoutes } from '../../shared/geography/routes/embedded-road-routes.ts';
import { NO_MARKET } from '../../shared/market/published/published-market.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { priceLanesResponse } from '../../shared/rates/rates-document.ts';
import { readLanes } from '../../shared/rates/read-lanes.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { seededRandom } from '../contract/terminals/synthetic-terminals.ts';
import { lambdaContext, proxyEvent } from '../support/proxy-event.ts';
import { createInMemoryLedger } from '../unit/accounts/usage/in-memory-account-ledger.ts';
import { median } from './median.ts';
import { amount, missReach } from './short.ts';

/**
 * Time of the rates handler for ten lanes, from the event to the response, without the engine: the account is in
 * memory. Run with `node test/bench/rates-bench.ts`.
 */
const LANES = 10;
const WARM_UP = amount(300, 10);
const CALLS = amount(2_000, 20);
const MAX_P50_MS = 5;

const ROAD_STATES = new Set('CA AZ NV OR WA TX IL IN OH PA NJ NY GA SC NC VA TN MO KS FL AL LA'.split(' '));

if (!existsSync(PLACES_FILE)) await buildPlaces(PLACES_FILE);
await buildHighways(PLACES_FILE, HIGHWAYS_FILE);

const random = seededRandom(11);
const oneOf = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] ?? oneOf(items);

const terminals = loadTerminals().filter(({ state }) => ROAD_STATES.has(state));
/** Destinations are the cities of terminals: anywhere in the country, each with its ZIP. */
function randomLane() {
  const { city, state, zip } = oneOf(terminals);
  return {
    originTerminal: oneOf(terminals).name,
    destinationCity: city.replace(/[^\p{L} '-]/gu, ''),
    destinationState: state,
    destinationZip: zip,
    ...(random() < 0.3 ? { equipment: oneOf(CONTAINER_EQUIPMENT), hazmat: random() < 0.5 } : {}),
  };
}

const ledger = createInMemoryLedger();
ledger.setOrganization('org_1', { billing: true, usageLimit: Number.MAX_SAFE_INTEGER });
const directory = buildEmbeddedDirectory(loadTerminals());
const priceLanes = priceLanesUseCase({
  terminals: { current: async () => directory },
  geocoder: createEmbeddedGeocoder(),
  roadDistances: createEmbeddedRoadDistances(),
  roadRoutes: createEmbeddedRoadRoutes(),
  diesel: { current: async () => dieselFor },
  market: { current: async () => NO_MARKET },
  lanes: { read: async (_owner, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
  tariffs: { read: async () => UNSET_TARIFF },
  ledger,
  now: () => new Date(),
});
const handler = createApiHandler({
  errorFormat: 'rates',
  hasBody: true,
  response: priceLanesResponse,
  responseMismatch: 'reject',
  run: async ({ body, caller }) => {
    const lanes = readLanes(body);
    return lanes.ok ? priceLanes(lanes.body, caller) : lanes;
  },
});

const events = Array.from({ length: WARM_UP + CALLS }, (): APIGatewayProxyEvent => {
  const body = JSON.stringify(Array.from({ length: LANES }, randomLane));
  return proxyEvent({ path: '/api/v1/rates', body });
});
const context = lambdaContext(3_600_000);
const times: number[] = [];
for (const event of events) {
  const start = performance.now();
  const { statusCode, body } = await handler(event, context);
  times.push(performance.now() - start);
  if (statusCode !== 200) throw new Error(`${statusCode}: ${body} to ${JSON.stringify(event.body)}`);
}

const warm = times.slice(WARM_UP).toSorted((a, b) => a - b);
const quantile = (share: number) =>
  warm[Math.min(warm.length - 1, Math.floor(warm.length * share))] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(2)} ms`;
console.log(
  [
    `rates handler without the engine, ${LANES} lanes, ${CALLS} calls after ${WARM_UP} to warm up`,
    `  first call         ${ms(times[0] ?? Number.NaN)} (reads places and highways)`,
    `  p50                ${ms(median(warm))} (reach: ${MAX_P50_MS} ms)`,
    `  p10, p90, p99      ${ms(quantile(0.1))}, ${ms(quantile(0.9))}, ${ms(quantile(0.99))}`,
    `  worst              ${ms(quantile(1))}`,
  ].join('\n'),
);
if (median(warm) > MAX_P50_MS) missReach();
