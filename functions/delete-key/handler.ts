import { isKeyId } from '../../shared/accounts/api-keys/api-key-record.ts';
import { authorOf } from '../../shared/accounts/audit/audit-event.ts';
import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { removeKey } from '../../shared/accounts/key-operations/change-keys.ts';
import { answerOf } from '../../shared/accounts/key-operations/key-document.ts';
import { KEY_REJECTIONS } from '../../shared/accounts/key-operations/key-rejections.ts';
import { createDynamoDbApiKeyStore } from '../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { definition } from './definition.ts';

const env = readEnv({ ORGANIZATIONS_TABLE: text(), AUDIT_TABLE: text() });
const keys = createDynamoDbApiKeyStore({
  client: createDocumentClient(),
  TableName: env.ORGANIZATIONS_TABLE,
  audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
});
const ports = { keys, now: () => new Date() };

/** Deletes a key of the caller's account, also the calling key itself. */
export const handler = createApiHandler(definition, async ({ path: { key_id: keyId = '' }, caller }) => {
  if (!isKeyId(keyId)) return reject(KEY_REJECTIONS['unknown-key']);
  const { orgId, mode } = caller;
  const removed = await removeKey(ports, authorOf(caller), { orgId, mode }, keyId);
  return removed.ok
    ? succeed(answerOf({ id: keyId, deleted: true as const }))
    : reject(KEY_REJECTIONS[removed.reason]);
});
