import { createAnswerOnce } from '../../shared/accounts/idempotency/answer-once.ts';
import { createDynamodbAnswerMemory } from '../../shared/accounts/idempotency/dynamodb-answer-memory.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { resolveByDns } from '../../shared/webhooks/receiver-guard/dns-addresses.ts';
import { createReceiverCheck } from '../../shared/webhooks/receiver-guard/receiver-check.ts';
import { createCreateWebhook } from '../../shared/webhooks/registration/create-webhook.ts';
import { challengeInService } from '../../shared/webhooks/registration/registration-env.ts';
import { keyInService } from '../../shared/webhooks/secrets/key-in-service.ts';
import { createKmsSecretSealing } from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { readEnv } from './env.ts';
import { createWebhookResponse } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const now = () => new Date();
const answers = createDynamodbAnswerMemory(client, env.IDEMPOTENCY_TABLE);

const createWebhook = createCreateWebhook({
  webhooks: createDynamoDbWebhookStore({
    client,
    TableName: env.WEBHOOKS_TABLE,
    rememberAnswer: answers.remembering,
  }),
  secrets: createKmsSecretSealing(keyInService(env)),
  checkReceiver: createReceiverCheck(env.WEBHOOK_RECEIVERS, resolveByDns),
  challenge: challengeInService(env, client),
  answers,
  now,
});

const answerOnce = createAnswerOnce({ memory: answers, operation: 'create-webhook', now });

/** POST /v1/webhooks. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: true,
  response: createWebhookResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: (request) => answerOnce(request, (keyed) => createWebhook(request.body, request.caller, keyed)),
});
