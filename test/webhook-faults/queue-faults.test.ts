import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliveryViolations, duplicatesOf } from '../support/delivery-checker.ts';
import { eventually } from '../support/eventually.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

const GAP = 2;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP]);
});

beforeEach(() => {
  system.tables.tap({});
  system.queues.tap({});
});

afterAll(() => system.stop());

/** An owner with one webhook at a unique path. */
async function ready() {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  const webhook = await owner.webhook(path);
  const seen = () => system.receiver.arrivals.filter((arrival) => arrival.path === path);
  return { owner, path, webhook, seen };
}

describe('queues with faults', () => {
  it('an event that is received many times concurrently makes one delivery', async () => {
    const { owner, webhook, seen } = await ready();
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => system.publish(owner, 5)));
    const records = await system.ended([webhook], 5);
    // Later replays meet a delivery that has ended.
    await system.publish(owner, 5);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(records).toHaveLength(5);
    expect(seen()).toHaveLength(5);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });

  it('messages that are duplicated, out of order, early and late send nothing twice', async () => {
    const { owner, webhook, path, seen } = await ready();
    system.receiver.answer(path, (nth) => ({ status: nth === 0 ? 500 : 200, afterMs: 300 }));
    await system.publish(owner, 3);
    await eventually(
      async () => seen(),
      ({ length }) => length >= 3,
    );
    const messages = seen().map(({ headers }) =>
      JSON.stringify({
        deliveryId: headers['x-delivery-id'],
        orgId: owner.orgId,
        mode: 'test',
        webhookId: webhook,
      }),
    );
    for (let round = 0; round < 8; round++) {
      await system.sendTo(round % 2 === 0 ? 'deliveries' : 'retries', [
        ...messages,
        ...messages.toReversed(),
      ]);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    const records = await system.ended([webhook], 3);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
    expect(seen()).toHaveLength(6);
  });

  it('a throttled and broken queue loses nothing', async () => {
    const { owner, webhook, seen } = await ready();
    let call = 0;
    system.queues.tap({
      before: () => {
        call += 1;
        return call % 3 === 0 ? 'throttle' : call % 5 === 0 ? 'lose' : 'pass';
      },
      after: () => (call % 4 === 0 ? 'lose' : 'pass'),
    });
    await system.publish(owner, 40);
    const records = await system.ended([webhook], 40);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
    expect(duplicatesOf(seen())).toBe(0);
  });

  it('an invalid message goes to the dead-letter queue, without the valid messages of its batch', async () => {
    const { owner, webhook, seen } = await ready();
    await system.sendTo('deliveries', ['not JSON', '{"orgId":"unknown"}']);
    await system.sendTo('events', ['not an event', JSON.stringify({ orgId: owner.orgId, id: 'a.b' })]);
    await system.publish(owner, 5);
    const records = await system.ended([webhook], 5);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
    const letters = await eventually(
      () => system.deadLetters('events'),
      ({ length }) => length >= 2,
    );
    expect(letters).toHaveLength(2);
    for (const { reason } of letters) expect(reason).toMatch(/\w+ \w+/);
  });

  it('an incompressible event of the maximum size arrives complete', async () => {
    const { owner, webhook, seen } = await ready();
    const noise = Array.from({ length: 34_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
    const body = JSON.stringify({
      orgId: owner.orgId,
      id: `evt_${owner.orgId}-big`,
      event: 'chat.created',
      created: new Date().toISOString(),
      livemode: false,
      object: { chatId: 'big', noise },
    });
    await system.sendTo('events', [body]);
    const records = await system.ended([webhook], 1);
    expect(records[0]?.delivery.status).toBe('delivered');
    expect(JSON.parse(seen()[0]?.body ?? '{}').object.noise).toBe(noise);
  });
});
