import type {
  CreatedWebhook,
  CreateWebhookBody,
  CreateWebhookResponse,
  DeleteWebhookResponse,
  DeliveryWithAttempts,
  ListWebhooksResponse,
  ReadWebhookHealthQuery,
  ReadWebhookHealthResponse,
  ReadWebhookResponse,
  RotatedWebhook,
  RotateWebhookSecretResponse,
  TestWebhookBody,
  TestWebhookResponse,
  UpdateWebhookBody,
  UpdateWebhookResponse,
  Webhook,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { verifyWebhook } from '../webhooks/verify-webhook.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

export class Webhooks extends Resource {
  /** Verifies a received webhook; the same function as `verifyWebhook`. */
  readonly verify: typeof verifyWebhook = verifyWebhook;

  /**
   * Registers a webhook. The service returns `secret` only once: it is absent if the client lost the first response and
   * a retry returned the repeated one. In this case, call `rotateSecret`.
   */
  create(webhook: CreateWebhookBody, options?: KeyedCallOptions): Result<CreatedWebhook> {
    const request = {
      method: 'POST',
      path: '/v1/webhooks',
      body: webhook,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<CreateWebhookResponse>(request, options), ({ data }) => data);
  }

  /** Lists the webhooks, oldest first. The service returns them in one page. */
  list(options?: CallOptions): List<Webhook> {
    const readPage = async () => {
      const request = { method: 'GET', path: '/v1/webhooks' } as const;
      const { data } = await this.transport.send<ListWebhooksResponse>(request, options);
      return { items: data.data, pagination: undefined };
    };
    return new List(
      () => readPages(readPage, () => undefined),
      ({ id }) => id,
    );
  }

  /** Reads a webhook. */
  get(webhookId: string, options?: CallOptions): Result<Webhook> {
    const request = { method: 'GET', path: path`/v1/webhooks/${webhookId}` } as const;
    return resultOf(this.transport.send<ReadWebhookResponse>(request, options), ({ data }) => data);
  }

  /** Reads the success rate and the latency of a webhook by hour, of the last 24 hours or of `hours`. */
  health(
    webhookId: string,
    query: ReadWebhookHealthQuery = {},
    options?: CallOptions,
  ): Result<ReadWebhookHealthResponse['data']> {
    const request = { method: 'GET', path: path`/v1/webhooks/${webhookId}/health`, query } as const;
    return resultOf(this.transport.send<ReadWebhookHealthResponse>(request, options), ({ data }) => data);
  }

  /** Changes a webhook. */
  update(webhookId: string, changes: UpdateWebhookBody, options?: CallOptions): Result<Webhook> {
    const request = { method: 'PUT', path: path`/v1/webhooks/${webhookId}`, body: changes } as const;
    return resultOf(this.transport.send<UpdateWebhookResponse>(request, options), ({ data }) => data);
  }

  /** Deletes a webhook. After a retry, `not_found` can mean that an earlier attempt deleted it. */
  delete(webhookId: string, options?: CallOptions): Result<DeleteWebhookResponse['data']> {
    const request = { method: 'DELETE', path: path`/v1/webhooks/${webhookId}` } as const;
    return resultOf(this.transport.send<DeleteWebhookResponse>(request, options), ({ data }) => data);
  }

  /** Replaces the signing secret. The old one stays valid for a day. The client does not retry this call. */
  rotateSecret(webhookId: string, options?: CallOptions): Result<RotatedWebhook> {
    const request = { method: 'POST', path: path`/v1/webhooks/${webhookId}/rotate-secret` } as const;
    return resultOf(this.transport.send<RotateWebhookSecretResponse>(request, options), ({ data }) => data);
  }

  /** Sends a sample event now and returns its delivery. The client does not retry this call. */
  test(webhookId: string, sample: TestWebhookBody = {}, options?: CallOptions): Result<DeliveryWithAttempts> {
    const request = { method: 'POST', path: path`/v1/webhooks/${webhookId}/test`, body: sample } as const;
    return resultOf(this.transport.send<TestWebhookResponse>(request, options), ({ data }) => data);
  }
}
