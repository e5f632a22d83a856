import { createDocumentClient } from '../../shared/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/http/api-handler.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/dynamodb-webhook-store.ts';
import { keyInService } from '../../shared/webhooks/key-in-service.ts';
import { createKmsSecretSealing } from '../../shared/webhooks/kms-webhook-secrets.ts';
import { createRotateSecret } from '../../shared/webhooks/rotate-secret.ts';
import { readEnv } from './env.ts';
import { rotateWebhookSecretResponse } from './schema.ts';

const env = readEnv();
const rotateSecret = createRotateSecret({
  webhooks: createDynamoDbWebhookStore({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
  secrets: createKmsSecretSealing(keyInService(env)),
  now: () => new Date(),
});

/** POST /v1/webhooks/{webhook_id}/rotate-secret. */
export const handler = createApiHandler({
  family: 'general',
  hasBody: false,
  response: rotateWebhookSecretResponse,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => rotateSecret(path.webhook_id ?? '', caller),
});
