import { createKmsClient, type WebhookSecretKey } from './kms-webhook-secrets.ts';
import type { SecretEnvironment } from './secret-env.ts';

/** Composes the KMS key of signing secrets, for every stage. */
export const composeSecretKey = (env: SecretEnvironment): WebhookSecretKey => ({
  client: createKmsClient(),
  keyId: env.WEBHOOK_SECRETS_KEY,
});
