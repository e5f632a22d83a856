import type { MessageQueue } from '../../platform/sqs/message-queue.ts';
import type { EventMessage } from '../events/event-message.ts';
import type { Webhook } from '../store/webhook.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import { hintMessage } from './delivery-messages.ts';
import type { DeliveryIntake } from './delivery-ports.ts';

export interface DispatchParts {
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly intake: DeliveryIntake;
  readonly deliveries: MessageQueue;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

/** How an event was dispatched. `unhinted`: its deliveries are kept, and the sweep finds them; telling again is quicker. */
export interface Dispatched {
  readonly known: boolean;
  readonly deliveries: number;
  readonly unhinted: number;
}

const wants = (webhook: Webhook, { event }: EventMessage): boolean =>
  webhook.enabled && webhook.events.includes(event);

/**
 * Makes one delivery for each webhook that an event is for. A replay makes none, whatever has changed since, and tells
 * again of those that were not tried yet.
 */
export function dispatchEventUseCase({ webhooks, intake, deliveries, retries, now }: DispatchParts) {
  return async (message: EventMessage): Promise<Dispatched> => {
    const { orgId, livemode, ...event } = message;
    const account = { orgId, mode: livemode ? 'live' : 'test' } as const;
    const at = now();
    const matching = (await webhooks.list(account)).filter((webhook) => wants(webhook, message));
    if (matching.length === 0) return { known: false, deliveries: 0, unhinted: 0 };

    const ids = matching.map(({ id }) => id);
    const { known, pending } = await intake.admit(account, { ...event, livemode }, ids, at);
    const slow = new Set(
      matching.filter(({ slowUntil = '' }) => slowUntil > at.toISOString()).map(({ id }) => id),
    );
    const roads = [
      { queue: deliveries, hints: pending.filter(({ webhookId }) => !slow.has(webhookId)) },
      { queue: retries, hints: pending.filter(({ webhookId }) => slow.has(webhookId)) },
    ];
    const failed = await Promise.all(
      roads.map(({ queue, hints }) =>
        hints.length === 0 ? [] : queue.send(hints.map((hint) => hintMessage(hint))),
      ),
    );
    return { known, deliveries: pending.length, unhinted: failed.flat().length };
  };
}
