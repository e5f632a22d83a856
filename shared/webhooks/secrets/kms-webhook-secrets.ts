import { DecryptCommand, EncryptCommand, KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { cacheLookups } from '../../accounts/authorization/cache-lookups.ts';
import type { Account } from '../../platform/account/account.ts';
import { failureReason } from '../../platform/aws/failure-reason.ts';
import { requestSettings } from '../../platform/aws/request-settings.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import type { SealedSecret } from '../store/webhook.ts';

/** The variables of every function that encrypts or decrypts signing secrets. */
export const SECRET_VARIABLES = {
  /** ARN of the key that signing secrets are encrypted under. */
  WEBHOOK_SECRETS_KEY: text(),
};

export type SecretEnvironment = Environment<typeof SECRET_VARIABLES>;

export interface WebhookSecretKey {
  readonly client: KMSClient;
  /** ARN of the key that signing secrets are encrypted under. */
  readonly keyId: string;
}

/** The owner of a secret, bound to the ciphertext: a copy in another webhook cannot be decrypted. */
export interface SecretOwner extends Account {
  readonly webhookId: string;
}

const LIMITS = { timeoutMs: 2_000, attempts: 2 };

/** How long a decrypted secret is cached, so that not every delivery calls KMS. */
const OPEN_FOR_MS = 5 * 60 * 1000;
const MAX_OPEN = 1_000;

class KeyManagementError extends Error {
  override readonly name = 'KeyManagementError';
}

/** The encryption context: KMS decrypts only for the same owner. It is visible in CloudTrail. */
const encryptionContext = ({ orgId, mode, webhookId }: SecretOwner) => ({ orgId, mode, webhookId });

/** Creates a KMS client. `config` is merged into its settings; tests set an endpoint. */
export const createKmsClient = (config: KMSClientConfig = {}): KMSClient =>
  new KMSClient({ ...requestSettings(LIMITS), ...config });

/** Encrypts signing secrets with `kms:Encrypt`. */
export function createKmsSecretSealing({ client, keyId }: WebhookSecretKey) {
  return {
    /** The ciphertext in base64. */
    async seal(secret: string, owner: SecretOwner): Promise<string> {
      const { CiphertextBlob } = await client
        .send(
          new EncryptCommand({
            KeyId: keyId,
            Plaintext: Buffer.from(secret),
            EncryptionContext: encryptionContext(owner),
          }),
        )
        .catch(failed('kms:Encrypt'));
      return Buffer.from(answered('kms:Encrypt', CiphertextBlob)).toString('base64');
    },
  };
}

/** Decrypts signing secrets with `kms:Decrypt`, and caches them for five minutes. */
export function createKmsSecretOpening(
  { client, keyId }: WebhookSecretKey,
  now: () => number = () => performance.now(),
) {
  const open = cacheLookups(
    async (question) => {
      const { ciphertext, ...owner } = JSON.parse(question) as SecretOwner & { readonly ciphertext: string };
      const { Plaintext } = await client
        .send(
          new DecryptCommand({
            KeyId: keyId,
            CiphertextBlob: Buffer.from(ciphertext, 'base64'),
            EncryptionContext: encryptionContext(owner),
          }),
        )
        .catch(failed('kms:Decrypt'));
      return Buffer.from(answered('kms:Decrypt', Plaintext)).toString();
    },
    { maxAgeMs: OPEN_FOR_MS, maxEntries: MAX_OPEN, now },
  );
  return {
    /** @throws KeyManagementError if the ciphertext has another owner, or the key is unavailable. */
    open: ({ ciphertext }: Pick<SealedSecret, 'ciphertext'>, owner: SecretOwner): Promise<string> =>
      open(JSON.stringify({ ciphertext, ...encryptionContext(owner) })),
  };
}

export type SecretSealing = ReturnType<typeof createKmsSecretSealing>;

/** @throws KeyManagementError without any part of the request or response. */
const failed =
  (action: string) =>
  (error: unknown): never => {
    throw new KeyManagementError(`${action}: ${failureReason(error)}`);
  };

/** @throws KeyManagementError if the response has no bytes. */
function answered(action: string, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes !== undefined && bytes.length > 0) return bytes;
  throw new KeyManagementError(`${action}: response without bytes`);
}

/** Composes the KMS key of signing secrets, for every stage. */
export const composeSecretKey = (env: SecretEnvironment): WebhookSecretKey => ({
  client: createKmsClient(),
  keyId: env.WEBHOOK_SECRETS_KEY,
});
