import type * as v from 'valibot';
import type { Caller } from '../http/api-request.ts';
import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { MessageQueue } from '../queues/message-queue.ts';
import { closeDeliveries } from './close-deliveries.ts';
import type { ReceiverChallenge } from './ownership-challenge.ts';
import type { ReceiverCheck } from './receiver-check.ts';
import { answerOf, describeWebhook, type webhookAnswer } from './webhook-document.ts';
import { isWebhookId } from './webhook-id.ts';
import { invalidWebhook, WEBHOOK_NOT_FOUND } from './webhook-refusals.ts';
import { readWebhookUpdate } from './webhook-request.ts';
import type { WebhookStore } from './webhook-store.ts';

export interface UpdateWebhookPorts {
  readonly webhooks: Pick<WebhookStore, 'change'>;
  readonly checkReceiver: ReceiverCheck;
  readonly challenge: ReceiverChallenge;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

/** Changes what a webhook is for, where it goes, and whether it is on. */
export function createUpdateWebhook({
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
    const request = await readWebhookUpdate(body, caller, checkReceiver);
    if (!request.ok) return request;
    const { events, url, enabled, warnings } = request.body;
    // Asked for each address that is sent, also for the one that it has: an answer of before may be another owner's.
    const fault = url === undefined || !isWebhookId(id) ? undefined : await challenge(url);
    if (fault !== undefined) return refuse(invalidWebhook([fault]));
    const change = {
      events,
      ...(url === undefined ? {} : { url }),
      ...(enabled === undefined ? {} : { enabled }),
    };
    const webhook = isWebhookId(id) ? await webhooks.change(caller, id, change, now()) : undefined;
    if (webhook === undefined) return refuse(WEBHOOK_NOT_FOUND);
    if (enabled === false) {
      await closeDeliveries(retries, caller, id, 'The webhook was disabled by its owner.');
    }
    return succeed(answerOf(describeWebhook(webhook, url === undefined ? undefined : warnings)));
  };
}
