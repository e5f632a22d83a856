import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { queueInService } from '../../shared/queues/queue-in-service.ts';
import { resolveByDns } from '../../shared/webhooks/dns-addresses.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/dynamodb-webhook-store.ts';
import { createReceiverCheck } from '../../shared/webhooks/receiver-check.ts';
import { challengeInService } from '../../shared/webhooks/registration-env.ts';
import { createUpdateWebhook } from '../../shared/webhooks/update-webhook.ts';
import { readEnv } from './env.ts';
import { updateWebhookResponse } from './schema.ts';

const env = readEnv();
const client = createDocumentClient();
const updateWebhook = createUpdateWebhook({
  webhooks: createDynamoDbWebhookStore({ client, TableName: env.WEBHOOKS_TABLE }),
  checkReceiver: createReceiverCheck(env.WEBHOOK_RECEIVERS, resolveByDns),
  challenge: challengeInService(env, client),
  retries: queueInService(env.RETRIES_URL),
  now: () => new Date(),
});

/** PUT /v1/webhooks/{webhook_id}. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: true,
  response: updateWebhookResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, body, caller }) => updateWebhook(path.webhook_id ?? '', body, caller),
});
