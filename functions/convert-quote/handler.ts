import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createConvertQuote } from '../../shared/quotes/convert-quote.ts';
import { createDynamoDbQuoteStore } from '../../shared/quotes/dynamodb-quote-store.ts';
import { readEnv } from './env.ts';
import { readQuoteResponse } from './schema.ts';

const env = readEnv();
const convertQuote = createConvertQuote(
  createDynamoDbQuoteStore({
    client: createDocumentClient(),
    TableName: env.QUOTES_TABLE,
    now: () => new Date(),
  }),
);

/** POST /api/v1/quotes/{quote_id}/convert. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: readQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => convertQuote(path.quote_id ?? '', caller),
});
