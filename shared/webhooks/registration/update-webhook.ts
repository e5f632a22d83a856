import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { MessageQueue } from '../../platform/sqs/sqs-message-queue.ts';
import { wakeUp } from '../deliveries/delivery-queue.ts';
import type { ReceiverCheck } from '../receiver-guard/receiver-check.ts';
import type { WebhookStore } from '../store/dynamodb-webhook-store.ts';
import { isWebhookId } from '../store/webhook.ts';
import { answerOf, describeWebhook, type webhookAnswer } from '../store/webhook-document.ts';
import { invalidWebhook, WEBHOOK_NOT_FOUND } from '../store/webhook-rejections.ts';
import type { ReceiverChallenge } from './ownership-challenge.ts';
import { readWebhookUpdate } from './read-webhook-body.ts';

export interface UpdateWebhookPorts {
  readonly webhooks: Pick<WebhookStore, 'change' | 'get'>;
  readonly checkReceiver: ReceiverCheck;
  /** Undefined if receivers are registered without a challenge. */
  readonly challenge: ReceiverChallenge | undefined;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

/** Changes the events, the URL and the state of a webhook. */
export function updateWebhookUseCase({
  webhooks,
  checkReceiver,
  challenge,
  retries,
  now,
}: UpdateWebhookPorts) {
  return async (
    id: string,
    body: unknown,
    caller: Caller,
  ): Promise<Outcome<v.InferOutput<typeof webhookAnswer>>> => {
    const request = readWebhookUpdate(body, caller, checkReceiver);
    if (!request.ok) return request;
    const { events, enabled } = request.body;
    if (!isWebhookId(id)) return reject(WEBHOOK_NOT_FOUND);
    let url: string | undefined;
    let isOtherUrl = false;
    let warnings: readonly string[] | undefined;
    if (request.body.url !== undefined) {
      // Checked before any look-up or request. The write below checks again that the webhook exists.
      const current = await webhooks.get(caller, id);
      if (current === undefined) return reject(WEBHOOK_NOT_FOUND);
      const receiver = await checkReceiver.check(request.body.url);
      if (!receiver.ok) return reject(invalidWebhook([receiver.message]));
      ({ url, warnings } = receiver);
      isOtherUrl = url !== current.url;
      // Every URL in a request is challenged, also an unchanged one: its owner may have changed.
      const rejection = await challenge?.(url, caller);
      if (rejection !== undefined) return rejection;
    }
    const change = {
      events,
      ...(url === undefined ? {} : { url, isOtherUrl }),
      ...(enabled === undefined ? {} : { enabled }),
    };
    const webhook = await webhooks.change(caller, id, change, now());
    if (webhook === undefined) return reject(WEBHOOK_NOT_FOUND);
    // Fails its pending deliveries. Without the message, each fails when it is due.
    if (enabled === false) await wakeUp(retries, { ...caller, webhookId: id }, 0);
    return succeed(answerOf(describeWebhook(webhook, warnings)));
  };
}
