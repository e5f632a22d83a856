import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { brokenPromises, duplicatesOf } from '../support/delivery-checker.ts';
import { type RoadUnderTest, startRoad } from './delivery-path-under-test.ts';

const GAP = 2;
let road: RoadUnderTest;

beforeAll(async () => {
  road = await startRoad([GAP, GAP, GAP, GAP, GAP]);
}, 180_000);

beforeEach(() => {
  road.tables.tap({});
});

afterAll(() => road.stop());

/** Functions write and read by these; the host's own reading of streams is left alone. */
const OF_FUNCTIONS = /^(GetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

describe('tables that fail', () => {
  it.each([
    ['requests are lost', { before: 'lose' }, 0.05],
    ['answers of what was done are lost', { after: 'lose' }, 0.05],
    ['requests are throttled', { before: 'throttle' }, 0.1],
  ] as const)(
    '%s: every event ends, none too often',
    async (_, fault, share) => {
      const owner = await road.owner();
      const path = `/${owner.orgId}`;
      const webhook = await owner.webhook(path);
      road.receiver.answer(path, (nth, { headers }) => ({
        // A third fail at first.
        status: nth === 0 && String(headers['x-event-id']).endsWith('3') ? 503 : 200,
      }));
      const strike = (operation: string) => OF_FUNCTIONS.test(operation) && Math.random() < share;
      road.tables.tap({
        before: ({ operation }) =>
          'before' in fault && strike(operation) ? (fault.before as 'lose' | 'throttle') : 'pass',
        after: ({ operation }) => ('after' in fault && strike(operation) ? 'lose' : 'pass'),
      });
      await road.publish(owner, 60);
      const records = await road.ended([webhook], 60, 170_000);
      const seen = road.receiver.arrivals.filter((arrival) => arrival.path === path);
      expect(brokenPromises({ arrivals: seen, records, gapSeconds: GAP })).toEqual([]);
      console.log(`${_}: ${seen.length} arrivals of 60 events, ${duplicatesOf(seen)} of them again`);
    },
    180_000,
  );
});
