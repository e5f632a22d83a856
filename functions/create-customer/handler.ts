import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createCustomerIds } from '../../shared/customers/customer-names.ts';
import { createDynamoDbCustomers } from '../../shared/customers/dynamodb-customers.ts';
import { createCustomerUseCase } from '../../shared/customers/use-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ CONTRACTS_TABLE: text(), IDEMPOTENCY_TABLE: text() });
const client = createDocumentClient();
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
const now = () => new Date();
const createCustomer = createCustomerUseCase({
  customers: createDynamoDbCustomers({ client, table: env.CONTRACTS_TABLE, putAnswer: answers.putAnswer }),
  newCustomerId: createCustomerIds(),
  now,
});
const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-customer', now });

export const handler = createApiHandler(definition, (request) =>
  answerOnce(request, (keyed) => createCustomer(request.body, request.caller, keyed)),
);
