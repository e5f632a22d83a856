import { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { createDynamoDbAuditWriter } from '../audit/dynamodb-audit-log.ts';
import { createDynamoDbIdempotencyStore } from '../idempotency/dynamodb-idempotency-store.ts';
import { createDynamoDbApiKeyStore } from '../organizations/dynamodb-api-key-store.ts';

export const KEY_ISSUING_VARIABLES = {
  ORGANIZATIONS_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  AUDIT_TABLE: text(),
};

/** Adapters of functions that create or rotate keys: a key, its audit event and the answer are one transaction. */
export function composeKeyIssuing(env: Environment<typeof KEY_ISSUING_VARIABLES>) {
  const client = createDocumentClient();
  const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);
  const keys = createDynamoDbApiKeyStore({
    client,
    TableName: env.ORGANIZATIONS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
    rememberAnswer: answers.putAnswer,
  });
  return { keys, answers, now: () => new Date() };
}
