import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import {
  createDynamoDbIdempotencyStore,
  createRememberAnswer,
} from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  CONTRACT_WRITE_VARIABLES,
  composeContractWrites,
} from '../../shared/contracts/compose-contract-writes.ts';
import {
  createContractRatesUseCase,
  readContractRates,
} from '../../shared/contracts/create-contract-rates.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...CONTRACT_WRITE_VARIABLES, IDEMPOTENCY_TABLE: text() });
const client = createDocumentClient();
const writes = composeContractWrites(env, client);
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
const createContractRates = createContractRatesUseCase({
  ...writes,
  rememberAnswer: createRememberAnswer(client, answers),
});
const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-contract-rates', now: writes.now });

export const handler = createApiHandler(definition, async (request) => {
  const rates = readContractRates(request.body);
  if (!rates.ok) return rates;
  return answerOnce(request, (keyed) => createContractRates(rates.body, request.caller, keyed));
});
