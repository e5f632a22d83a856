import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import {
  composeSecretKey,
  createKmsSecretSealing,
  SECRET_VARIABLES,
} from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { newWebhookSecret } from '../../shared/webhooks/sending/sign-payload.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { ROTATION_OVERLAP_MS } from '../../shared/webhooks/store/webhook.ts';
import { answerOf, describeWebhook } from '../../shared/webhooks/store/webhook-document.ts';
import { WEBHOOK_NOT_FOUND } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  ...SECRET_VARIABLES,
});
const webhooks = createDynamoDbWebhookStore({
  client: createDocumentClient(),
  TableName: env.WEBHOOKS_TABLE,
  audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
});
const secrets = createKmsSecretSealing(composeSecretKey(env));

/** Rotates the signing secret of a webhook and returns the new one, once. The previous one stays valid for 24 hours. */
export const handler = createApiHandler(definition, async ({ path, caller }) => {
  // Nothing is encrypted for an unknown webhook: KMS is charged by the request.
  const known = await findWebhook(webhooks, path.webhook_id, caller);
  if (!known.ok) return known;
  const { orgId, mode, id } = known.body;
  const secret = newWebhookSecret();
  const ciphertext = await secrets.seal(secret, { orgId, mode, webhookId: id });
  const at = new Date();
  const oldUntil = new Date(at.getTime() + ROTATION_OVERLAP_MS);
  const sealed = { ciphertext, createdAt: at.toISOString() };
  const webhook = await webhooks.rotateSecret(caller, id, sealed, oldUntil);
  if (webhook === undefined) return reject(WEBHOOK_NOT_FOUND);
  const previousSecretExpiresAt = oldUntil.toISOString();
  return succeed(answerOf({ ...describeWebhook(webhook), secret, previousSecretExpiresAt }));
});
