import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { importMarketFile } from '../../bin/freight/market-import.ts';
import { placeFilesReady } from '../../bin/freight/place-files-ready.ts';
import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { gatheredReads } from '../../shared/dynamodb/gathered-reads.ts';
import { createDynamodbAnswerMemory } from '../../shared/idempotency/dynamodb-answer-memory.ts';
import { createDynamoDbLaneShelf } from '../../shared/market/dynamodb-lane-shelf.ts';
import { createDynamoDbMarketStore } from '../../shared/market/dynamodb-market-store.ts';
import { createMarketInService } from '../../shared/market/market-in-service.ts';
import { createEmbeddedGeocoder } from '../../shared/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/places/embedded-road-distances.ts';
import { dieselFor } from '../../shared/rates/diesel-lookup.ts';
import type { LaneDraft } from '../../shared/rates/lane.ts';
import { createPriceLanes } from '../../shared/rates/price-lanes.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/embedded-terminal-directory.ts';
import { loadTerminals } from '../../shared/terminals/load-terminals.ts';
import { createDynamodbAccountLedger } from '../../shared/usage/dynamodb-account-ledger.ts';
import { mainlandZips } from '../../simulator/freight-map.ts';
import {
  createIdempotencyTable,
  createMarketTable,
  createOrganizationsTable,
  createUsageTable,
  startTestDynamoDb,
} from '../support/dynamodb-local.ts';
import { lane } from '../unit/rates/fake-ports.ts';
import { median } from './median.ts';
import { writeSimulatedFile } from './simulated-file.ts';

/**
 * A file of a million loads (MARKET_BENCH_ROWS for another size): its import's time and memory, the same file again, and
 * rates of ten lanes that loads were reported on, by requests and by the time of a call without the engine's.
 */
const ROWS = Number(process.env.MARKET_BENCH_ROWS ?? 1_000_000);
const MOST_RSS_MB = 512;
const MOST_P50_MS = 5;
const LANES = 10;
const WARM_UP = 100;
const CALLS = 500;
const CALLER = { orgId: 'org_bench', mode: 'test' } as const;

const folder = mkdtempSync(join(tmpdir(), 'market-bench-'));
const path = join(folder, 'loads.csv');
const terminals = loadTerminals();
await placeFilesReady();
const places = createEmbeddedGeocoder();
const roads = createEmbeddedRoadDistances();

const some = await writeSimulatedFile(path, ROWS, roads, mainlandZips(places));
const engine = await startTestDynamoDb();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = createDocumentClient({
  endpoint: engine.endpoint,
  region: 'us-east-1',
  credentials,
  requestHandler: { requestTimeout: 60_000 },
});
let requests: string[] = [];
let engineMs = 0;
client.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      requests.push(String(commandName).replace('Command', ''));
      const start = performance.now();
      try {
        return await next(args);
      } finally {
        engineMs += performance.now() - start;
      }
    },
  { step: 'deserialize', priority: 'low', name: 'count-and-time' },
);

try {
  const table = await createMarketTable(engine.endpoint);
  const directory = buildEmbeddedDirectory(terminals);
  const market = {
    store: createDynamoDbMarketStore(client, table),
    terminals: async () => directory,
    dieselFor: async () => dieselFor,
    now: () => new Date(),
  };
  for (const which of ['the file', 'the same file again']) {
    requests = [];
    const start = performance.now();
    const { rows, added, known, refused } = await importMarketFile(market, {
      path,
      owner: 'operator',
      onProgress: () => {},
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const rssMb = process.resourceUsage().maxRSS / 1024;
    console.log(
      `${which}: ${rows} rows in ${seconds} s, ${added} added, ${known} known, ${refused} refused; ${requests.length} requests; most RSS so far ${rssMb.toFixed(0)} MB (reach: ${MOST_RSS_MB} MB)`,
    );
    if (rssMb > MOST_RSS_MB) process.exitCode = 1;
  }

  const read = gatheredReads(client);
  const organizationsTable = await createOrganizationsTable(engine.endpoint);
  const Item = { pk: `ORG#${CALLER.orgId}`, billing: true, usageLimit: 1_000_000 };
  await client.send(new PutCommand({ TableName: organizationsTable, Item }));
  const priceLanes = createPriceLanes({
    terminals: { current: async () => directory },
    geocoder: places,
    roadDistances: roads,
    diesel: { current: async () => dieselFor },
    market: createMarketInService({ client, table, refreshSeconds: 3_600 }),
    lanes: createDynamoDbLaneShelf(read, table),
    ledger: createDynamodbAccountLedger({
      client,
      read,
      organizationsTable,
      usageTable: await createUsageTable(engine.endpoint),
      answers: createDynamodbAnswerMemory(client, await createIdempotencyTable(engine.endpoint)),
    }),
    now: () => new Date(),
  });
  const drafts = some
    .filter(({ origin }) => directory.byName(origin) !== undefined)
    .map(
      ({ origin, destinationCity, destinationState, destinationZip }): LaneDraft =>
        lane({
          originTerminal: origin,
          destinationCity: destinationCity.replace(/[^\p{L} '-]/gu, ''),
          destinationState,
          destinationZip,
        }),
    );
  const times: number[] = [];
  /** What the process has reckoned, on a machine with other work as well. */
  const cpuTimes: number[] = [];
  const sent = new Set<string>();
  const levels = new Map<string, number>();
  for (let count = 0; count < WARM_UP + CALLS; count++) {
    const ten = Array.from(
      { length: LANES },
      (_, position) => drafts[(count * LANES + position * 97) % drafts.length] ?? lane(),
    );
    [requests, engineMs] = [[], 0];
    const start = performance.now();
    const cpu = process.cpuUsage();
    const outcome = await priceLanes(ten, CALLER);
    if (!outcome.ok || 'replayed' in outcome) throw new Error(JSON.stringify(outcome));
    if (count < WARM_UP) continue;
    times.push(performance.now() - start - engineMs);
    cpuTimes.push(process.cpuUsage(cpu).user / 1000);
    sent.add(requests.join(', '));
    for (const { analysis } of outcome.body.data) {
      levels.set(analysis.basis.level, (levels.get(analysis.basis.level) ?? 0) + 1);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(2);
  console.log(
    `rates of ${LANES} reported lanes: ${median(times).toFixed(2)} ms p50 (reach: ${MOST_P50_MS} ms), ${at(0.9)} ms p90, ${at(0.99)} ms p99 without the engine, ${median(cpuTimes.sort((a, b) => a - b)).toFixed(2)} ms of CPU p50; ${[...sent].join(' or ')}; by ${[...levels].map(([level, lanes]) => `${level} ${lanes}`).join(', ')}`,
  );
  if (median(times) > MOST_P50_MS) process.exitCode = 1;
} finally {
  client.destroy();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
