import { createDynamoDbUsageReader } from '../../shared/accounts/usage/dynamodb-usage-reader.ts';
import { readMonths, readUsageUseCase } from '../../shared/accounts/usage/usage-statement.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  USAGE_TABLE: text(),
});

const readUsage = readUsageUseCase({
  reader: createDynamoDbUsageReader({
    client: createDocumentClient(),
    organizationsTable: env.ORGANIZATIONS_TABLE,
    usageTable: env.USAGE_TABLE,
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, async ({ query, caller }) => {
  const months = readMonths(query);
  return months.ok ? readUsage(caller, months.body) : months;
});
