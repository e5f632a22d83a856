import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { duplicatesOf } from '../support/delivery-checker.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

const FULL = process.env.FULL_LENGTH === 'yes';
const EVENTS = FULL ? 10_000 : 1_000;
const KILLS = FULL ? 20 : 5;
/** A failed test must not wait any longer for a kill. */
const KILLS_WITHIN_MS = FULL ? 1_500_000 : 400_000;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(5);
});

afterAll(() => system.stop());

describe(`killed senders (${FULL ? 'full length' : 'shortened: npm run test:faults -- --full for all of it'})`, () => {
  it(
    `${EVENTS} events, the senders killed at random ${KILLS} times: all end, none is lost`,
    async () => {
      const { publish, seen, ended } = await system.target(() => ({ status: 200, afterMs: 20 }));
      const publishing = publish(EVENTS);
      const deadline = Date.now() + KILLS_WITHIN_MS;
      for (let kill = 1; kill <= KILLS; kill++) {
        const until = (EVENTS * kill) / (KILLS + 1);
        while (seen().length < until && Date.now() < deadline) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await Promise.all([system.service.crash('deliver-webhook'), system.service.crash('retry-webhook')]);
      }
      await publishing;
      const records = await ended(EVENTS);
      const duplicates = duplicatesOf(seen());
      console.log(
        `${EVENTS} events, ${KILLS} kills: ${seen().length} arrivals, ${duplicates} duplicates (sent before a kill, not recorded)`,
      );
      // Every duplicate was in flight at a kill, or was answered too late; two kills can interrupt one delivery.
      const interrupted = records.flatMap(({ log }) =>
        log.filter(({ error }) => error === 'interrupted' || error === 'timeout'),
      );
      expect(duplicates).toBeLessThanOrEqual(interrupted.length);
    },
    FULL ? 1_800_000 : 600_000,
  );
});
