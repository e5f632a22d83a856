import { describe, expect, it } from '@jest/globals';
import type { DeliveryHint } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { createParkedSupply } from '../../../../../shared/webhooks/deliveries/sending/deferred-delivery-source.ts';
import { aHint, aParking } from './doubles.ts';

const some = (count: number) => Array.from({ length: count }, () => aHint());

/** Everything that `count` workers get, at the same time. */
async function handedTo(
  count: number,
  supply: ReturnType<typeof createParkedSupply>,
  take: (one: DeliveryHint) => void,
) {
  const got: string[] = [];
  const work = async () => {
    for (let hint = await supply.next(); hint; hint = await supply.next()) {
      take(hint);
      got.push(hint.deliveryId);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: count }, work));
  return got;
}

describe('the supply of parked deliveries', () => {
  it('hands each to one of many, to the last', async () => {
    const parked = some(230);
    const parking = aParking(parked);
    const supply = createParkedSupply(parking, 'org_1', 50, () => false);

    const got = await handedTo(25, supply, ({ deliveryId }) => parking.waiting.delete(deliveryId));

    expect(got.toSorted()).toEqual(parked.map(({ deliveryId }) => deliveryId).toSorted());
    expect(supply.cutShort()).toBe(false);
  });

  it('hands none twice where an index still shows what was taken, and ends', async () => {
    const supply = createParkedSupply(aParking(some(30)), 'org_1', 50, () => false);

    const got = await handedTo(4, supply, () => undefined);

    expect([got.length, new Set(got).size]).toEqual([30, 30]);
  });

  it('keeps every worker at work while there is more, however little comes at once', async () => {
    const parking = aParking(some(60));
    const waiting = [...parking.waiting.values()];
    const trickle = { ...parking, parked: async () => waiting.splice(0, 3) };
    const supply = createParkedSupply(trickle, 'org_1', 50, () => false);
    let [under, most] = [0, 0];

    const work = async () => {
      for (let hint = await supply.next(); hint; hint = await supply.next()) {
        parking.waiting.delete(hint.deliveryId);
        most = Math.max(most, ++under);
        await new Promise((resolve) => setTimeout(resolve, 1));
        under -= 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));

    expect([parking.waiting.size, most]).toEqual([0, 10]);
  });

  it('ends when the time is up, and says so', async () => {
    let left = 5;
    const supply = createParkedSupply(aParking(some(30)), 'org_1', 50, () => left-- <= 0);

    const got = await handedTo(1, supply, () => undefined);

    expect(got.length).toBeLessThan(5);
    expect(supply.cutShort()).toBe(true);
  });
});
