import { describe, expect, it } from 'vitest';
import type { Attempted } from '../../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import { createAttemptTally } from '../../../../../shared/webhooks/deliveries/attempts/attempt-tally.ts';
import type { Attempt, DeliveryStatus } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { aMessage, aWebhook, NOW, someDeferredDeliveries } from './doubles.ts';

const attempted = (status: DeliveryStatus, error?: Attempt['error']): Attempted => ({
  outcome: 'attempted',
  status,
  attempt: {
    number: 1,
    url: 'https://receiver.example',
    startedAt: NOW.toISOString(),
    ...(error === undefined ? {} : { error }),
  },
});

describe('the tally of a run', () => {
  it('counts attempts by organization, and failed ones by error', async () => {
    const tally = createAttemptTally();
    const outcomes: [string, Attempted][] = [
      ['org_1', attempted('delivered')],
      ['org_1', attempted('pending', 'timeout')],
      ['org_1', attempted('failed', 'timeout')],
      ['org_2', attempted('pending', 'status')],
      ['org_3', { outcome: 'none' }],
      ['org_3', { outcome: 'late' }],
    ];
    for (const [orgId, outcome] of outcomes) {
      const counted = tally.attempting(async () => outcome);
      expect(await counted(aMessage({ orgId }), aWebhook(), () => false)).toBe(outcome);
    }

    expect(tally.take()).toEqual([
      {
        orgId: 'org_1',
        succeeded: 1,
        failed: 2,
        ended: 1,
        deferred: 0,
        postponed: 0,
        errors: { timeout: 2 },
        delays: [],
      },
      {
        orgId: 'org_2',
        succeeded: 0,
        failed: 1,
        ended: 0,
        deferred: 0,
        postponed: 0,
        errors: { status: 1 },
        delays: [],
      },
    ]);
    expect(tally.take()).toEqual([]);
  });

  it('keeps the delays of deliveries, without those that waited for the concurrency limit', async () => {
    const tally = createAttemptTally();
    const delivered = async (): Promise<Attempted> => ({
      ...(attempted('delivered') as Extract<Attempted, { outcome: 'attempted' }>),
      delaySeconds: 2.5,
    });
    await tally.attempting(delivered)(aMessage({ orgId: 'org_1' }), aWebhook(), () => false);
    await tally.attempting(delivered, true)(aMessage({ orgId: 'org_1' }), aWebhook(), () => false);
    expect(tally.take().map(({ succeeded, delays }) => [succeeded, delays])).toEqual([[2, [2.5]]]);
  });

  it('counts deferred deliveries, without those that were no longer due', async () => {
    const tally = createAttemptTally();
    const deferredDeliveries = someDeferredDeliveries();
    await tally.deferring(deferredDeliveries).defer(aMessage({ orgId: 'org_1' }), NOW);
    await tally
      .deferring({ ...deferredDeliveries, defer: async () => false })
      .defer(aMessage({ orgId: 'org_2' }), NOW);
    expect(tally.take().map(({ orgId, deferred }) => [orgId, deferred])).toEqual([['org_1', 1]]);
  });

  it('does not count an attempt that failed because of the service', async () => {
    const tally = createAttemptTally();
    const failing = tally.attempting(async () => {
      throw new Error('our own');
    });
    await expect(failing(aMessage(), aWebhook(), () => false)).rejects.toThrow('our own');
    expect(tally.take()).toEqual([]);
  });
});
