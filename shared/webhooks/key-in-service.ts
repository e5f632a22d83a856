import { defaultProvider } from '../dynamodb/environment-credentials.ts';
import type { KeyManagement } from './kms-webhook-secrets.ts';
import type { SecretEnvironment } from './secret-env.ts';

/** The key of signing secrets as functions use it, in every stage. */
export const keyInService = (env: SecretEnvironment): KeyManagement => ({
  keyId: env.WEBHOOK_SECRETS_KEY,
  region: env.AWS_REGION,
  credentials: defaultProvider(),
  endpoint: env.AWS_ENDPOINT_URL_KMS ?? env.AWS_ENDPOINT_URL,
});
