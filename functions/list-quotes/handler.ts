import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { listQuotesUseCase } from '../../shared/quotes/listing/list-quotes.ts';
import { createDynamoDbQuoteList } from '../../shared/quotes/store/dynamodb-quote-list.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text() });
const listQuotes = listQuotesUseCase(
  createDynamoDbQuoteList({ client: createDocumentClient(), TableName: env.QUOTES_TABLE }),
);

export const handler = createApiHandler(definition, ({ query, caller }) => listQuotes(query, caller));
