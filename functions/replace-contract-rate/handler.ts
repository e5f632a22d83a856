import { replaceContractRateUseCase } from '../../shared/contracts/change-contract-rate.ts';
import {
  CONTRACT_WRITE_VARIABLES,
  composeContractWrites,
} from '../../shared/contracts/compose-contract-writes.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv(CONTRACT_WRITE_VARIABLES);
const replaceContractRate = replaceContractRateUseCase(composeContractWrites(env, createDocumentClient()));

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  replaceContractRate(path.rate_id ?? '', body, caller),
);
