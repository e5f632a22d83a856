import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { SecretSealing } from '../secrets/kms-webhook-secrets.ts';
import { newWebhookSecret } from '../sending/sign-payload.ts';
import type { WebhookStore } from '../store/dynamodb-webhook-store.ts';
import { ROTATION_OVERLAP_MS } from '../store/webhook.ts';
import { answerOf, describeWebhook, type rotatedWebhookAnswer } from '../store/webhook-document.ts';
import { isWebhookId } from '../store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../store/webhook-rejections.ts';

export interface RotateSecretPorts {
  readonly webhooks: Pick<WebhookStore, 'get' | 'rotateSecret'>;
  readonly secrets: SecretSealing;
  readonly now: () => Date;
}

/** Rotates the signing secret of a webhook and returns the new one, once. The previous one stays valid for 24 hours. */
export function rotateSecretUseCase({ webhooks, secrets, now }: RotateSecretPorts) {
  return async (id: string, caller: Caller): Promise<Outcome<v.InferOutput<typeof rotatedWebhookAnswer>>> => {
    // Nothing is encrypted for an unknown webhook: KMS is charged by the request.
    const known = isWebhookId(id) && (await webhooks.get(caller, id)) !== undefined;
    if (!known) return reject(WEBHOOK_NOT_FOUND);
    const { orgId, mode } = caller;
    const secret = newWebhookSecret();
    const ciphertext = await secrets.seal(secret, { orgId, mode, webhookId: id });
    const at = now();
    const oldUntil = new Date(at.getTime() + ROTATION_OVERLAP_MS);
    const sealed = { ciphertext, createdAt: at.toISOString() };
    const webhook = await webhooks.rotateSecret(caller, id, sealed, oldUntil);
    if (webhook === undefined) return reject(WEBHOOK_NOT_FOUND);
    const previousSecretExpiresAt = oldUntil.toISOString();
    return succeed(answerOf({ ...describeWebhook(webhook), secret, previousSecretExpiresAt }));
  };
}
