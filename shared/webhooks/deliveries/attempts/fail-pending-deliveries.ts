import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { WebhookHealth } from '../../store/webhook-store.ts';
import { type CloseMessage, closeMessage } from '../delivery-messages.ts';
import type { DeliveryAttempts, DeliveryRecords } from '../delivery-ports.ts';

const PAGE = 100;

/** Deliveries with an attempt in progress are tried again after the longest attempt. */
const TRY_AGAIN_SECONDS = 15;

export interface FailPendingDeliveriesParts {
  readonly records: Pick<DeliveryRecords, 'list'>;
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly webhooks: Pick<WebhookHealth, 'get'>;
  readonly retries: MessageQueue;
  readonly now: () => Date;
}

/**
 * Fails the pending deliveries of a webhook that was deleted or disabled; returns how many. If deliveries are left, it
 * requests another run.
 */
export function failPendingDeliveriesUseCase({
  records,
  attempts,
  webhooks,
  retries,
  now,
}: FailPendingDeliveriesParts) {
  return async (message: CloseMessage, timeIsUp: () => boolean): Promise<number> => {
    const { orgId, mode, webhookId, reason } = message;
    // The owner may have enabled the webhook again before this message arrived.
    if ((await webhooks.get({ orgId, mode }, webhookId))?.enabled) return 0;
    let ended = 0;
    let left = false;
    for (let after: string | undefined; ; ) {
      const page = await records.list(webhookId, {
        status: 'pending',
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      const results = await Promise.all(
        page.deliveries.map((delivery) => attempts.fail(delivery, reason, now())),
      );
      ended += results.filter(Boolean).length;
      left ||= results.includes(false);
      after = page.next;
      if (after === undefined) break;
      if (timeIsUp()) {
        left = true;
        break;
      }
    }
    if (left && ended > 0) {
      await retries.send([closeMessage({ orgId, mode }, webhookId, reason, TRY_AGAIN_SECONDS)]);
    }
    return ended;
  };
}
