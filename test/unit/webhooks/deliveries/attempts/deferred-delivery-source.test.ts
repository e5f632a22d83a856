import { describe, expect, it } from 'vitest';
import { createDeferredDeliverySource } from '../../../../../shared/webhooks/deliveries/attempts/deferred-delivery-source.ts';
import type { DeliveryMessage } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { aMessage, someDeferredDeliveries } from './doubles.ts';

const some = (count: number) => Array.from({ length: count }, () => aMessage());

const someOptions = (timeIsUp = () => false) => ({
  orgId: 'org_1',
  pageSize: 50,
  shard: 0,
  supplied: new Set<string>(),
  timeIsUp,
});

/** All deliveries that `count` concurrent workers get. */
async function handedTo(
  count: number,
  source: ReturnType<typeof createDeferredDeliverySource>,
  take: (one: DeliveryMessage) => void,
) {
  const got: string[] = [];
  const work = async () => {
    for (let message = await source.next(); message; message = await source.next()) {
      take(message);
      got.push(message.deliveryId);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: count }, work));
  return got;
}

describe('the source of deferred deliveries', () => {
  it('supplies each delivery to one of many workers, up to the last', async () => {
    const deferred = some(230);
    const deferredDeliveries = someDeferredDeliveries(deferred);
    const source = createDeferredDeliverySource(deferredDeliveries, someOptions());

    const got = await handedTo(25, source, ({ deliveryId }) => deferredDeliveries.waiting.delete(deliveryId));

    expect(got.toSorted()).toEqual(deferred.map(({ deliveryId }) => deliveryId).toSorted());
    expect([source.ranOutOfTime(), source.wasEmpty()]).toEqual([false, true]);
  });

  it('supplies none twice if the index is stale, and ends', async () => {
    const source = createDeferredDeliverySource(someDeferredDeliveries(some(30)), someOptions());

    const got = await handedTo(4, source, () => undefined);

    expect([got.length, new Set(got).size]).toEqual([30, 30]);
  });

  it('keeps every worker busy with any page size', async () => {
    const deferredDeliveries = someDeferredDeliveries(some(60));
    const waiting = [...deferredDeliveries.waiting.values()];
    const trickle = { ...deferredDeliveries, list: async () => waiting.splice(0, 3) };
    const source = createDeferredDeliverySource(trickle, someOptions());
    let [under, most] = [0, 0];

    const work = async () => {
      for (let message = await source.next(); message; message = await source.next()) {
        deferredDeliveries.waiting.delete(message.deliveryId);
        most = Math.max(most, ++under);
        await new Promise((resolve) => setTimeout(resolve, 1));
        under -= 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));

    expect([deferredDeliveries.waiting.size, most]).toEqual([0, 10]);
  });

  it('ends and reports it when the time is up', async () => {
    let left = 5;
    const source = createDeferredDeliverySource(
      someDeferredDeliveries(some(30)),
      someOptions(() => left-- <= 0),
    );

    const got = await handedTo(1, source, () => undefined);

    expect(got.length).toBeLessThan(5);
    expect([source.ranOutOfTime(), source.wasEmpty()]).toEqual([true, false]);
  });
});
