import type { MessageQueue } from '../../platform/sqs/message-queue.ts';
import type { EventMessage } from '../events/event-message.ts';
import type { Webhook } from '../store/webhook.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import { deliveryMessage } from './delivery-messages.ts';
import type { DeliveryIntake } from './delivery-ports.ts';

export interface DispatchParts {
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly intake: DeliveryIntake;
  readonly deliveries: MessageQueue;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

export interface Dispatched {
  readonly known: boolean;
  readonly deliveries: number;
  /** Deliveries without a queue message. The sweep finds them; a second dispatch is faster. */
  readonly notEnqueued: number;
}

const subscribes = (webhook: Webhook, { event }: EventMessage): boolean =>
  webhook.enabled && webhook.events.includes(event);

/**
 * Makes and enqueues one delivery for each webhook that subscribes to an event. A replay makes only those that an
 * interrupted call left missing, and enqueues the deliveries of the event that have had no attempt.
 */
export function dispatchEventUseCase({ webhooks, intake, deliveries, retries, now }: DispatchParts) {
  return async (message: EventMessage): Promise<Dispatched> => {
    const { orgId, livemode, ...event } = message;
    const account = { orgId, mode: livemode ? 'live' : 'test' } as const;
    const at = now();
    const matching = (await webhooks.list(account)).filter((webhook) => subscribes(webhook, message));
    if (matching.length === 0) return { known: false, deliveries: 0, notEnqueued: 0 };

    const ids = matching.map(({ id }) => id);
    const { known, pending } = await intake.admit(account, { ...event, livemode }, ids, at);
    const slow = new Set(
      matching.filter(({ slowUntil = '' }) => slowUntil > at.toISOString()).map(({ id }) => id),
    );
    const byQueue = [
      { queue: deliveries, own: pending.filter(({ webhookId }) => !slow.has(webhookId)) },
      { queue: retries, own: pending.filter(({ webhookId }) => slow.has(webhookId)) },
    ];
    const failed = await Promise.all(
      byQueue.map(({ queue, own }) =>
        own.length === 0 ? [] : queue.send(own.map((delivery) => deliveryMessage(delivery))),
      ),
    );
    return { known, deliveries: pending.length, notEnqueued: failed.flat().length };
  };
}
