import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  failOverdueDeliveryUseCase,
  OVERDUE_DAYS,
  OVERDUE_REASON,
} from '../../../../../shared/webhooks/deliveries/attempts/fail-overdue-delivery.ts';
import { firstDeliveryIdAt } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import type { DeliveryAttempts } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { aMessage, later, NOW } from './doubles.ts';

const OVERDUE_MS = OVERDUE_DAYS * 86_400_000;
const DUE_BEFORE = later(-OVERDUE_MS);
const madeAt = (ms: number) => aMessage({ deliveryId: firstDeliveryIdAt(ms) });
const OLD = madeAt(DUE_BEFORE.getTime() - 1);

function overdueFailureUnderTest(isOverdue = true) {
  const fail = vi.fn<DeliveryAttempts['fail']>(async () => isOverdue);
  const count = vi.fn();
  return {
    fail,
    count,
    failOverdue: failOverdueDeliveryUseCase({ attempts: { fail }, now: () => NOW, count }),
  };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('a delivery that the service cannot attempt', () => {
  it('fails after 3 days, is counted and can be sent again', async () => {
    const { fail, count, failOverdue } = overdueFailureUnderTest();

    expect(await failOverdue(OLD)).toBe(true);
    expect(fail).toHaveBeenCalledWith(OLD, OVERDUE_REASON, NOW, DUE_BEFORE);
    expect(OVERDUE_REASON).toBe(
      'For 3 days the service could not make its next attempt. It can be sent again.',
    );
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('needs no write if it is younger', async () => {
    const { fail, failOverdue } = overdueFailureUnderTest();

    expect(await failOverdue(madeAt(DUE_BEFORE.getTime()))).toBe(false);
    expect(fail).not.toHaveBeenCalled();
  });

  it('is not counted if an attempt was made meanwhile', async () => {
    const { count, failOverdue } = overdueFailureUnderTest(false);

    expect(await failOverdue(OLD)).toBe(false);
    expect(count).not.toHaveBeenCalled();
  });
});
