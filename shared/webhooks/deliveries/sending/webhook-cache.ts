import type { Webhook } from '../../store/webhook.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import type { DeliveryRef } from '../delivery.ts';

/** Webhooks as they were when a run first asked for them. What could not be read is asked for again. */
export function createRememberedWebhooks(webhooks: Pick<WebhookHealth, 'get'>) {
  const asked = new Map<string, Promise<Webhook | undefined>>();
  return ({ webhookId, orgId, mode }: DeliveryRef): Promise<Webhook | undefined> => {
    const key = JSON.stringify([orgId, mode, webhookId]);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const webhook = webhooks.get({ orgId, mode }, webhookId);
    asked.set(key, webhook);
    webhook.catch(() => asked.delete(key));
    return webhook;
  };
}
