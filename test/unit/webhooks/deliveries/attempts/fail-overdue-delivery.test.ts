import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import {
  failOverdueDeliveryUseCase,
  OVERDUE_DAYS,
  OVERDUE_REASON,
} from '../../../../../shared/webhooks/deliveries/attempts/fail-overdue-delivery.ts';
import { firstDeliveryIdAt } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import type { DeliveryAttempts } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { aMessage, later, NOW } from './doubles.ts';

const DAY_MS = 86_400_000;
const FAILING_BEFORE = later(-OVERDUE_DAYS * DAY_MS);
const madeAt = (ms: number) => aMessage({ deliveryId: firstDeliveryIdAt(ms) });
const OLD = madeAt(later(-10 * DAY_MS).getTime());

/** @param since of the failures; undefined for a delivery that has ended. */
function overdueFailureUnderTest(since: Date | undefined, isFailing = true) {
  const markFailing = vi.fn<DeliveryAttempts['markFailing']>(async () => since?.toISOString());
  const fail = vi.fn<DeliveryAttempts['fail']>(async () => isFailing);
  const count = vi.fn();
  const failOverdue = failOverdueDeliveryUseCase({
    attempts: { fail, markFailing },
    now: () => NOW,
    count,
  });
  return { markFailing, fail, count, failOverdue };
}

beforeEach(() => {
  vi.spyOn(logOutput, 'error').mockImplementation(() => undefined);
});

describe('a delivery that the service cannot attempt', () => {
  it('fails after 3 days of failures, is counted and can be sent again', async () => {
    const { markFailing, fail, count, failOverdue } = overdueFailureUnderTest(FAILING_BEFORE);

    expect(await failOverdue(OLD)).toBe(true);
    expect(markFailing).toHaveBeenCalledWith(OLD, NOW);
    expect(fail).toHaveBeenCalledWith(OLD, OVERDUE_REASON, NOW, FAILING_BEFORE);
    expect(OVERDUE_REASON).toBe(
      'For 3 days the service could not make its next attempt. It can be sent again.',
    );
    expect(count).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['its failures began less than 3 days ago, however old it is', new Date(FAILING_BEFORE.getTime() + 1)],
    ['this is its first failure', NOW],
    ['it has ended', undefined],
  ])('stays as it is if %s', async (_, since) => {
    const { fail, count, failOverdue } = overdueFailureUnderTest(since);

    expect(await failOverdue(OLD)).toBe(false);
    expect(fail).not.toHaveBeenCalled();
    expect(count).not.toHaveBeenCalled();
  });

  it('needs no write if it is younger than a day', async () => {
    const { markFailing, fail, failOverdue } = overdueFailureUnderTest(FAILING_BEFORE);

    expect(await failOverdue(madeAt(later(-DAY_MS).getTime()))).toBe(false);
    expect(markFailing).not.toHaveBeenCalled();
    expect(fail).not.toHaveBeenCalled();

    expect(await failOverdue(madeAt(later(-DAY_MS).getTime() - 1))).toBe(true);
  });

  it('is not counted if an attempt was made meanwhile', async () => {
    const { count, failOverdue } = overdueFailureUnderTest(FAILING_BEFORE, false);

    expect(await failOverdue(OLD)).toBe(false);
    expect(count).not.toHaveBeenCalled();
  });
});
