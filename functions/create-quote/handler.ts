import { createAnswerOnce } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamodbAnswerMemory } from '../../shared/accounts/idempotency/dynamodb-answer-memory.ts';
import { createDynamodbQuoteMeter, readMetered } from '../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { createDynamodbQuoteTerms } from '../../shared/accounts/usage/dynamodb-quote-terms.ts';
import { createDieselInService } from '../../shared/costs/diesel/diesel-in-service.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { roadDistancesInService } from '../../shared/geography/roads/road-distances-in-service.ts';
import { createDynamoDbLaneShelf } from '../../shared/market/published/dynamodb-lane-shelf.ts';
import { createMarketInService } from '../../shared/market/published/market-in-service.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { gatheredReads } from '../../shared/platform/dynamodb/gathered-reads.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createCreateQuote } from '../../shared/quotes/create-quote.ts';
import { createQuoteIds } from '../../shared/quotes/record/quote-id.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { createDynamoDbCurrentStrategy } from '../../shared/quotes/strategy/dynamodb-current-strategy.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { createTerminalsInService } from '../../shared/terminals/snapshots/terminals-in-service.ts';
import { readEnv } from './env.ts';
import { createQuoteResponse, readQuoteRequest } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const now = () => new Date();
const marketTable = { client, table: env.MARKET_TABLE, refreshSeconds: env.MARKET_REFRESH_SECONDS };
const answers = createDynamodbAnswerMemory(client, env.IDEMPOTENCY_TABLE);
const meter = createDynamodbQuoteMeter(client, env.USAGE_TABLE);

// The organization's terms and the market are read in one round trip.
const read = gatheredReads(client);

const createQuote = createCreateQuote({
  terminals: createTerminalsInService({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: (terminals) => ({ ...buildEmbeddedDirectory(terminals), ...buildNearestTerminals(terminals) }),
  }),
  places: createEmbeddedGeocoder(),
  ...(await roadDistancesInService(env)),
  quotesUsed: (holder, period) => readMetered(meter, holder, period),
  diesel: createDieselInService(marketTable),
  market: createMarketInService(marketTable),
  lanes: createDynamoDbLaneShelf(read, env.MARKET_TABLE),
  strategies: createDynamoDbCurrentStrategy(client, env.STRATEGIES_TABLE),
  terms: createDynamodbQuoteTerms(read, env.ORGANIZATIONS_TABLE),
  quotes: createDynamoDbQuoteStore({
    client,
    TableName: env.QUOTES_TABLE,
    now,
    companionWrite: answers.remembering,
    meter,
  }),
  answers,
  newQuoteId: createQuoteIds(),
  now,
});

const answerOnce = createAnswerOnce({ memory: answers, operation: 'create-quote', now });

/** POST /api/v1/quotes. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: true,
  response: createQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async (request) => {
    const draft = readQuoteRequest(request.body);
    if (!draft.ok) return draft;
    return answerOnce(request, (keyed) => createQuote(draft.body, request.caller, keyed));
  },
});
