import { createDynamoDbAuditLog } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { readAuditLogUseCase } from '../../shared/accounts/audit/read-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ AUDIT_TABLE: text() });
const readAuditLog = readAuditLogUseCase({
  auditLog: createDynamoDbAuditLog(createDocumentClient(), env.AUDIT_TABLE),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ query, caller }) => readAuditLog(query, caller));
