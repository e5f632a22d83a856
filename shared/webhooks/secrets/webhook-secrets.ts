import type { Account } from '../../platform/account/account.ts';
import type { SealedSecret } from '../store/webhook.ts';

/** Whose secret it is: bound to the ciphertext, so that one copied to another webhook cannot be read there. */
export interface SecretOwner extends Account {
  readonly webhookId: string;
}

/** Port: encrypts signing secrets. */
export interface SecretSealing {
  /** @returns the ciphertext in base64. */
  seal(secret: string, owner: SecretOwner): Promise<string>;
}

/** Port: decrypts them. */
export interface SecretOpening {
  /** @throws where the ciphertext is another owner's, or the key cannot be asked. */
  open(secret: Pick<SealedSecret, 'ciphertext'>, owner: SecretOwner): Promise<string>;
}
