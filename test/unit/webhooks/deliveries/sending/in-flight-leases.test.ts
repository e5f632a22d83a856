import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Slots } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { createSlotPool } from '../../../../../shared/webhooks/deliveries/sending/in-flight-leases.ts';
import { later, NOW, someSlots } from './doubles.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const poolOf = (slots: Slots, limit = 100) =>
  createSlotPool({ slots, orgId: 'org_1', limit, until: later(35_000), now: () => NOW });

/** Slots that count what they are asked. */
function counted() {
  const slots = someSlots(100);
  const gives: number[] = [];
  const give: Slots['give'] = (lease, count) => {
    gives.push(count);
    return slots.give(lease, count);
  };
  return { slots: { ...slots, give }, gives };
}

describe('the places of a run', () => {
  it('are given back together where they are released together', async () => {
    const { slots, gives } = counted();
    const pool = poolOf(slots);
    expect(await pool.take(10)).toBe(10);

    for (let place = 0; place < 10; place++) pool.release();
    await pool.settled();

    expect([gives, slots.inFlight()]).toEqual([[10], 0]);
  });

  it('are given back one by one while others go on, over several leases', async () => {
    const { slots } = counted();
    const pool = poolOf(slots);
    await pool.take(2);
    await pool.take(3);

    for (let left = 4; left >= 0; left--) {
      pool.release();
      await pool.settled();
      expect(slots.inFlight()).toBe(left);
    }
  });

  it('are given back without anybody waiting for it', async () => {
    const { slots } = counted();
    const pool = poolOf(slots);
    await pool.take(1);
    pool.release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(slots.inFlight()).toBe(0);
  });

  it('are left to their lease where they cannot be given back', async () => {
    const slots = someSlots(100);
    const pool = poolOf({ ...slots, give: () => Promise.reject(new Error('no table')) });
    await pool.take(1);
    pool.release();

    await expect(pool.settled()).resolves.toBeUndefined();
  });
});
