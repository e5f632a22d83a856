import { deleteContractRateUseCase } from '../../shared/contracts/change-contract-rate.ts';
import { createDynamoDbContractRateStore } from '../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text() });
const deleteContractRate = deleteContractRateUseCase(
  createDynamoDbContractRateStore(createDocumentClient(), env.CONTRACTS_TABLE),
);

export const handler = createApiHandler(definition, ({ path, caller }) =>
  deleteContractRate(path.rate_id ?? '', caller),
);
