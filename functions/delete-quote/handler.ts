import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createDeleteQuote } from '../../shared/quotes/delete-quote.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/dynamodb-quote-store.ts';
import { readEnv } from './env.ts';
import { deleteQuoteResponse } from './schema.ts';

const env = readEnv();
const deleteQuote = createDeleteQuote(
  createDynamoDbQuoteStore({
    client: createDocumentClient(),
    TableName: env.QUOTES_TABLE,
    now: () => new Date(),
  }),
);

/** DELETE /api/v1/quotes/{quote_id}. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: deleteQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteQuote(path.quote_id ?? '', caller),
});
