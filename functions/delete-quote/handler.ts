import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { createDeleteQuote } from '../../shared/quotes/delete-quote.ts';
import { quotesInService } from '../../shared/quotes/quotes-in-service.ts';
import { readEnv } from './env.ts';
import { deleteQuoteResponse } from './schema.ts';

const env = readEnv();
const deleteQuote = createDeleteQuote(quotesInService(env.QUOTES_TABLE));

/** DELETE /api/v1/quotes/{quote_id}. */
export const handler = createApiHandler({
  family: 'quotes',
  hasBody: false,
  response: deleteQuoteResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteQuote(path.quote_id ?? '', caller),
});
