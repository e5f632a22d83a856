import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { placeFilesReady } from '../../bin/freight/session/place-files-ready.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { createDynamoDbCurrentTariff } from '../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createEmbeddedRoadRoutes } from '../../shared/geography/routes/embedded-road-routes.ts';
import { composeMarketSource } from '../../shared/market/published/compose-market-source.ts';
import { createDynamoDbLaneReader } from '../../shared/market/published/dynamodb-lane-reader.ts';
import { batchingReader } from '../../shared/platform/dynamodb/batching-reader.ts';
import { type PriceLanesPorts, priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { priceLanesResponse } from '../../shared/rates/rates-document.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import {
  createIdempotencyTable,
  createMarketTable,
  createOrganizationsTable,
  createStrategiesTable,
  createUsageTable,
  startTestDynamoDb,
} from '../support/dynamodb-local.ts';
import { lambdaContext, proxyEvent } from '../support/proxy-event.ts';
import { importApart } from './market-import-apart.ts';
import { median } from './median.ts';
import { meteredClient } from './metered-client.ts';
import { ratesHandler } from './rates/rates-in-memory.ts';
import { amount, missReach } from './short.ts';
import { writeSimulatedFile } from './simulated-file.ts';

/**
 * Imports a file of a million loads (MARKET_BENCH_ROWS sets another size), and imports it again: time and memory.
 * Then prices ten reported lanes: number of requests, and time of the handler without DynamoDB. The limit is relative to a
 * call that prices the same lanes without their cells.
 */
const ROWS = Number(process.env.MARKET_BENCH_ROWS ?? amount(1_000_000, 1_000));
const MAX_RSS_MB = 512;
const MAX_TIMES_WITHOUT_CELLS = 2;
const LANES = 10;
const WARM_UP = amount(100, 5);
const CALLS = amount(500, 10);
const ANEW_CALLS = amount(100, 5);
/** The caller of `proxyEvent`. */
const CALLER = { orgId: 'org_1', mode: 'test' } as const;

const folder = mkdtempSync(join(tmpdir(), 'market-bench-'));
const path = join(folder, 'loads.csv');
const terminals = loadTerminals();
await placeFilesReady();
const places = createEmbeddedGeocoder();
const roads = createEmbeddedRoadDistances();

const some = await writeSimulatedFile(path, ROWS, roads, mainlandZips(places));
const engine = await startTestDynamoDb();
const meter = meteredClient(engine.endpoint);
const { client } = meter;

