import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbShareLinks } from '../../shared/quotes/sharing/dynamodb-share-links.ts';
import { listSharesUseCase } from '../../shared/quotes/sharing/share-quote.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text() });
const listShares = listSharesUseCase({
  links: createDynamoDbShareLinks({ client: createDocumentClient(), TableName: env.QUOTES_TABLE }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ query, caller }) => listShares(query, caller));
