import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliveryViolations, duplicatesOf } from '../support/delivery-checker.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

const GAP = 2;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP]);
});

beforeEach(() => {
  system.tables.tap({});
});

afterAll(() => system.stop());

/** Operations of functions; reads of streams by the host have no faults. */
const OF_FUNCTIONS =
  /^(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchExecuteStatement)$/;

describe('tables that fail', () => {
  it.each([
    ['requests are lost', { before: 'lose' }, 0.05],
    ['responses are lost', { after: 'lose' }, 0.05],
    ['requests are throttled', { before: 'throttle' }, 0.1],
  ] as const)('%s: every delivery ends, none is sent too often', async (_, fault, share) => {
    const owner = await system.owner();
    const path = `/${owner.orgId}`;
    const webhook = await owner.webhook(path);
    system.receiver.answer(path, (nth, { headers }) => ({
      // Some fail at first.
      status: nth === 0 && String(headers['x-event-id']).endsWith('3') ? 503 : 200,
    }));
    const strike = (operation: string) => OF_FUNCTIONS.test(operation) && Math.random() < share;
    system.tables.tap({
      before: ({ operation }) =>
        'before' in fault && strike(operation) ? (fault.before as 'lose' | 'throttle') : 'pass',
      after: ({ operation }) => ('after' in fault && strike(operation) ? 'lose' : 'pass'),
    });
    await system.publish(owner, 60);
    const records = await system.ended([webhook], 60);
    const seen = system.receiver.arrivals.filter((arrival) => arrival.path === path);
    expect(deliveryViolations({ arrivals: seen, records, gapSeconds: GAP })).toEqual([]);
    console.log(`${_}: ${seen.length} arrivals of 60 events, ${duplicatesOf(seen)} duplicates`);
  });
});
