import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQuoteStore } from '../../shared/quotes/compose-quote-store.ts';
import { readQuoteUseCase } from '../../shared/quotes/read-quote.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ QUOTES_TABLE: text() });
const readQuote = readQuoteUseCase(composeQuoteStore(env.QUOTES_TABLE));

/** GET /api/v1/quotes/{quote_id}. */
export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => readQuote(path.quote_id ?? '', caller),
});
