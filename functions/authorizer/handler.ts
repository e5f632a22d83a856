import { createCachingKeyDirectory } from '../../shared/accounts/authorization/cache-lookups.ts';
import {
  createDynamoDbKeyUses,
  createKeyUseRecorder,
} from '../../shared/accounts/authorization/dynamodb-key-uses.ts';
import { createDynamoDbKeyDirectory } from '../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createAuthorizer } from './authorizer.ts';

const { ORGANIZATIONS_TABLE } = readEnv({ ORGANIZATIONS_TABLE: text() });
// Two look-ups of two attempts each end within the function's timeout of 5 seconds, so that a slow table gives a logged error.
const client = createDocumentClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
});
const table = createDynamoDbKeyDirectory(client, ORGANIZATIONS_TABLE);

const keyUsed = createKeyUseRecorder(createDynamoDbKeyUses(client, ORGANIZATIONS_TABLE), Date.now);

export const handler = createAuthorizer(createCachingKeyDirectory(table, Date.now), keyUsed);
