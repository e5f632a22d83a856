import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbQuoteMeter, readMetered } from '../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { createDynamoDbQuoteTerms } from '../../shared/accounts/usage/dynamodb-quote-terms.ts';
import { composeDieselSource } from '../../shared/costs/diesel/compose-diesel-source.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { composeRoadDistances } from '../../shared/geography/roads/compose-road-distances.ts';
import { composeMarketSource } from '../../shared/market/published/compose-market-source.ts';
import { createDynamoDbLaneReader } from '../../shared/market/published/dynamodb-lane-reader.ts';
import { batchingReader } from '../../shared/platform/dynamodb/batching-reader.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createQuoteUseCase } from '../../shared/quotes/create-quote.ts';
import { createQuoteIds } from '../../shared/quotes/record/quote-id.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { createDynamoDbCurrentStrategy } from '../../shared/quotes/strategy/dynamodb-current-strategy.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { composeTerminalSource } from '../../shared/terminals/snapshots/compose-terminal-source.ts';
import { readEnv } from './env.ts';
import { createQuoteResponse, readQuoteRequest } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const now = () => new Date();
const marketTable = { client, table: env.MARKET_TABLE, refreshSeconds: env.MARKET_REFRESH_SECONDS };
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
const meter = createDynamoDbQuoteMeter(client, env.USAGE_TABLE);

// Reads the organization's terms and the market in one round trip.
const read = batchingReader(client);

const createQuote = createQuoteUseCase({
  terminals: composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: (terminals) => ({ ...buildEmbeddedDirectory(terminals), ...buildNearestTerminals(terminals) }),
  }),
  places: createEmbeddedGeocoder(),
  ...(await composeRoadDistances(env)),
  quotesUsed: (account, period) => readMetered(meter, account, period),
  diesel: composeDieselSource(marketTable),
  market: composeMarketSource(marketTable),
  lanes: createDynamoDbLaneReader(read, env.MARKET_TABLE),
  strategies: createDynamoDbCurrentStrategy(client, env.STRATEGIES_TABLE),
  terms: createDynamoDbQuoteTerms(read, env.ORGANIZATIONS_TABLE),
  quotes: createDynamoDbQuoteStore({
    client,
    TableName: env.QUOTES_TABLE,
    now,
    composeExtraWrite: answers.putAnswer,
    meter,
  }),
  answers,
  newQuoteId: createQuoteIds(),
  now,
});

const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-quote', now });

/** POST /api/v1/quotes. */
export const handler = createApiHandler({
  errorFormat: 'quotes',
  hasBody: true,
  response: createQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async (request) => {
    const draft = readQuoteRequest(request.body);
    if (!draft.ok) return draft;
    return answerOnce(request, (keyed) => createQuote(draft.body, request.caller, keyed));
  },
});
