import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Attempt, DeliveryMessage } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type { Claim } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { countedIn, hoursOf } from './counted-attempts.ts';
import {
  admitted,
  type DeliveriesUnderTest,
  faultsInTurn,
  startDeliveries,
} from './deliveries-under-test.ts';
import { anAttempt, type DeliveryModel, modelOf, stepsOf } from './delivery-model.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const URL = 'https://receiver.example/hooks';

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

const claimed = async (
  ...[message, at, lost]: [Parameters<typeof table.attempts.claim>[0], Date, Date]
): Promise<Claim> => {
  const result = await table.attempts.claim(message, URL, at, () => lost);
  if (result.outcome !== 'claimed') throw new Error(`not claimed: ${result.outcome}`);
  return result.claim;
};

describe('the attempts of a delivery', () => {
  it('follow the model through any steps, on a wire that loses requests and responses', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(), async (steps) => {
        const delivery = await admitted(table, START);
        const model: DeliveryModel = modelOf(delivery, START);
        try {
          for (const { fault, step } of steps) {
            table.disturb(faultsInTurn([fault, undefined]));
            await step(model, table);
          }
        } finally {
          table.disturb(() => undefined);
        }

        const found = await table.records.read(delivery.deliveryId);
        expect(found?.delivery).toEqual(model.delivery);
        expect(found?.log).toEqual(model.log);
        expect(model.delivery.attempts).toBeLessThanOrEqual(6);
        expect(await countedIn(table, delivery)).toEqual(hoursOf(model.log));
      }),
      { numRuns: 60 },
    );
  });

  it('are claimed by one of many concurrent callers', async () => {
    const delivery = await admitted(table, START);
    table.disturb(faultsInTurn(['applied-then-broken', undefined, 'lost', undefined]));

    const results = await Promise.all(
      Array.from({ length: 20 }, () => table.attempts.claim(delivery, URL, START, () => later(310))),
    );

    const outcomes = results.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['claimed', ...Array(19).fill('not-due')]);
    expect((await table.records.get(delivery.deliveryId))?.attempts).toBe(1);
  });

  it.each([[false], [true]])(
    'fail if the service has failed to make the next one since a time, after an interrupted one: %s',
    async (cutOff) => {
      const delivery = await admitted(table, START);
      if (cutOff) await claimed(delivery, START, later(310));
      const fail = (failingBefore: number) =>
        table.attempts.fail(delivery, 'Overdue.', later(10_000), later(failingBefore));

      expect(await fail(9_000)).toBe(false);
      expect(await table.attempts.markFailing(delivery, later(5_000))).toBe(later(5_000).toISOString());
      expect(await table.attempts.markFailing(delivery, later(8_000))).toBe(later(5_000).toISOString());
      expect(await fail(4_999)).toBe(false);
      expect(await fail(5_000)).toBe(true);
      expect(await fail(5_000)).toBe(false);
      expect(await table.attempts.markFailing(delivery, later(11_000))).toBeUndefined();

      const found = await table.records.read(delivery.deliveryId);
      expect(found?.delivery).toMatchObject({ status: 'failed', reason: 'Overdue.' });
      expect(found?.log).toHaveLength(cutOff ? 1 : 0);
      const item = await table.item({ pk: `D#${delivery.deliveryId}`, sk: 'state' });
      expect(item).not.toHaveProperty('failingSince');
    },
  );

  it.each<readonly [string, (delivery: DeliveryMessage) => Promise<unknown>]>([
    ['an attempt', (delivery) => claimed(delivery, later(100), later(400))],
    [
      'a postponement',
      (delivery) =>
        table.attempts.postpone(delivery, { dueAt: later(200), nextCheckAt: later(300) }, later(100)),
    ],
    ['a deferral', (delivery) => table.newDeferredDeliveries().defer(delivery, later(100))],
  ])('begin a new time of failures after %s', async (_, change) => {
    const delivery = await admitted(table, START);
    await table.attempts.markFailing(delivery, later(50));

    await change(delivery);

    expect(await table.attempts.markFailing(delivery, later(500))).toBe(later(500).toISOString());
  });

  it.each([
    ['short', 40],
    ['incompressible 16 KB', 16_384],
  ])('store a %s response, byte for byte', async (_, length) => {
    const delivery = await admitted(table, START);
    const responseBody = Uint8Array.from({ length }, (__, n) => (n * n * 31 + n * 7) % 256);
    const attempt: Attempt = { ...anAttempt(1, START, URL), responseBody, responseTruncated: true };
    const claim = await claimed(delivery, START, later(310));

    await table.attempts.record(claim, attempt, { status: 'delivered' });

    const [logged] = (await table.records.read(delivery.deliveryId))?.log ?? [];
    expect({ ...logged, responseBody: [...(logged?.responseBody ?? [])] }).toEqual({
      ...attempt,
      responseBody: [...responseBody],
    });
  });

  it('are over if there is no record', async () => {
    const delivery = { ...(await admitted(table, START)), deliveryId: 'dlv_none' };

    expect((await table.attempts.claim(delivery, URL, START, () => later(310))).outcome).toBe('over');
    expect(await table.attempts.fail(delivery, 'gone', START)).toBe(false);
    expect(await table.item({ pk: 'D#dlv_none', sk: 'state' })).toBeUndefined();
  });
});
