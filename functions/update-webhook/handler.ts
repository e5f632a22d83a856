import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { resolveByDns } from '../../shared/webhooks/receiver-guard/dns-addresses.ts';
import { createReceiverCheck } from '../../shared/webhooks/receiver-guard/receiver-check.ts';
import {
  composeOwnershipChallenge,
  REGISTRATION_VARIABLES,
} from '../../shared/webhooks/registration/registration-env.ts';
import { updateWebhookUseCase } from '../../shared/webhooks/registration/update-webhook.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { definition } from './definition.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  ...REGISTRATION_VARIABLES,
  /** Queue of retries, also of messages that end the deliveries of a webhook. */
  RETRIES_URL: url(),
});
const client = createDocumentClient();
const updateWebhook = updateWebhookUseCase({
  webhooks: createDynamoDbWebhookStore({
    client,
    TableName: env.WEBHOOKS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
  }),
  checkReceiver: createReceiverCheck(env.WEBHOOK_RECEIVERS, resolveByDns),
  challenge: composeOwnershipChallenge(env, client),
  retries: composeQueue(env.RETRIES_URL),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ path, body, caller }) =>
  updateWebhook(path.webhook_id ?? '', body, caller),
);
