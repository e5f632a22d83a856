import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQuoting, QUOTING_VARIABLES } from '../../shared/quotes/compose-quoting.ts';
import { createQuoteUseCase } from '../../shared/quotes/create-quote.ts';
import { readQuoteRequest } from '../../shared/quotes/request/read-quote-request.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { definition } from './definition.ts';

const env = readEnv(QUOTING_VARIABLES);
const { answers, now, quoting } = await composeQuoting(env, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));

const createQuote = createQuoteUseCase(quoting);

const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-quote', now });

export const handler = createApiHandler(definition, async (request) => {
  const draft = readQuoteRequest(request.body);
  if (!draft.ok) return draft;
  return answerOnce(request, (keyed) => createQuote(draft.body, request.caller, keyed));
});
