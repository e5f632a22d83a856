import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { declineQuoteUseCase } from '../../shared/quotes/decide-on-quote.ts';
import { createDynamoDbQuoteDecisions } from '../../shared/quotes/store/dynamodb-quote-decisions.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text() });
const declineQuote = declineQuoteUseCase(
  createDynamoDbQuoteDecisions({ client: createDocumentClient(), TableName: env.QUOTES_TABLE }),
);

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  declineQuote(path.quote_id ?? '', caller, body),
);
