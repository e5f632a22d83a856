import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mainlandZips } from '../../bin/backtest/simulator/freight-map.ts';
import { importMarketFile } from '../../bin/freight/pricing/market/market-import.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../shared/geography/roads/embedded-road-distances.ts';
import { createDynamoDbMarketStore } from '../../shared/market/store/dynamodb-market-store.ts';
import type { MarketStore } from '../../shared/market/store/market-store.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import { newWebhookSecret, signatureHeaders } from '../../shared/webhooks/sending/sign-payload.ts';
import { createMarketTable, createUsageTable } from '../support/dynamodb-local.ts';
import { createInMemoryMarket } from '../support/in-memory-market.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { lambdaContext } from '../support/proxy-event.ts';
import { createEnterprise } from '../support/service-under-test.ts';
import { startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';
import { median } from './median.ts';
import { meteredClient } from './metered-client.ts';
import { ratesInMemory } from './rates/rates-in-memory.ts';
import { amount } from './short.ts';
import { writeSimulatedFile } from './simulated-file.ts';

/**
 * What this machine needs at least for an operation, next to what the service needs: the computation alone, one call of
 * the engine, and an HTTP exchange with a server that answers at once. All steps alternate in one run, so that a slow
 * moment affects each of them. Times are medians of single calls, one after the other, through the local host.
 */
const ROUNDS = amount(300, 5);
const WARM_UP = amount(100, 3);
const LANES = 10;
const PAGE = 20;
const IMPORTED_ROWS = amount(20_000, 500);
const BATCH = 25;

const folder = mkdtempSync(join(tmpdir(), 'floors-bench-'));
const system = await startDeliverySystem([5, 5, 5, 5, 5], false);
const { service, receiver } = system;
const client = localDocumentClient(service.dynamodbEndpoint);
const bare = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');

/** One measured call; a number that it returns replaces its own time. */
type Step = () => Promise<unknown>;

/** Medians in ms of steps that take turns. */
async function alternate<Name extends string>(
  steps: Readonly<Record<Name, Step>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(steps) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const name of names) {
      const start = performance.now();
      const result = await steps[name]();
      const ms = typeof result === 'number' ? result : performance.now() - start;
      if (round >= WARM_UP) times.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}

interface Floor {
  readonly service: number;
  readonly computation: number;
  readonly engineCall: number;
  readonly exchange: number;
}

function printFloor(name: string, { service: measured, computation, engineCall, exchange }: Floor): void {
  const floor = computation + engineCall + exchange;
  const cells = [computation, engineCall, exchange, floor, measured].map((ms) => ms.toFixed(2).padStart(12));
  console.log(`${name.padEnd(28)}${cells.join('')}${(measured / floor).toFixed(1).padStart(8)}`);
}

const owner = await createEnterprise(service);
const account: Account = { orgId: owner.orgId, mode: owner.apiKey.startsWith('frk_test_') ? 'test' : 'live' };
const call = async (method: string, path: string, body?: unknown) => {
  const { status, text } = await service.call(method, path, {
    key: owner.apiKey,
    ...(body === undefined ? {} : { body }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
};

const table = await createUsageTable(service.dynamodbEndpoint);
const Key = { account: 'floor', period: '2026-01' };
await client.send(new PutCommand({ TableName: table, Item: { ...Key, count: 0 } }));
const readItem = () => client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
const updateItem = () =>
  client.send(
    new UpdateCommand({
      TableName: table,
      Key,
      UpdateExpression: 'ADD #count :one',
      ConditionExpression: '#count >= :zero',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1, ':zero': 0 },
    }),
  );
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const exchange = async (url = bareUrl, body?: string) =>
  (await fetch(url, body === undefined ? {} : { method: 'POST', body })).text();

async function measureSearch(): Promise<void> {
  const search = buildEmbeddedSearch(loadTerminals());
  const query = { text: 'los angeles', limit: PAGE, page: 1 };
  printFloor(
    'search of terminals',
    await alternate({
      service: () => call('GET', '/api/v1/terminals/search?query=los+angeles'),
      computation: async () => JSON.stringify(await search.search(query)),
      // Terminals and access of the key are in memory for a while.
      engineCall: async () => 0,
      exchange: () => exchange(),
    }),
  );
}

async function measureRates(): Promise<void> {
  const { handler, nextEvent } = await ratesInMemory();
  const context = lambdaContext(3_600_000);
  const bodyOf = (text: string | null): unknown => JSON.parse(text ?? '');
  printFloor(
    `rates of ${LANES} lanes`,
    await alternate({
      service: () => call('POST', '/api/v1/rates', bodyOf(nextEvent(LANES).body)),
      computation: () => handler(nextEvent(LANES), context),
      engineCall: updateItem,
      exchange: () => exchange(bareUrl, nextEvent(LANES).body ?? ''),
    }),
  );
}

async function measureList(): Promise<void> {
  const meter = meteredClient(service.dynamodbEndpoint);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames.find((name) => name.includes('quotestable')) ?? '';
  const store = createDynamoDbQuoteStore({ client: meter.client, TableName, now: () => new Date() });
  const body = {
    origin: 'USLAX',
    destination: 'Phoenix, AZ',
    equipment_type: 'container_40',
    pickup_date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  };
  for (let count = 0; count < PAGE; count += 1) await call('POST', '/api/v1/quotes', body);
  printFloor(
    `list of ${PAGE} quotes`,
    await alternate({
      service: () => call('GET', `/api/v1/quotes?limit=${PAGE}`),
      computation: async () => {
        meter.reset();
        const start = performance.now();
        const { rows } = await store.list(account, {}, PAGE, 0);
        if (rows.length !== PAGE) throw new Error(`the page has ${rows.length} quotes`);
        JSON.stringify(rows);
        return performance.now() - start - meter.engineMs;
      },
      engineCall: readItem,
      exchange: () => exchange(),
    }),
  );
}

/** Milliseconds for each 1,000 rows; the engine's floor writes each row once, in full batches. */
async function measureImport(): Promise<void> {
  const roads = createEmbeddedRoadDistances();
  const path = join(folder, 'loads.csv');
  await writeSimulatedFile(path, IMPORTED_ROWS, roads, mainlandZips(createEmbeddedGeocoder()));
  const directory = buildEmbeddedDirectory(loadTerminals());
  const importInto = async (store: MarketStore): Promise<number> => {
    const start = performance.now();
    await importMarketFile(
      { store, terminals: async () => directory, dieselFor: async () => dieselFor, now: () => new Date() },
      { path, owner: 'operator', onProgress: () => {} },
    );
    return ((performance.now() - start) / IMPORTED_ROWS) * 1_000;
  };
  // The first import reads the places and compiles the code.
  await importInto(createInMemoryMarket());
  const computation = await importInto(createInMemoryMarket());
  const market = await createMarketTable(service.dynamodbEndpoint);
  const measured = await importInto(createDynamoDbMarketStore(client, market));
  const { batch } = await alternate({
    batch: () =>
      client.send(
        new BatchWriteCommand({
          RequestItems: {
            [table]: Array.from({ length: BATCH }, () => ({
              PutRequest: { Item: { account: randomUUID(), period: '2026-01' } },
            })),
          },
        }),
      ),
  });
  printFloor('import of 1,000 rows', {
    service: measured,
    computation,
    engineCall: (1_000 / BATCH) * batch,
    exchange: 0,
  });
}

async function measureDelivery(): Promise<void> {
  const deliveries = await system.owner();
  const path = `/${deliveries.orgId}`;
  await deliveries.webhook(path);
  const secret = newWebhookSecret();
  const payload = Buffer.from(
    JSON.stringify({ type: 'quote.created', data: { id: 'Q-1', amount: 1 } }).padEnd(800),
  );
  let events = 0;
  const arrived = async (count: number) => {
    while (receiver.on(path).length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  printFloor(
    'delivery of a webhook',
    await alternate({
      service: async () => {
        events += 1;
        await system.publish(deliveries, 1, `evt_floor-${events}`);
        await arrived(events);
      },
      computation: async () =>
        signatureHeaders({ id: 'evt_1', body: payload, secrets: [secret], at: new Date() }),
      engineCall: updateItem,
      exchange: () => exchange(`${receiver.url}/bare`, payload.toString()),
    }),
  );
}

try {
  console.log(
    `medians of ${ROUNDS} calls, one after the other, in ms; the import: ${IMPORTED_ROWS} rows\n${''.padEnd(28)}${['computation', 'engine call', 'exchange', 'floor', 'service'].map((name) => name.padStart(12)).join('')}${'ratio'.padStart(8)}`,
  );
  await measureSearch();
  await measureRates();
  await measureList();
  await measureDelivery();
  // The last, since it computes for seconds without a pause, in which the servers of this process close their connections.
  await measureImport();
} finally {
  bare.close();
  client.destroy();
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}
