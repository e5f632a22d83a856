import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbAccountLedger } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { composeDieselSource } from '../../shared/costs/diesel/compose-diesel-source.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { composeRoadDistances } from '../../shared/geography/roads/compose-road-distances.ts';
import { composeMarketSource } from '../../shared/market/published/compose-market-source.ts';
import { createDynamoDbLaneReader } from '../../shared/market/published/dynamodb-lane-reader.ts';
import { batchingReader } from '../../shared/platform/dynamodb/batching-reader.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { priceLanesUseCase } from '../../shared/rates/price-lanes.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { composeTerminalSource } from '../../shared/terminals/snapshots/compose-terminal-source.ts';
import { readEnv } from './env.ts';
import { priceLanesResponse, readLanes } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const now = () => new Date();
const marketTable = { client, table: env.MARKET_TABLE, refreshSeconds: env.MARKET_REFRESH_SECONDS };
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
// Reads the account and the market in one round trip.
const read = batchingReader(client);
const ledger = createDynamoDbAccountLedger({
  client,
  read,
  organizationsTable: env.ORGANIZATIONS_TABLE,
  usageTable: env.USAGE_TABLE,
  idempotencyStore: answers,
});

const priceLanes = priceLanesUseCase({
  terminals: composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedDirectory,
  }),
  geocoder: createEmbeddedGeocoder(),
  ...(await composeRoadDistances(env)),
  diesel: composeDieselSource(marketTable),
  market: composeMarketSource(marketTable),
  lanes: createDynamoDbLaneReader(read, env.MARKET_TABLE),
  ledger,
  now,
});

const answerOnce = answerOnceUseCase({
  store: answers,
  operation: 'price-lanes',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

/** POST /api/v1/rates. */
export const handler = createApiHandler({
  errorFormat: 'rates',
  hasBody: true,
  response: priceLanesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async (request) => {
    const lanes = readLanes(request.body);
    if (!lanes.ok) return lanes;
    return answerOnce(request, (keyed) => priceLanes(lanes.body, request.caller, keyed));
  },
});
