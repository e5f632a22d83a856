import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { rotateSecretUseCase } from '../../shared/webhooks/registration/rotate-secret.ts';
import {
  composeSecretKey,
  createKmsSecretSealing,
  SECRET_VARIABLES,
} from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { definition } from './definition.ts';

const env = readApiEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  ...SECRET_VARIABLES,
});
const rotateSecret = rotateSecretUseCase({
  webhooks: createDynamoDbWebhookStore({
    client: createDocumentClient(),
    TableName: env.WEBHOOKS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  secrets: createKmsSecretSealing(composeSecretKey(env)),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => rotateSecret(path.webhook_id ?? '', caller),
});
