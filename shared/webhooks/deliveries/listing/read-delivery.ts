import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import type { DeliveryRecords } from '../delivery-ports.ts';
import { describeWhole, type WholeDeliveryAnswer } from './delivery-document.ts';
import { DELIVERY_NOT_FOUND } from './delivery-rejections.ts';
import { belongsTo, byDeliveryId, findWebhook, type WebhookReader } from './find-delivery.ts';

export interface ReadDeliveryPorts {
  readonly webhooks: WebhookReader;
  readonly records: Pick<DeliveryRecords, 'read'>;
}

/** Reads a delivery of a caller's webhook with its attempts and its payload. */
export function readDeliveryUseCase({ webhooks, records }: ReadDeliveryPorts) {
  return async (
    webhookId: string,
    deliveryId: string,
    caller: Account,
  ): Promise<Outcome<WholeDeliveryAnswer>> => {
    const webhook = await findWebhook(webhooks, webhookId, caller);
    if (!webhook.ok) return webhook;
    const found = await byDeliveryId(deliveryId, (id) => records.read(id));
    return found && belongsTo(webhook.body, found.delivery)
      ? succeed({ status: 'success', data: describeWhole(found) })
      : reject(DELIVERY_NOT_FOUND);
  };
}
