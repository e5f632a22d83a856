import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/dynamodb-quote-store.ts';
import { createReadQuote } from '../../shared/quotes/read-quote.ts';
import { readEnv } from './env.ts';
import { readQuoteResponse } from './schema.ts';

const env = readEnv();
const readQuote = createReadQuote(
  createDynamoDbQuoteStore({
    client: createDocumentClient(),
    TableName: env.QUOTES_TABLE,
    now: () => new Date(),
  }),
);

/** GET /api/v1/quotes/{quote_id}. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: readQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readQuote(path.quote_id ?? '', caller),
});
