import { lanesOfRequests } from '../../shared/contracts/rate/contract-lane.ts';
import { createContractRateIds } from '../../shared/contracts/rate/contract-rate-id.ts';
import { selectContractRate } from '../../shared/contracts/selection/select-contract-rate.ts';
import { createDynamoDbContractRateStore } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import type { Account } from '../../shared/platform/account/account.ts';
import { createContractsTable, startTestDynamoDb } from '../support/dynamodb-local.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { contractRate } from '../unit/contracts/contract-rates.ts';
import { median } from './median.ts';
import { amount, missReach } from './short.ts';

/**
 * The lookup of a contract rate by the number of rates of the organization, on DynamoDB Local: requests and milliseconds
 * of a lookup with known shapes, and the milliseconds of the selection alone. Run with `npm run bench -- contract-rates`.
 */
const SIZES = amount([1_000, 100_000], [100, 500]);
const LOOKUPS = amount(300, 10);
const MAX_SELECTION_MS = 2;
const BATCH = 1_000;

/** Shapes of the rates: every kind of origin and destination, with and without a customer. */
const ORIGINS = [
  'terminal:trm_1',
  'zip:31408',
  'city:GA savannah',
  'zip3:314',
  'port:USSAV',
  'state:GA',
  'any:*',
] as const;
const DESTINATIONS = (zip: string) =>
  [`zip:${zip}`, 'city:GA atlanta', `zip3:${zip.slice(0, 3)}`, 'state:GA', 'any:*'] as const;
const zipAt = (at: number): string => String(10_000 + (at % 80_000));

const engine = await startTestDynamoDb();
const client = localDocumentClient(engine.endpoint);
let requests = 0;
client.middlewareStack.add(
  (next) => (args) => {
    requests += 1;
    return next(args);
  },
  { step: 'initialize' },
);
const store = createDynamoDbContractRateStore(client, await createContractsTable(engine.endpoint));
const newId = createContractRateIds();

const rateAt = (at: number) => {
  const [origin, destinations] = [ORIGINS[at % ORIGINS.length] ?? 'any:*', DESTINATIONS(zipAt(at))];
  // General lanes have few rates: a lane has at most 100.
  const kind = at < 50 ? at % destinations.length : 0;
  return contractRate({
    rateId: newId(new Date()),
    customer: at % 2 === 0 ? `Customer ${at % 500}` : '',
    origin: { key: origin, text: origin },
    destination: { key: destinations[kind] ?? 'any:*', text: '' },
  });
};

for (const size of SIZES) {
  const account: Account = { orgId: `org_bench${size}`, mode: 'live' };
  for (let at = 0; at < size; at += BATCH) {
    const rates = Array.from({ length: Math.min(BATCH, size - at) }, (_, offset) => rateAt(at + offset));
    const outcomes = await store.write(
      account,
      rates.map((rate) => ({ before: undefined, after: { rate, identity: undefined } })),
    );
    if (outcomes.some((outcome) => outcome !== 'written')) throw new Error('a rate was not written');
  }
  const shapes = await store.shapes(account);
  const lookups: number[] = [];
  const selections: number[] = [];
  let lanes = 0;
  requests = 0;
  for (let at = 0; at < LOOKUPS; at++) {
    const zip = zipAt(at * 7_919);
    const request = {
      ...({ customer: `Customer ${at % 500}`, equipment: 'container_40', day: '2026-11-05' } as const),
      origin: ORIGINS,
      destination: DESTINATIONS(zip),
    };
    const began = performance.now();
    const candidates = await store.find(account, [request], shapes);
    const found = performance.now();
    selectContractRate(candidates, request);
    selections.push(performance.now() - found);
    lookups.push(found - began);
    lanes = lanesOfRequests([request], shapes).length;
  }
  const selectionMs = median(selections);
  if (requests !== LOOKUPS || selectionMs > MAX_SELECTION_MS) missReach();
  console.log(
    `${size} rates, ${shapes.size} shapes: ${requests / LOOKUPS} request for ${lanes} lanes, median ${median(lookups).toFixed(1)} ms; selection ${selectionMs.toFixed(3)} ms`,
  );
}
client.destroy();
await engine.stop();
