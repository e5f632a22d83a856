import { createDynamoDbCustomers } from '../../shared/customers/dynamodb-customers.ts';
import { replaceCustomerUseCase } from '../../shared/customers/use-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const run = replaceCustomerUseCase(
  createDynamoDbCustomers({ client: createDocumentClient(), table: env.CONTRACTS_TABLE }),
);

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  run(path.customer_id ?? '', body, caller),
);
