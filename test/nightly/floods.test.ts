import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mostAtOnce } from '../support/delivery-checker.ts';
import { type DeliverySystem, startDeliverySystem } from '../webhook-faults/delivery-system-under-test.ts';

const FULL = process.env.FULL_LENGTH === 'yes';
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(5);
});

afterAll(() => system.stop());

describe(`floods (${FULL ? 'full length' : 'shortened: npm run test:nightly -- --full for all of it'})`, () => {
  /** Publishes events to a receiver that needs some time. @returns its arrivals, and after how many ms the last one was over. */
  const flood = async (events: number, afterMs: number) => {
    const { publish, ended, seen } = await system.target(() => ({ status: 200, afterMs }));
    const started = Date.now();
    await publish(events);
    const records = await ended(events);
    const took = Math.max(...seen().map(({ over = 0 }) => over)) - started;
    return { records, seen: seen(), took, peak: mostAtOnce(seen()) };
  };

  it('1,000 events to a receiver that needs 2 s: many at once, at most the 75 of slow receivers', async () => {
    // What this machine needs for each event, apart from the receiver.
    const quick = await flood(300, 0);
    const { records, seen, took, peak } = await flood(1_000, 2_000);
    console.log(
      `300 events, answered at once: ${quick.took} ms; 1,000 events, 2 s each: peak ${peak} at once, done in ${took} ms`,
    );
    const inTwoSeconds = (300 / quick.took) * 2_000;
    expect(peak).toBeGreaterThanOrEqual(Math.min(30, inTwoSeconds / 2));
    expect(peak).toBeLessThanOrEqual(100);
    expect(seen).toHaveLength(records.reduce((sum, { log }) => sum + log.length, 0));
    expect(new Set(records.map(({ delivery }) => delivery.status))).toEqual(new Set(['delivered']));
    expect(records).toHaveLength(1_000);
  });
});
