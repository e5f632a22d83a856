import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { readQuoteUseCase } from '../../shared/quotes/read-quote.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text() });
const readQuote = readQuoteUseCase(
  createDynamoDbQuoteReader({ client: createDocumentClient(), TableName: env.QUOTES_TABLE }),
);

export const handler = createApiHandler(definition, ({ path, caller }) =>
  readQuote(path.quote_id ?? '', caller),
);
