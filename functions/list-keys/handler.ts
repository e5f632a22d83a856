import { listKeysUseCase } from '../../shared/accounts/key-operations/list-keys.ts';
import { createDynamoDbKeyList } from '../../shared/accounts/organizations/dynamodb-key-list.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ ORGANIZATIONS_TABLE: text() });
const listKeys = listKeysUseCase({
  keys: createDynamoDbKeyList(createDocumentClient(), env.ORGANIZATIONS_TABLE),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ caller }) => listKeys(caller),
});
