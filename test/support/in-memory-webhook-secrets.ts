import type {
  SecretOpening,
  SecretOwner,
  SecretSealing,
} from '../../shared/webhooks/secrets/webhook-secrets.ts';

const sealOf = ({ orgId, mode, webhookId }: SecretOwner) => JSON.stringify([orgId, mode, webhookId]);

/** Seals by writing the owner beside the secret: the double of the key, with its refusals and without its secrecy. */
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
