import { log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import { DAY_MS } from '../../../platform/time/utc-day.ts';
import type { DeliveryRef } from '../delivery.ts';
import { firstDeliveryIdAt } from '../delivery-id.ts';
import type { DeliveryAttempts } from '../delivery-ports.ts';

/** A delivery fails after this long without an attempt because of the service: long enough for repairs after a weekend. */
export const OVERDUE_DAYS = 3;
const OVERDUE_MS = OVERDUE_DAYS * DAY_MS;

export const OVERDUE_REASON = `For ${OVERDUE_DAYS} days the service could not make its next attempt. It can be sent again.`;

export interface FailOverdueParts {
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly now: () => Date;
  /** Counts one for the alarm. */
  readonly count: () => void;
}

/**
 * Fails a delivery that the service could not attempt for `OVERDUE_DAYS`, for example because its secret cannot be
 * decrypted. True if it did.
 */
export function failOverdueDeliveryUseCase({ attempts, now, count }: FailOverdueParts) {
  return async (delivery: DeliveryRef): Promise<boolean> => {
    const at = now();
    const dueBefore = new Date(at.getTime() - OVERDUE_MS);
    const { deliveryId, orgId, webhookId } = delivery;
    // Ids contain their creation time: a younger delivery cannot be overdue, and needs no write.
    if (deliveryId >= firstDeliveryIdAt(dueBefore.getTime())) return false;
    if (!(await attempts.fail(delivery, OVERDUE_REASON, at, dueBefore))) return false;
    log(LOG.deliveryNeverProcessed, { orgId, webhookId, deliveryId });
    count();
    return true;
  };
}
