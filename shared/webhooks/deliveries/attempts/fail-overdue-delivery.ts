import { log } from '../../../platform/logging/log.ts';
import * as LOG from '../../../platform/logging/log-messages.ts';
import { DAY_MS } from '../../../platform/time/utc-day.ts';
import type { DeliveryRef } from '../delivery.ts';
import { firstDeliveryIdAt } from '../delivery-id.ts';
import type { DeliveryAttempts } from '../delivery-ports.ts';

/** A delivery fails after this long without an attempt because of the service: long enough for repairs after a weekend. */
export const OVERDUE_DAYS = 3;
const OVERDUE_MS = OVERDUE_DAYS * DAY_MS;

/** Failures of younger deliveries are not recorded: most end soon, and need no write. */
const RECORDED_AFTER_MS = DAY_MS;

export const OVERDUE_REASON = `For ${OVERDUE_DAYS} days the service could not make its next attempt. It can be sent again.`;

export interface FailOverdueParts {
  readonly attempts: Pick<DeliveryAttempts, 'fail' | 'markFailing'>;
  readonly now: () => Date;
  /** Counts one for the alarm. */
  readonly count: () => void;
}

/**
 * Called after a failure of the service. Fails a delivery whose attempts the service has failed to make for `OVERDUE_DAYS`,
 * for example because its secret cannot be decrypted. True if it did. The time in which a delivery only waited, because its
 * organization was stopped or at its limit, does not count.
 */
export function failOverdueDeliveryUseCase({ attempts, now, count }: FailOverdueParts) {
  return async (delivery: DeliveryRef): Promise<boolean> => {
    const at = now();
    const failingBefore = new Date(at.getTime() - OVERDUE_MS);
    const { deliveryId, orgId, webhookId } = delivery;
    // Ids contain their creation time.
    if (deliveryId >= firstDeliveryIdAt(at.getTime() - RECORDED_AFTER_MS)) return false;
    const since = await attempts.markFailing(delivery, at);
    if (since === undefined || since > failingBefore.toISOString()) return false;
    if (!(await attempts.fail(delivery, OVERDUE_REASON, at, failingBefore))) return false;
    log(LOG.deliveryNeverProcessed, { orgId, webhookId, deliveryId });
    count();
    return true;
  };
}
