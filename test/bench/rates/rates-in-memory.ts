import { existsSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { HIGHWAYS_FILE, PLACES_FILE } from '../../../bin/build/data-files.ts';
import { buildHighways } from '../../../bin/build/highways.ts';
import { buildPlaces } from '../../../bin/build/places.ts';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { createEmbeddedRoadRoutes } from '../../../shared/geography/routes/embedded-road-routes.ts';
import { NO_MARKET } from '../../../shared/market/published/published-market.ts';
import { createApiHandler } from '../../../shared/platform/http/handlers/api-handler.ts';
import { priceLanesUseCase } from '../../../shared/rates/price-lanes.ts';
import { priceLanesResponse } from '../../../shared/rates/rates-document.ts';
import { readLanes } from '../../../shared/rates/read-lanes.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { seededRandom } from '../../contract/terminals/synthetic-terminals.ts';
import { proxyEvent } from '../../support/proxy-event.ts';
import { createInMemoryLedger } from '../../unit/accounts/usage/in-memory-account-ledger.ts';

const ROAD_STATES = new Set('CA AZ NV OR WA TX IL IN OH PA NJ NY GA SC NC VA TN MO KS FL AL LA'.split(' '));

/** The ports of rates that need no engine: terminals and places of the files, and no market. */
export function withoutMarket() {
  const directory = buildEmbeddedDirectory(loadTerminals());
  return {
    terminals: { current: async () => directory },
    geocoder: createEmbeddedGeocoder(),
    roadDistances: createEmbeddedRoadDistances(),
    roadRoutes: createEmbeddedRoadRoutes(),
    diesel: { current: async () => dieselFor },
    market: { current: async () => NO_MARKET },
    lanes: {
      read: async (_owner: unknown, lanes: readonly unknown[]) => lanes.map(() => ({ market: {}, own: {} })),
    },
    now: () => new Date(),
  };
}

/** The handler of the function, without idempotency keys. */
export const ratesHandler = (priceLanes: ReturnType<typeof priceLanesUseCase>) =>
  createApiHandler({
    errorFormat: 'rates',
    hasBody: true,
    response: priceLanesResponse,
    responseMismatch: 'reject',
    run: async ({ body, caller }) => {
      const lanes = readLanes(body);
      return lanes.ok ? priceLanes(lanes.body, caller) : lanes;
    },
  });

/** The rates handler with the account in memory, and events of calls with ten random lanes. */
export async function ratesInMemory() {
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
  const handler = ratesHandler(
    priceLanesUseCase({ ...withoutMarket(), tariffs: { read: async () => UNSET_TARIFF }, ledger }),
  );
  /** The nth call has other lanes than the calls before it. */
  const nextEvent = (lanes: number): APIGatewayProxyEvent => {
    const body = JSON.stringify(Array.from({ length: lanes }, randomLane));
    return proxyEvent({ path: '/api/v1/rates', body });
  };
  return { handler, nextEvent };
}
