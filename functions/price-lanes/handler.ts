import { createAnswerOnce } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamodbAnswerMemory } from '../../shared/accounts/idempotency/dynamodb-answer-memory.ts';
import { createDynamodbAccountLedger } from '../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { readUsageHeaders } from '../../shared/accounts/usage/usage-headers.ts';
import { createDieselInService } from '../../shared/costs/diesel/diesel-in-service.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { roadDistancesInService } from '../../shared/geography/roads/road-distances-in-service.ts';
import { createDynamoDbLaneShelf } from '../../shared/market/published/dynamodb-lane-shelf.ts';
import { createMarketInService } from '../../shared/market/published/market-in-service.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { gatheredReads } from '../../shared/platform/dynamodb/gathered-reads.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createPriceLanes } from '../../shared/rates/price-lanes.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { createTerminalsInService } from '../../shared/terminals/snapshots/terminals-in-service.ts';
import { readEnv } from './env.ts';
import { priceLanesResponse, readLanes } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const now = () => new Date();
const marketTable = { client, table: env.MARKET_TABLE, refreshSeconds: env.MARKET_REFRESH_SECONDS };
const answers = createDynamodbAnswerMemory(client, env.IDEMPOTENCY_TABLE);
// Account and market are read in one round trip.
const read = gatheredReads(client);
const ledger = createDynamodbAccountLedger({
  client,
  read,
  organizationsTable: env.ORGANIZATIONS_TABLE,
  usageTable: env.USAGE_TABLE,
  answers,
});

const priceLanes = createPriceLanes({
  terminals: createTerminalsInService({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedDirectory,
  }),
  geocoder: createEmbeddedGeocoder(),
  ...(await roadDistancesInService(env)),
  diesel: createDieselInService(marketTable),
  market: createMarketInService(marketTable),
  lanes: createDynamoDbLaneShelf(read, env.MARKET_TABLE),
  ledger,
  now,
});

const answerOnce = createAnswerOnce({
  memory: answers,
  operation: 'price-lanes',
  now,
  headersOfReplay: (caller) => readUsageHeaders(ledger, caller, now()),
});

/** POST /api/v1/rates. */
export const handler = createApiHandler({
  family: 'rates',
  hasBody: true,
  response: priceLanesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async (request) => {
    const lanes = readLanes(request.body);
    if (!lanes.ok) return lanes;
    return answerOnce(request, (keyed) => priceLanes(lanes.body, request.caller, keyed));
  },
});
