import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { createApiHandler } from '../../shared/platform/http/api-handler.ts';
import { rotateSecretUseCase } from '../../shared/webhooks/registration/rotate-secret.ts';
import { composeSecretKey } from '../../shared/webhooks/secrets/compose-secret-key.ts';
import { createKmsSecretSealing } from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { createDynamoDbWebhookStore } from '../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { rotatedWebhookAnswer } from '../../shared/webhooks/store/webhook-document.ts';
import { readEnv } from './env.ts';

const env = readEnv();
const rotateSecret = rotateSecretUseCase({
  webhooks: createDynamoDbWebhookStore({ client: createDocumentClient(), TableName: env.WEBHOOKS_TABLE }),
  secrets: createKmsSecretSealing(composeSecretKey(env)),
  now: () => new Date(),
});

/** POST /v1/webhooks/{webhook_id}/rotate-secret. */
export const handler = createApiHandler({
  errorFormat: 'general',
  hasBody: false,
  response: rotatedWebhookAnswer,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ({ path, caller }) => rotateSecret(path.webhook_id ?? '', caller),
});
