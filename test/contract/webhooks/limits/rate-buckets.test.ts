import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RateBuckets, Reservation } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { createDynamoDbRateBuckets } from '../../../../shared/webhooks/limits/dynamodb-rate-buckets.ts';
import {
  type DeliveriesUnderTest,
  faultsInTurn,
  newName,
  startDeliveries,
} from '../deliveries/deliveries-under-test.ts';

const START = new Date('2026-03-02T10:00:00.000Z');
const later = (ms: number) => new Date(START.getTime() + ms);

/** A token every 50 ms, with a burst of 100. */
const RATE = { burst: 100, perMinute: 1_200 };
const INTERVAL = 50;
const HORIZON = 60_000;

let table: DeliveriesUnderTest;

beforeAll(async () => {
  table = await startDeliveries();
});
afterEach(() => table.disturb(() => undefined));
afterAll(() => table.stop());

/** A new adapter, as in another process, with its own cache. */
const newBuckets = (): RateBuckets => createDynamoDbRateBuckets(table);

/** When each token of a reservation can be used, in ms from the start; tokens of the past at `at`. */
const momentsOf = ({ granted, from, intervalMs }: Reservation, at: Date): number[] =>
  Array.from(
    { length: granted },
    (_, index) => Math.max(from + index * intervalMs, at.getTime()) - START.getTime(),
  );

/** The most tokens used in any time span, beyond the number that the rate allows for it. */
function mostBeyondRate(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  let most = 0;
  for (const [start, first] of sorted.entries()) {
    for (const [index, last] of sorted.slice(start).entries()) {
      most = Math.max(most, index + 1 - Math.floor((last - first) / INTERVAL + 1e-6));
    }
  }
  return most;
}

describe('a token bucket', () => {
  it('grants its burst at once, and the rest one by one', async () => {
    const [orgId, buckets] = [newName('org'), newBuckets()];

    const all = await buckets.reserve(orgId, 'live', RATE, 103, START, HORIZON);

    const moments = momentsOf(all, START);
    expect(moments.filter((moment) => moment === 0)).toHaveLength(100);
    expect(moments.slice(100)).toEqual([50, 100, 150]);
    const next = await newBuckets().reserve(orgId, 'live', RATE, 1, later(10), HORIZON);
    expect(momentsOf(next, later(10))).toEqual([200]);
  });

  it('refills over time, up to its burst', async () => {
    const [orgId, buckets] = [newName('org'), newBuckets()];
    const atOnce = async (wanted: number, at: Date) =>
      (await buckets.reserve(orgId, 'live', RATE, wanted, at, 0)).granted;

    expect(await atOnce(250, START)).toBe(100);
    expect(await atOnce(1, later(49))).toBe(0);
    expect(await atOnce(5, later(50))).toBe(1);
    expect(await atOnce(50, later(1_050))).toBe(20);
    expect(await atOnce(250, later(3_600_000))).toBe(100);
  });

  it('grants none beyond the horizon', async () => {
    const [orgId, buckets] = [newName('org'), newBuckets()];

    const all = await buckets.reserve(orgId, 'live', RATE, 10_000, START, HORIZON);

    expect(all.granted).toBe(100 + HORIZON / INTERVAL);
    expect(Math.max(...momentsOf(all, START))).toBe(HORIZON);
    expect((await newBuckets().reserve(orgId, 'live', RATE, 5, START, HORIZON)).granted).toBe(0);
    expect((await newBuckets().reserve(orgId, 'live', RATE, 5, later(100), HORIZON)).granted).toBe(2);
  });

  it('belongs to one organization and mode or host', async () => {
    const [orgId, buckets] = [newName('org'), newBuckets()];
    await buckets.reserve(orgId, 'live', RATE, 10_000, START, HORIZON);

    for (const [owner, bucket] of [
      [orgId, 'test'],
      [orgId, 'host#a.example'],
      [newName('org'), 'live'],
    ] as const) {
      expect((await buckets.reserve(owner, bucket, RATE, 10, START, 0)).granted).toBe(10);
    }
  });

  it('never grants a token twice to 40 concurrent callers, on a wire that loses requests and responses', async () => {
    const orgId = newName('org');
    table.disturb(faultsInTurn([undefined, 'lost', undefined, 'applied-then-broken', undefined]));

    const taken = await Promise.all(
      Array.from({ length: 40 }, async (_, taker) => {
        const buckets = newBuckets();
        const moments: number[] = [];
        for (let round = 0; round < 5; round++) {
          const at = later(round * 400 + (taker % 7));
          const wanted = 1 + ((taker * 7 + round * 3) % 9);
          moments.push(...momentsOf(await buckets.reserve(orgId, 'live', RATE, wanted, at, HORIZON), at));
        }
        return moments;
      }),
    );

    expect(taken.flat().length).toBeGreaterThan(300);
    expect(mostBeyondRate(taken.flat())).toBeLessThanOrEqual(RATE.burst + 1);
  });

  it('needs one write for each reservation, also while it is not full', async () => {
    const [orgId, buckets] = [newName('org'), newBuckets()];
    const operations: string[] = [];
    table.disturb(({ operation }) => {
      operations.push(operation);
      return undefined;
    });

    for (let time = 0; time < 10; time++) {
      await buckets.reserve(orgId, 'live', RATE, 25, later(time), HORIZON);
    }

    expect(operations).toEqual(Array.from({ length: 10 }, () => 'UpdateItem'));
  });

  it('expires a day after it is full again', async () => {
    const orgId = newName('org');
    await newBuckets().reserve(orgId, 'host#a.example', RATE, 10, START, HORIZON);

    const [item] = await table.items(`RATES#${orgId}`);
    expect(Number(item?.ttl) - START.getTime() / 1000).toBeGreaterThanOrEqual(86_400);
    expect(Number(item?.ttl) - START.getTime() / 1000).toBeLessThan(2 * 86_400);
  });
});
