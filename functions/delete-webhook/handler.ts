import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { wakeUp } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { isWebhookId } from '../../shared/webhooks/store/webhook.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  /** Queue of retries, also of messages that end the deliveries of a webhook. */
  RETRIES_URL: url(),
});
const webhooks = createDynamoDbWebhookStore({
  client: createDocumentClient(),
  TableName: env.WEBHOOKS_TABLE,
  audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
});
const retries = composeQueue(env.RETRIES_URL);

/** Deletes a webhook with its secrets, and ends its pending deliveries. */
export const handler = createApiHandler(definition, async ({ path: { webhook_id: id = '' }, caller }) => {
  const deleted = isWebhookId(id) && (await webhooks.delete(caller, id, new Date()));
  if (!deleted) return reject(WEBHOOK_NOT_FOUND);
  // Fails its pending deliveries. Without the message, each fails when it is due.
  await wakeUp(retries, { ...caller, webhookId: id }, 0);
  return succeed(answerOf({ id, deleted: true as const }));
});
