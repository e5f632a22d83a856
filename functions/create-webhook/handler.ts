import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createAnswerOnce } from '../../shared/idempotency/answer-once.ts';
import { createDynamodbAnswerMemory } from '../../shared/idempotency/dynamodb-answer-memory.ts';
import { createCreateWebhook } from '../../shared/webhooks/create-webhook.ts';
import { resolveByDns } from '../../shared/webhooks/dns-addresses.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/dynamodb-webhook-store.ts';
import { keyInService } from '../../shared/webhooks/key-in-service.ts';
import { createKmsSecretSealing } from '../../shared/webhooks/kms-webhook-secrets.ts';
import { createReceiverCheck } from '../../shared/webhooks/receiver-check.ts';
import { challengeInService } from '../../shared/webhooks/registration-env.ts';
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