try {
  const table = await createMarketTable(engine.endpoint);
  const directory = buildEmbeddedDirectory(terminals);
  for (const which of ['the file', 'the same file again']) {
    // In a separate process, like the command line, so that the memory of this process is not counted.
    const { rows, added, known, rejected, seconds, sent, rssMb } = await importApart({
      endpoint: engine.endpoint,
      table,
      path,
    });
    console.log(
      `${which}: ${rows} rows in ${seconds.toFixed(0)} s, ${added} added, ${known} known, ${rejected} rejected; ${sent} requests; most RSS ${rssMb.toFixed(0)} MB (reach: ${MAX_RSS_MB} MB)`,
    );
    if (rssMb > MAX_RSS_MB) missReach();
  }

  const read = batchingReader(client);
  const organizationsTable = await createOrganizationsTable(engine.endpoint);
  const Item = { pk: `ORG#${CALLER.orgId}`, billing: true, usageLimit: 1_000_000 };
  await client.send(new PutCommand({ TableName: organizationsTable, Item }));
  let reader = createDynamoDbLaneReader(read, table);
  const ports: PriceLanesPorts = {
    terminals: { current: async () => directory },
    geocoder: places,
    roadDistances: roads,
    roadRoutes: createEmbeddedRoadRoutes(),
    diesel: { current: async () => dieselFor },
    market: composeMarketSource({ client, table, refreshSeconds: 3_600 }),
    lanes: { read: (...asked) => reader.read(...asked) },
    tariffs: createDynamoDbCurrentTariff(read, await createStrategiesTable(engine.endpoint)),
    ledger: createDynamoDbAccountLedger({
      client,
      read,
      organizationsTable,
      usageTable: await createUsageTable(engine.endpoint),
      idempotencyStore: createDynamoDbIdempotencyStore(client, await createIdempotencyTable(engine.endpoint)),
    }),
    now: () => new Date(),
  };
  const handler = ratesHandler(priceLanesUseCase(ports));
  const withoutCells = ratesHandler(
    priceLanesUseCase({
      ...ports,
      lanes: { read: async (_, lanes) => lanes.map(() => ({ market: {}, own: {} })) },
    }),
  );
  const reported = some
    .filter(({ origin }) => directory.byName(origin) !== undefined)
    .map(({ origin, destinationCity, destinationState, destinationZip }) => ({
      originTerminal: origin,
      destinationCity: destinationCity.replace(/[^\p{L} '-]/gu, ''),
      destinationState,
      destinationZip,
    }));

  /** Prices ten lanes: the response, and milliseconds without DynamoDB and of CPU. */
  const price = async (handle: typeof handler, lanes: readonly unknown[]) => {
    const event = proxyEvent({ path: '/api/v1/rates', body: JSON.stringify(lanes) });
    meter.reset();
    const start = performance.now();
    const cpu = process.cpuUsage();
    const { statusCode, body } = await handle(event, lambdaContext());
    const ms = performance.now() - start - meter.engineMs;
    const { user, system } = process.cpuUsage(cpu);
    if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`);
    return { body, ms, cpuMs: (user + system) / 1000 };
  };

  /** Calls of ten lanes each, different each time. Returns the median time, relative to the same calls without cells. */
  const measure = async (name: string, calls: number, before: () => void): Promise<number> => {
    const times: number[] = [];
    const plainTimes: number[] = [];
    /** CPU time of the process, which other processes affect less. */
    const cpuTimes: number[] = [];
    const sent = new Set<string>();
    const levels = new Map<string, number>();
    for (let count = 0; count < WARM_UP + calls; count++) {
      const ten = Array.from(
        { length: LANES },
        (_, position) => reported[(count * LANES + position * 97) % reported.length],
      );
      before();
      // The second call finds what the first one cached, so that they take turns.
      const early = count % 2 === 0 ? await price(withoutCells, ten) : undefined;
      const { body, ms, cpuMs } = await price(handler, ten);
      const requests = meter.requests.join(', ');
      const plain = early ?? (await price(withoutCells, ten));
      if (count < WARM_UP) continue;
      times.push(ms);
      plainTimes.push(plain.ms);
      cpuTimes.push(cpuMs);
      sent.add(requests);
      for (const { analysis } of v.parse(priceLanesResponse, JSON.parse(body)).data) {
        levels.set(analysis.basis.level, (levels.get(analysis.basis.level) ?? 0) + 1);
      }
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
    const ratio = median(times) / median(plainTimes);
    console.log(
      `rates of ${LANES} reported lanes, ${name}: ${at(0.5)} ms p50, ${at(0.9)} ms p90, ${at(0.99)} ms p99 without the engine, ${median(cpuTimes).toFixed(2)} ms of CPU p50, ${ratio.toFixed(1)} times as long as without cells; ${[...sent].join(' or ')}; by ${[...levels].map(([level, lanes]) => `${level} ${lanes}`).join(', ')}`,
    );
    return ratio;
  };
  const ratio = await measure(
    `one function (limit: ${MAX_TIMES_WITHOUT_CELLS} times without cells)`,
    CALLS,
    () => {},
  );
  if (ratio > MAX_TIMES_WITHOUT_CELLS) missReach();
  await measure('every cell for the first time', ANEW_CALLS, () => {
    reader = createDynamoDbLaneReader(read, table);
  });
} finally {
  client.destroy();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
