import { createDynamoDbCustomers } from '../../shared/customers/dynamodb-customers.ts';
import { listCustomersUseCase } from '../../shared/customers/use-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const run = listCustomersUseCase(
  createDynamoDbCustomers({ client: createDocumentClient(), table: env.CONTRACTS_TABLE }),
);

export const handler = createApiHandler(definition, ({ query, caller }) => run(query, caller));
