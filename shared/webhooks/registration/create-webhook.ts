import type * as v from 'valibot';
import { KEY_IN_USE } from '../../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Caller } from '../../platform/account/account.ts';
import { type Answer, reject, succeed } from '../../platform/http/outcome.ts';
import type { ReceiverCheck } from '../receiver-guard/receiver-check.ts';
import type { SecretSealing } from '../secrets/kms-webhook-secrets.ts';
import { newWebhookSecret } from '../sending/sign-payload.ts';
import type { WebhookStore } from '../store/dynamodb-webhook-store.ts';
import { DISABLED_BY_OWNER, newWebhookId, type Webhook } from '../store/webhook.ts';
import { answerOf, type createdWebhookAnswer, describeWebhook } from '../store/webhook-document.ts';
import { invalidWebhook, tooManyWebhooks } from '../store/webhook-rejections.ts';
import type { ReceiverChallenge } from './ownership-challenge.ts';
import { readWebhookCreation } from './read-webhook-body.ts';

export interface CreateWebhookPorts {
  readonly webhooks: Pick<WebhookStore, 'create' | 'isFull'>;
  readonly secrets: SecretSealing;
  readonly checkReceiver: ReceiverCheck;
  /** Undefined if receivers are registered without a challenge. */
  readonly challenge: ReceiverChallenge | undefined;
  readonly now: () => Date;
}

type CreatedWebhook = v.InferOutput<typeof createdWebhookAnswer>;

/** Warning of a repeated response, in place of the secret. */
const secretWasShown = (id: string) =>
  `Only the first response to this Idempotency-Key contained the signing secret. If you lost it, replace it: POST /v1/webhooks/${id}/rotate-secret.`;

/** Registers a webhook and returns its signing secret, once. `keyed` is set if the call has an Idempotency-Key. */
export function createWebhookUseCase(ports: CreateWebhookPorts) {
  return async (body: unknown, caller: Caller, keyed?: KeyedCall): Promise<Answer<CreatedWebhook>> => {
    const request = readWebhookCreation(body, caller, ports.checkReceiver);
    if (!request.ok) return request;
    const { events, enabled = true } = request.body;
    const { orgId, mode } = caller;
    // Checked before any look-up or request. The write below enforces the limit for concurrent calls.
    if (await ports.webhooks.isFull(caller)) return reject(tooManyWebhooks(mode));
    const receiver = await ports.checkReceiver.check(request.body.url);
    if (!receiver.ok) return reject(invalidWebhook([receiver.message]));
    const { url, warnings } = receiver;
    if (ports.challenge !== undefined) {
      const rejection = await ports.challenge(url, caller);
      if (rejection !== undefined) return rejection;
    }
    const id = newWebhookId();
    const at = ports.now().toISOString();
    const secret = newWebhookSecret();
    const ciphertext = await ports.secrets.seal(secret, { orgId, mode, webhookId: id });
    const webhook: Webhook = {
      id,
      orgId,
      mode,
      url,
      events,
      enabled,
      ...(enabled ? {} : { disabledReason: DISABLED_BY_OWNER, disabledAt: at }),
      createdAt: at,
      updatedAt: at,
      secrets: [{ ciphertext, createdAt: at }],
    };
    const described = describeWebhook(webhook, warnings);
    const repeated = describeWebhook(webhook, [...warnings, secretWasShown(id)]);

    const creation = await ports.webhooks.create(
      webhook,
      caller,
      keyed && { call: keyed, body: JSON.stringify(answerOf(repeated)) },
    );
    if (creation === 'created') return succeed(answerOf({ ...described, secret }));
    return reject(creation === 'too-many' ? tooManyWebhooks(mode) : KEY_IN_USE);
  };
}
