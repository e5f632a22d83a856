import type { Account } from '../../platform/account/account.ts';
import type { SealedSecret } from '../store/webhook.ts';

/** The owner of a secret, bound to the ciphertext: a copy in another webhook cannot be decrypted. */
export interface SecretOwner extends Account {
  readonly webhookId: string;
}

/** Port: encrypts signing secrets. */
export interface SecretSealing {
  /** @returns the ciphertext in base64. */
  seal(secret: string, owner: SecretOwner): Promise<string>;
}

/** Port: decrypts signing secrets. */
export interface SecretOpening {
  /** @throws if the ciphertext has another owner, or the key is unavailable. */
  open(secret: Pick<SealedSecret, 'ciphertext'>, owner: SecretOwner): Promise<string>;
}
