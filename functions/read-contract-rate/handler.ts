import { readContractRateUseCase } from '../../shared/contracts/read-contract-rate.ts';
import { createDynamoDbContractRateStore } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const client = createDocumentClient();
const readContractRate = readContractRateUseCase(
  createDynamoDbContractRateStore(client, env.CONTRACTS_TABLE),
  createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
);

export const handler = createApiHandler(definition, ({ path, query, caller }) =>
  readContractRate(path.rate_id ?? '', query, caller),
);
