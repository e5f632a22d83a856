import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDynamoDbCurrentTariff } from '../../shared/costs/accessorials/dynamodb-current-tariff.ts';
import { batchingReader } from '../../shared/platform/dynamodb/batching-reader.ts';
import { priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { readLanes } from '../../shared/rates/read-lanes.ts';
import {
  createIdempotencyTable,
  createOrganizationsTable,
  createStrategiesTable,
  createUsageTable,
  startTestDynamoDb,
} from '../support/dynamodb-local.ts';
import { median } from './median.ts';
import { meteredClient } from './metered-client.ts';
import { withoutMarket } from './rates/rates-in-memory.ts';
import { amount } from './short.ts';

/**
 * A rate call of 10 lanes: requests to DynamoDB as the SDK sends them, and the time of a call without the engine time.
 * Terminals are fresh: the check for newer ones runs in parallel to the responses, once in 20 seconds per process.
 */
const WARM_UP = amount(100, 5);
const CALLS = amount(500, 20);
const CITIES = ['Chicago IL', 'Columbus OH', 'Pittsburgh PA', 'Albany NY', 'Boston MA', 'Newark NJ'];
const TEN_LANES = Array.from({ length: 10 }, (_, index) => {
  const [destinationCity, destinationState] = (CITIES[index % CITIES.length] ?? '').split(' ');
  return { originTerminal: 'APM Elizabeth Terminal', destinationCity, destinationState };
});
const CALLER = { orgId: 'org_bench', mode: 'test' } as const;

const engine = await startTestDynamoDb();
const meter = meteredClient(engine.endpoint);
const { client } = meter;

const read = batchingReader(client);
const organizationsTable = await createOrganizationsTable(engine.endpoint);
const usageTable = await createUsageTable(engine.endpoint);
const answers = createDynamoDbIdempotencyStore(client, await createIdempotencyTable(engine.endpoint));
const ledger = createDynamoDbAccountLedger({
  client,
  read,
  organizationsTable,
  usageTable,
  idempotencyStore: answers,
});
const Item = { pk: `ORG#${CALLER.orgId}`, billing: true, usageLimit: 1_000_000 };
await client.send(new PutCommand({ TableName: organizationsTable, Item }));

const ports = withoutMarket();
const { now } = ports;
const priceLanes = priceLanesUseCase({
  ...ports,
  tariffs: createDynamoDbCurrentTariff(read, await createStrategiesTable(engine.endpoint)),
  ledger,
});
const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'price-lanes',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

/** Composed as in the handler of the function. */
async function call(headers: Readonly<Record<string, string>>): Promise<string> {
  const lanes = readLanes(TEN_LANES);
  if (!lanes.ok) throw new Error(lanes.rejection.message);
  const answer = await answerOnce({ caller: CALLER, headers, body: TEN_LANES }, (keyed) =>
    priceLanes(lanes.body, CALLER, keyed),
  );
  if (!answer.ok) throw new Error(answer.rejection.message);
  return 'replayed' in answer ? answer.replayed : JSON.stringify(answer.body);
}

async function measure(name: string, headersOf: () => Readonly<Record<string, string>>): Promise<void> {
  const times: number[] = [];
  const sent = new Set<string>();
  for (let count = 0; count < WARM_UP + CALLS; count += 1) {
    meter.reset();
    const start = performance.now();
    await call(headersOf());
    if (count < WARM_UP) continue;
    times.push(performance.now() - start - meter.engineMs);
    sent.add(meter.requests.join(', '));
  }
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  console.log(
    `${name.padEnd(24)} ${median(times).toFixed(2)} ms p50, ${p99.toFixed(2)} ms p99 without the engine; ${[...sent].join(' or ')}`,
  );
}

try {
  const body = await call({});
  console.log(`rates, 10 lanes, ${CALLS} calls one after the other; an answer is ${body.length} bytes`);
  await measure('without a key (reach 2)', () => ({}));
  await measure('with a new key (reach 3)', () => ({ 'idempotency-key': randomUUID() }));
  const repeated = { 'idempotency-key': randomUUID() };
  await measure('with a repeated key', () => repeated);
} finally {
  client.destroy();
  await engine.stop();
}
