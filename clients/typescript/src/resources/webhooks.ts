import type {
  CreatedWebhook,
  CreateWebhookBody,
  DeleteWebhookResponse,
  DeliveryWithAttempts,
  ReadWebhookHealthQuery,
  ReadWebhookHealthResponse,
  RotatedWebhook,
  TestWebhookBody,
  UpdateWebhookBody,
  Webhook,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { verifyWebhook } from '../webhooks/verify-webhook.ts';
import { Resource } from './resource.ts';

export class Webhooks extends Resource {
  /** Verifies a received webhook; the same function as `verifyWebhook`. */
  readonly verify: typeof verifyWebhook = verifyWebhook;

  /**
   * Registers a webhook. The service returns `secret` only once: it is absent if the client lost the first response and
   * a retry returned the repeated one. In this case, call `rotateSecret`.
   */
  create(webhook: CreateWebhookBody, options?: KeyedCallOptions): Result<CreatedWebhook> {
    return this.memberOf('POST /v1/webhooks', 'data', { body: webhook, isKeyed: true }, options);
  }

  /** Lists the webhooks, oldest first. The service returns them in one page. */
  list(options?: CallOptions): List<Webhook> {
    return this.listInOnePage('GET /v1/webhooks', options);
  }

  /** Reads a webhook. */
  get(webhookId: string, options?: CallOptions): Result<Webhook> {
    return this.memberOf('GET /v1/webhooks/{webhook_id}', 'data', { ids: [webhookId] }, options);
  }

  /** Reads the success rate and the latency of a webhook by hour, of the last 24 hours or of `hours`. */
  health(
    webhookId: string,
    query: ReadWebhookHealthQuery = {},
    options?: CallOptions,
  ): Result<ReadWebhookHealthResponse['data']> {
    const call = { ids: [webhookId], query };
    return this.memberOf('GET /v1/webhooks/{webhook_id}/health', 'data', call, options);
  }

  /** Changes a webhook. */
  update(webhookId: string, changes: UpdateWebhookBody, options?: CallOptions): Result<Webhook> {
    const call = { ids: [webhookId], body: changes };
    return this.memberOf('PUT /v1/webhooks/{webhook_id}', 'data', call, options);
  }

  /** Deletes a webhook. After a retry, `not_found` can mean that an earlier attempt deleted it. */
  delete(webhookId: string, options?: CallOptions): Result<DeleteWebhookResponse['data']> {
    return this.memberOf('DELETE /v1/webhooks/{webhook_id}', 'data', { ids: [webhookId] }, options);
  }

  /** Replaces the signing secret. The old one stays valid for a day. The client does not retry this call. */
  rotateSecret(webhookId: string, options?: CallOptions): Result<RotatedWebhook> {
    const call = { ids: [webhookId] };
    return this.memberOf('POST /v1/webhooks/{webhook_id}/rotate-secret', 'data', call, options);
  }

  /** Sends a sample event now and returns its delivery. The client does not retry this call. */
  test(webhookId: string, sample: TestWebhookBody = {}, options?: CallOptions): Result<DeliveryWithAttempts> {
    const call = { ids: [webhookId], body: sample };
    return this.memberOf('POST /v1/webhooks/{webhook_id}/test', 'data', call, options);
  }
}
