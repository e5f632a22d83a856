import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, succeed } from '../../../platform/http/outcome.ts';
import type { DeliveryRecords } from '../delivery-ports.ts';
import { type DeliveryListAnswer, describeDelivery } from './delivery-document.ts';
import { readDeliveryQuery } from './delivery-query.ts';
import { findWebhook, type WebhookReader } from './find-delivery.ts';

export interface ListDeliveriesPorts {
  readonly webhooks: WebhookReader;
  readonly records: Pick<DeliveryRecords, 'list'>;
}

/** Lists the deliveries of a caller's webhook, newest first. */
export function listDeliveriesUseCase({ webhooks, records }: ListDeliveriesPorts) {
  return async (
    webhookId: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<DeliveryListAnswer>> => {
    const read = readDeliveryQuery(query);
    if (!read.ok) return read;
    const webhook = await findWebhook(webhooks, webhookId, caller);
    if (!webhook.ok) return webhook;
    const { deliveries, next = null } = await records.list(webhookId, read.body);
    return succeed({
      status: 'success',
      data: deliveries.map(describeDelivery),
      pagination: { next_cursor: next, limit: read.body.limit },
    });
  };
}
