import type {
  CursorPagination,
  Delivery,
  DeliveryWithAttempts,
  ListDeliveriesQuery,
  RecoverDeliveriesBody,
  RecoverDeliveriesResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

export class Deliveries extends Resource {
  /** Lists the deliveries of a webhook, newest first. */
  list(
    webhookId: string,
    query: ListDeliveriesQuery = {},
    options?: CallOptions,
  ): List<Delivery, CursorPagination> {
    const call = { ids: [webhookId], query };
    return this.listByCursor('GET /v1/webhooks/{webhook_id}/deliveries', 'data', 'id', call, options);
  }

  /** Reads a delivery with its attempts and payload. */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Result<DeliveryWithAttempts> {
    const call = { ids: [webhookId, deliveryId] };
    return this.memberOf('GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}', 'data', call, options);
  }

  /** Sends the event of a delivery again. The client does not retry this call. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Result<Delivery> {
    const operation = 'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver';
    return this.memberOf(operation, 'data', { ids: [webhookId, deliveryId] }, options);
  }

  /** Sends the failed deliveries of a period again. The client does not retry this call. */
  recover(
    webhookId: string,
    period: RecoverDeliveriesBody,
    options?: CallOptions,
  ): Result<RecoverDeliveriesResponse['data']> {
    const call = { ids: [webhookId], body: period };
    return this.memberOf('POST /v1/webhooks/{webhook_id}/recover', 'data', call, options);
  }
}
