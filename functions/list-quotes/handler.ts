import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createListQuotes } from '../../shared/quotes/listing/list-quotes.ts';
import { quotesInService } from '../../shared/quotes/quotes-in-service.ts';
import { readEnv } from './env.ts';
import { listQuotesResponse } from './schema.ts';

const env = readEnv();
const listQuotes = createListQuotes(quotesInService(env.QUOTES_TABLE));

/** GET /api/v1/quotes. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: listQuotesResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ query, caller }) => listQuotes(query, caller),
});
