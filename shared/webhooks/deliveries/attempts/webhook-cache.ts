import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { DeliveryRef } from '../delivery.ts';

/** Caches the webhooks of a run. A failed read is repeated at the next call. */
export function createWebhookCache(webhooks: Pick<WebhookHealth, 'get'>) {
  const reads = new Map<string, Promise<Webhook | undefined>>();
  return ({ webhookId, orgId, mode }: DeliveryRef): Promise<Webhook | undefined> => {
    const key = JSON.stringify([orgId, mode, webhookId]);
    const known = reads.get(key);
    if (known !== undefined) return known;
    const webhook = webhooks.get({ orgId, mode }, webhookId);
    reads.set(key, webhook);
    webhook.catch(() => reads.delete(key));
    return webhook;
  };
}
