import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { duplicatesOf } from '../support/delivery-checker.ts';
import { eventually } from '../support/eventually.ts';
import { chatEvent, type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(2);
});

beforeEach(() => {
  system.tables.tap({});
  system.queues.tap({});
});

afterAll(() => system.stop());

describe('queues with faults', () => {
  it('messages that are duplicated, out of order, early and late send nothing twice', async () => {
    const target = await system.target((nth) => ({ status: nth === 0 ? 500 : 200, afterMs: 300 }));
    await target.publish(3);
    await eventually(
      async () => target.seen(),
      ({ length }) => length >= 3,
    );
    const { orgId } = target.owner;
    const messages = target
      .seen()
      .map(({ headers }) =>
        JSON.stringify({ deliveryId: headers['x-delivery-id'], orgId, mode: 'test', webhookId: target.id }),
      );
    for (let round = 0; round < 8; round++) {
      const queue = round % 2 === 0 ? 'deliveries' : 'retries';
      await system.sendTo(queue, [...messages, ...messages.toReversed()]);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await target.ended(3);
    expect(target.seen()).toHaveLength(6);
  });

  it('a throttled and broken queue loses nothing', async () => {
    const { publish, ended, seen } = await system.target();
    let call = 0;
    system.queues.tap({
      before: () => {
        call += 1;
        return call % 3 === 0 ? 'throttle' : call % 5 === 0 ? 'lose' : 'pass';
      },
      after: () => (call % 4 === 0 ? 'lose' : 'pass'),
    });
    await publish(40);
    await ended(40);
    expect(duplicatesOf(seen())).toBe(0);
  });

  it('an invalid message goes to the dead-letter queue, without the valid messages of its batch', async () => {
    const { owner, publish, ended } = await system.target();
    await system.sendTo('deliveries', ['not JSON', '{"orgId":"unknown"}']);
    await system.sendTo('events', ['not an event', JSON.stringify({ orgId: owner.orgId, id: 'a.b' })]);
    await publish(5);
    await ended(5);
    const reasons = await eventually(
      () => system.deadLetters('events'),
      ({ length }) => length >= 2,
    );
    expect(reasons).toEqual(Array(2).fill(expect.stringMatching(/\w+ \w+/)));
  });

  it('an incompressible event of the maximum size arrives complete', async () => {
    const { owner, ended, seen } = await system.target();
    const noise = Array.from({ length: 34_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
    await system.sendTo('events', [chatEvent(owner, `evt_${owner.orgId}-big`, { noise })]);
    expect((await ended(1))[0]?.delivery.status).toBe('delivered');
    expect(JSON.parse(seen()[0]?.body ?? '{}').object.noise).toBe(noise);
  });
});

/** Operations of functions; reads of streams by the host have no faults. */
const OF_FUNCTIONS =
  /^(GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchExecuteStatement)$/;

describe('tables that fail', () => {
  it.each([
    ['before', 'lose', 0.05],
    ['after', 'lose', 0.05],
    ['before', 'throttle', 0.1],
  ] as const)('%s a request is done: %s; every delivery ends, none is sent too often', async (...fault) => {
    const [when, decision, share] = fault;
    const { publish, ended, seen } = await system.target((nth, { headers }) => ({
      // Some fail at first.
      status: nth === 0 && String(headers['x-event-id']).endsWith('3') ? 503 : 200,
    }));
    system.tables.tap({
      [when]: ({ operation }: { readonly operation: string }) =>
        OF_FUNCTIONS.test(operation) && Math.random() < share ? decision : 'pass',
    });
    await publish(60);
    await ended(60);
    console.log(`${fault}: ${seen().length} arrivals of 60 events, ${duplicatesOf(seen())} duplicates`);
  });
});
