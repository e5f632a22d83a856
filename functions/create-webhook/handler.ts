import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { answerOnceUseCase } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamoDbIdempotencyStore } from '../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { resolveByDns } from '../../shared/webhooks/receiver-guard/dns-addresses.ts';
import { createReceiverCheck } from '../../shared/webhooks/receiver-guard/receiver-check.ts';
import { createWebhookUseCase } from '../../shared/webhooks/registration/create-webhook.ts';
import {
  composeOwnershipChallenge,
  REGISTRATION_VARIABLES,
} from '../../shared/webhooks/registration/registration-env.ts';
import {
  composeSecretKey,
  createKmsSecretSealing,
  SECRET_VARIABLES,
} from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { definition } from './definition.ts';

const env = readEnv({
  WEBHOOKS_TABLE: text(),
  AUDIT_TABLE: text(),
  IDEMPOTENCY_TABLE: text(),
  ...SECRET_VARIABLES,
  ...REGISTRATION_VARIABLES,
});
const client = createDocumentClient();
const now = () => new Date();
const answers = createDynamoDbIdempotencyStore(client, env.IDEMPOTENCY_TABLE);

const createWebhook = createWebhookUseCase({
  webhooks: createDynamoDbWebhookStore({
    client,
    TableName: env.WEBHOOKS_TABLE,
    audit: createDynamoDbAuditWriter(env.AUDIT_TABLE),
    rememberAnswer: answers.putAnswer,
  }),
  secrets: createKmsSecretSealing(composeSecretKey(env)),
  checkReceiver: createReceiverCheck(env.WEBHOOK_RECEIVERS, resolveByDns),
  challenge: composeOwnershipChallenge(env, client),
  now,
});

const answerOnce = answerOnceUseCase({ store: answers, operation: 'create-webhook', now });

export const handler = createApiHandler(definition, (request) =>
  answerOnce(request, (keyed) => createWebhook(request.body, request.caller, keyed)),
);
