import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQuoting, QUOTING_VARIABLES } from '../../shared/quotes/compose-quoting.ts';
import { createQuoteUseCase } from '../../shared/quotes/create-quote.ts';
import { reviseQuoteUseCase } from '../../shared/quotes/revise-quote.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../shared/terminals/search/nearest-terminals.ts';
import { definition } from './definition.ts';

const env = readEnv(QUOTING_VARIABLES);
const { client, answers, now, quoting } = await composeQuoting(env, (terminals) => ({
  ...buildEmbeddedDirectory(terminals),
  ...buildNearestTerminals(terminals),
}));

const reviseQuote = reviseQuoteUseCase({
  quotes: createDynamoDbQuoteReader({ client, TableName: env.QUOTES_TABLE, now }),
  createQuote: createQuoteUseCase(quoting),
});

const answerOnce = answerOnceUseCase({ store: answers, operation: 'revise-quote', now });

export const handler = createApiHandler(definition, ({ path, body, caller, headers }) => {
  const { quote_id: quoteId = '' } = path;
  // A key is for one quote and one body.
  return answerOnce({ headers, caller, body: { quote_id: quoteId, body } }, (keyed) =>
    reviseQuote(quoteId, caller, body, keyed),
  );
});
