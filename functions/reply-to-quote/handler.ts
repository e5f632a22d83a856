import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { replyToQuoteUseCase } from '../../shared/quotes/reply-to-quote.ts';
import { createDynamoDbQuoteReader } from '../../shared/quotes/store/dynamodb-quote-items.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text() });
const replyToQuote = replyToQuoteUseCase(
  createDynamoDbQuoteReader({ client: createDocumentClient(), TableName: env.QUOTES_TABLE }),
);

export const handler = createApiHandler(definition, ({ path, caller }) =>
  replyToQuote(path.quote_id ?? '', caller),
);
