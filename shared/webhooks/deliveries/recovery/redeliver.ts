import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import { log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { Delivery } from '../delivery.ts';
import { deliveryMessage } from '../delivery-messages.ts';
import type { DeliveryRecords, Redeliveries } from '../delivery-ports.ts';
import { type DeliveryAnswer, describeDelivery } from '../listing/delivery-document.ts';
import { DELIVERY_NOT_FOUND, PAYLOAD_GONE, WEBHOOK_DISABLED } from '../listing/delivery-rejections.ts';
import { belongsTo, byDeliveryId, findWebhook, type WebhookReader } from '../listing/find-delivery.ts';

export interface RedeliverPorts {
  readonly webhooks: WebhookReader;
  readonly records: Pick<DeliveryRecords, 'get'>;
  readonly redeliveries: Redeliveries;
  readonly deliveries: MessageQueue;
  readonly now: () => Date;
}

/** Enqueues new deliveries. The sweep finds those that could not be enqueued. */
export async function enqueueDeliveries(deliveries: MessageQueue, made: readonly Delivery[]): Promise<void> {
  if (made.length === 0) return;
  const failed = await deliveries.send(made.map((delivery) => deliveryMessage(delivery)));
  if (failed.length > 0)
    log(LOG.deliveryMessageNotSent, { orgId: made[0]?.orgId, notEnqueued: failed.length });
}

/** Repeats a delivery in any state: a new delivery with the same event and payload, and its own attempts. */
export function redeliverUseCase({ webhooks, records, redeliveries, deliveries, now }: RedeliverPorts) {
  return async (webhookId: string, deliveryId: string, caller: Account): Promise<Outcome<DeliveryAnswer>> => {
    const webhook = await findWebhook(webhooks, webhookId, caller);
    if (!webhook.ok) return webhook;
    const old = await byDeliveryId(deliveryId, (id) => records.get(id));
    if (old === undefined || !belongsTo(webhook.body, old)) return reject(DELIVERY_NOT_FOUND);
    if (!webhook.body.enabled) return reject(WEBHOOK_DISABLED);
    const result = await redeliveries.redeliver(old, now(), false);
    if (result.outcome === 'payload-gone') return reject(PAYLOAD_GONE);
    if (result.outcome !== 'made') return reject(DELIVERY_NOT_FOUND);
    await enqueueDeliveries(deliveries, [result.delivery]);
    return succeed({ status: 'success', data: describeDelivery(result.delivery) });
  };
}
