import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { deleteWebhookUseCase } from '../../shared/webhooks/registration/delete-webhook.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { definition } from './definition.ts';

const env = readApiEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  /** Queue of retries, also of messages that end the deliveries of a webhook. */
  RETRIES_URL: url(),
});
const deleteWebhook = deleteWebhookUseCase({
  webhooks: createDynamoDbWebhookStore({
    client: createDocumentClient(),
    TableName: env.WEBHOOKS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  retries: composeQueue(env.RETRIES_URL),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => deleteWebhook(path.webhook_id ?? '', caller),
});
