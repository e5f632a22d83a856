import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { deleteKeyUseCase } from '../../shared/accounts/key-operations/delete-key.ts';
import { createDynamoDbApiKeyStore } from '../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ ORGANIZATIONS_TABLE: text(), AUDIT_TABLE: text() });
const deleteKey = deleteKeyUseCase({
  keys: createDynamoDbApiKeyStore({
    client: createDocumentClient(),
    TableName: env.ORGANIZATIONS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteKey(path.key_id ?? '', caller),
});
