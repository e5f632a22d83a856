import { listContractRatesUseCase } from '../../shared/contracts/list-contract-rates.ts';
import { createDynamoDbContractRateStore } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const client = createDocumentClient();
const listContractRates = listContractRatesUseCase(
  createDynamoDbContractRateStore(client, env.CONTRACTS_TABLE),
  createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
);

export const handler = createTextHandler(definition, ({ query, headers, caller }) =>
  listContractRates({ query, accept: headers.accept }, caller),
);
