import { log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import type { DeliveryRef } from '../delivery.ts';
import { firstDeliveryIdAt } from '../delivery-id.ts';
import type { DeliveryAttempts } from '../delivery-ports.ts';

/** An attempt that could not be made for so long will not be made: our fault has outlasted a weekend. */
export const OVERDUE_DAYS = 3;
const OVERDUE_MS = OVERDUE_DAYS * 86_400_000;

export const OVERDUE_REASON = `For ${OVERDUE_DAYS} days the service could not make its next attempt. It can be sent again.`;

export interface GiveUpOverdueParts {
  readonly attempts: Pick<DeliveryAttempts, 'fail'>;
  readonly now: () => Date;
  /** Counts one for the alarm. */
  readonly count: () => void;
}

/**
 * Ends a delivery that could not be worked on, for a reason of ours, where that has lasted: a key that refuses its
 * secret, or a payload that cannot be read, must not leave it pending for ever.
 */
export function createGiveUpOverdue({ attempts, now, count }: GiveUpOverdueParts) {
  return async (delivery: DeliveryRef): Promise<boolean> => {
    const at = now();
    const dueBefore = new Date(at.getTime() - OVERDUE_MS);
    const { deliveryId, orgId, webhookId } = delivery;
    // Ids tell their time: one that is younger cannot be so overdue, and costs no write.
    if (deliveryId >= firstDeliveryIdAt(dueBefore.getTime())) return false;
    if (!(await attempts.fail(delivery, OVERDUE_REASON, at, dueBefore))) return false;
    log('error', LOG.deliveryGivenUp, { orgId, webhookId, deliveryId });
    count();
    return true;
  };
}
