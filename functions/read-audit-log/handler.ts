import { createDynamoDbAuditLog } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { readAuditLogUseCase } from '../../shared/accounts/audit/read-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ AUDIT_TABLE: text() });
const readAuditLog = readAuditLogUseCase({
  auditLog: createDynamoDbAuditLog(createDocumentClient(), env.AUDIT_TABLE),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ query, caller }) => readAuditLog(query, caller),
});
