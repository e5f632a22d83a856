import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbQuoteMeter, readMetered } from '../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { createDynamoDbQuoteTerms } from '../../shared/accounts/usage/dynamodb-quote-terms.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createQuoteUseCase } from '../../shared/quotes/create-quote.ts';
import { createQuoteIds } from '../../shared/quotes/record/quote-id.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/store/dynamodb-quote-store.ts';
import { createDynamoDbCurrentStrategy } from '../../shared/quotes/strategy/dynamodb-current-strategy.ts';
import { composePricing, PRICING_VARIABLES } from '../../shared/rates/compose-pricing.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { createQuoteResponse, readQuoteRequest } from './schema.ts';

const env = readApiEnv({
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
  QUOTES_TABLE: text(),
  STRATEGIES_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  ...PRICING_VARIABLES,
});
const client = createDocumentClient();
const now = () => new Date();
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
const meter = createDynamoDbQuoteMeter(client, env.USAGE_TABLE);
const { read, ...pricing } = await composePricing(env, client, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));

const createQuote = createQuoteUseCase({
  ...pricing,
  quotesUsed: (account, period) => readMetered(meter, account, period),
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
