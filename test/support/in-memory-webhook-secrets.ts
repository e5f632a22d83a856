import type {
  SecretOpening,
  SecretOwner,
  SecretSealing,
} from '../../shared/webhooks/secrets/kms-webhook-secrets.ts';

const sealOf = ({ orgId, mode, webhookId }: SecretOwner) => JSON.stringify([orgId, mode, webhookId]);

/** The double of the KMS key: stores the owner with the secret, without encryption. */
export function createInMemoryWebhookSecrets(): SecretSealing & SecretOpening {
  let sealed = 0;
  return {
    seal: async (secret, owner) => {
      sealed += 1;
      return Buffer.from(JSON.stringify([sealOf(owner), secret, sealed])).toString('base64');
    },
    open: async ({ ciphertext }, owner) => {
      const [seal, secret] = JSON.parse(Buffer.from(ciphertext, 'base64').toString());
      if (seal !== sealOf(owner)) throw new Error('the ciphertext is another owner');
      return secret;
    },
  };
}
