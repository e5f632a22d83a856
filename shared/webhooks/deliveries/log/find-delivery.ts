import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, refuse, succeed } from '../../../platform/http/outcome.ts';
import type { Webhook } from '../../store/webhook.ts';
import { isWebhookId } from '../../store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../../store/webhook-refusals.ts';
import type { WebhookStore } from '../../store/webhook-store.ts';
import type { Delivery } from '../delivery.ts';
import { isDeliveryId } from '../delivery-id.ts';

export type WebhookReader = Pick<WebhookStore, 'get'>;

/** The webhook of a caller that a path names. */
export async function findWebhook(
  webhooks: WebhookReader,
  id: string,
  caller: Account,
): Promise<Outcome<Webhook>> {
  const webhook = isWebhookId(id) ? await webhooks.get(caller, id) : undefined;
  return webhook === undefined ? refuse(WEBHOOK_NOT_FOUND) : succeed(webhook);
}

/** Whether a delivery is one of a webhook; ids of deliveries alone tell nothing of whose they are. */
export const isOf = (webhook: Webhook, { webhookId, orgId, mode }: Delivery): boolean =>
  webhookId === webhook.id && orgId === webhook.orgId && mode === webhook.mode;

/** What `read` finds under an id that a path names; undefined where no delivery can have it. */
export const byDeliveryId = async <Found>(
  id: string,
  read: (deliveryId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> => (isDeliveryId(id) ? read(id) : undefined);
