import type * as v from 'valibot';
import type { Caller } from '../http/api-request.ts';
import { type Outcome, refuse, succeed } from '../http/outcome.ts';
import type { MessageQueue } from '../queues/message-queue.ts';
import { closeDeliveries } from './close-deliveries.ts';
import { answerOf, type deletedWebhookAnswer } from './webhook-document.ts';
import { isWebhookId } from './webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from './webhook-refusals.ts';
import type { WebhookStore } from './webhook-store.ts';

export interface DeleteWebhookPorts {
  readonly webhooks: Pick<WebhookStore, 'delete'>;
  readonly retries: MessageQueue;
}

/** Deletes a webhook with its secrets, and ends what was still to be sent to it. */
export function createDeleteWebhook({ webhooks, retries }: DeleteWebhookPorts) {
  return async (id: string, caller: Caller): Promise<Outcome<v.InferOutput<typeof deletedWebhookAnswer>>> => {
    const deleted = isWebhookId(id) && (await webhooks.delete(caller, id));
    if (!deleted) return refuse(WEBHOOK_NOT_FOUND);
    await closeDeliveries(retries, caller, id, 'The webhook was deleted.');
    return succeed(answerOf({ id, deleted: true as const }));
  };
}
