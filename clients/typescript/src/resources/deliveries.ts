import type {
  CursorPagination,
  Delivery,
  DeliveryWithAttempts,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ReadDeliveryResponse,
  RecoverDeliveriesBody,
  RecoverDeliveriesResponse,
  RedeliverResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { Resource } from './resource.ts';

export class Deliveries extends Resource {
  /** Lists the deliveries of a webhook, newest first. */
  list(
    webhookId: string,
    query: ListDeliveriesQuery = {},
    options?: CallOptions,
  ): List<Delivery, CursorPagination> {
    return this.listByCursor(
      path`/v1/webhooks/${webhookId}/deliveries`,
      query,
      options,
      (page: ListDeliveriesResponse) => page.data,
      ({ id }) => id,
    );
  }

  /** Reads a delivery with its attempts and payload. */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Result<DeliveryWithAttempts> {
    const url = path`/v1/webhooks/${webhookId}/deliveries/${deliveryId}`;
    const call = this.transport.send<ReadDeliveryResponse>({ method: 'GET', path: url }, options);
    return resultOf(call, ({ data }) => data);
  }

  /** Sends the event of a delivery again. The client does not retry this call. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Result<Delivery> {
    const url = path`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
    const call = this.transport.send<RedeliverResponse>({ method: 'POST', path: url }, options);
    return resultOf(call, ({ data }) => data);
  }

  /** Sends the failed deliveries of a period again. The client does not retry this call. */
  recover(
    webhookId: string,
    period: RecoverDeliveriesBody,
    options?: CallOptions,
  ): Result<RecoverDeliveriesResponse['data']> {
    const url = path`/v1/webhooks/${webhookId}/recover`;
    const request = { method: 'POST', path: url, body: period } as const;
    return resultOf(this.transport.send<RecoverDeliveriesResponse>(request, options), ({ data }) => data);
  }
}
