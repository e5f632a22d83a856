import type * as v from 'valibot';
import type { Caller } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { MessageQueue } from '../../platform/sqs/sqs-message-queue.ts';
import { closeDeliveries } from '../deliveries/delivery-queue.ts';
import type { WebhookStore } from '../store/dynamodb-webhook-store.ts';
import { answerOf, type deletedWebhookAnswer } from '../store/webhook-document.ts';
import { isWebhookId } from '../store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../store/webhook-rejections.ts';

export interface DeleteWebhookPorts {
  readonly webhooks: Pick<WebhookStore, 'delete'>;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

/** Deletes a webhook with its secrets, and ends its pending deliveries. */
export function deleteWebhookUseCase({ webhooks, retries, now }: DeleteWebhookPorts) {
  return async (id: string, caller: Caller): Promise<Outcome<v.InferOutput<typeof deletedWebhookAnswer>>> => {
    const deleted = isWebhookId(id) && (await webhooks.delete(caller, id, now()));
    if (!deleted) return reject(WEBHOOK_NOT_FOUND);
    await closeDeliveries(retries, caller, id);
    return succeed(answerOf({ id, deleted: true as const }));
  };
}
