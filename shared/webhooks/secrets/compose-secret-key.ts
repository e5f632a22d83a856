import { createKmsClient, type WebhookSecretKey } from './kms-webhook-secrets.ts';
import type { SecretEnvironment } from './secret-env.ts';

/** The key of signing secrets as functions use it, in every stage. */
export const composeSecretKey = (env: SecretEnvironment): WebhookSecretKey => ({
  client: createKmsClient(),
  keyId: env.WEBHOOK_SECRETS_KEY,
});
