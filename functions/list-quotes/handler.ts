import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/dynamodb-quote-store.ts';
import { createListQuotes } from '../../shared/quotes/list-quotes.ts';
import { readEnv } from './env.ts';
import { listQuotesResponse } from './schema.ts';

const env = readEnv();
const listQuotes = createListQuotes(
  createDynamoDbQuoteStore({
    client: createDocumentClient(),
    TableName: env.QUOTES_TABLE,
    now: () => new Date(),
  }),
);

/** GET /api/v1/quotes. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: listQuotesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ query, caller }) => listQuotes(query, caller),
});
