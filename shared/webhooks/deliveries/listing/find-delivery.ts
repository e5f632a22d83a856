import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import type { Webhook } from '../../store/webhook.ts';
import { isWebhookId } from '../../store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../../store/webhook-rejections.ts';
import type { WebhookStore } from '../../store/webhook-store.ts';
import type { Delivery } from '../delivery.ts';
import { isDeliveryId } from '../delivery-id.ts';

export type WebhookReader = Pick<WebhookStore, 'get'>;

/** The caller's webhook with an id from a request path. */
export async function findWebhook(
  webhooks: WebhookReader,
  id: string,
  caller: Account,
): Promise<Outcome<Webhook>> {
  const webhook = isWebhookId(id) ? await webhooks.get(caller, id) : undefined;
  return webhook === undefined ? reject(WEBHOOK_NOT_FOUND) : succeed(webhook);
}

/** Whether a delivery is of this webhook and its account. */
export const belongsTo = (webhook: Webhook, { webhookId, orgId, mode }: Delivery): boolean =>
  webhookId === webhook.id && orgId === webhook.orgId && mode === webhook.mode;

/** Reads by an id from a request path; undefined without a read if the id has an invalid form. */
export const byDeliveryId = async <Found>(
  id: string,
  read: (deliveryId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> => (isDeliveryId(id) ? read(id) : undefined);
