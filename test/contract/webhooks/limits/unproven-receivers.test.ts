import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDynamoDbUnprovenReceivers } from '../../../../shared/webhooks/limits/unproven-receivers.ts';
import { createReceiverGate } from '../../../../shared/webhooks/sending/admit-receiver.ts';
import { type DeliveriesUnderTest, startDeliveries } from '../deliveries/deliveries-under-test.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const DAY = 86_400_000;

let table: DeliveriesUnderTest;
let writes = 0;
let at = START;
beforeAll(async () => {
  table = await startDeliveries();
});
afterAll(() => table.stop());
beforeEach(() => {
  at = START;
  table.disturb(() => {
    writes += 1;
    return undefined;
  });
});

/** A new adapter, as in another process, with its own cache. */
const newReceivers = () => createDynamoDbUnprovenReceivers(table, 20, () => new Date(at));

let addresses = 0;
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

const admitMany = async (count: number, address: string, receivers = newReceivers()) => {
  const rooms = await Promise.all(
    Array.from({ length: count }, () => receivers.admit([address], 443, false)),
  );
  const waits = rooms.flatMap((room) => ('dueAt' in room ? [room.dueAt.getTime() - at] : []));
  return { admitted: count - waits.length, waits };
};

describe('an address that has not acknowledged an event', () => {
  it('gets 20 requests a minute, of all processes together', async () => {
    const address = newAddress();
    const of = await Promise.all([admitMany(25, address), admitMany(25, address)]);
    expect(of.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(20);
    at += 60_000;
    expect((await admitMany(25, address)).admitted).toBe(20);
  });

  it('lets deliveries wait for seconds while its first answer can come, and for minutes afterwards', async () => {
    const address = newAddress();
    const early = (await admitMany(40, address)).waits;
    expect(early).toHaveLength(20);
    expect(Math.max(...early)).toBeLessThanOrEqual(2_000);
    at += 20_000;
    const late = (await admitMany(20, address)).waits;
    expect(late).toHaveLength(20);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(40_000);
    expect(Math.max(...late)).toBeLessThanOrEqual(14 * 60_000);
  });

  it('is the same one by all its ports and forms, except on this machine', async () => {
    const receivers = newReceivers();
    const address = newAddress();
    await admitMany(20, address, receivers);
    expect(await receivers.admit([`::ffff:${address}`], 8443, false)).toHaveProperty('dueAt');
    for (let count = 0; count < 20; count++) await receivers.admit(['127.0.0.1'], 5001, false);
    expect(await receivers.admit(['127.0.0.1'], 5001, false)).toHaveProperty('dueAt');
    expect(await receivers.admit(['127.0.0.1'], 5002, false)).toEqual({ addresses: ['127.0.0.1'] });
  });
});

describe('an address that has acknowledged an event', () => {
  it('has no limit in any process, costs one write in each, and none while it is known', async () => {
    const address = newAddress();
    const receivers = newReceivers();
    await admitMany(40, address, receivers);
    await receivers.acknowledge(address, 443);
    const before = writes;
    expect((await admitMany(2_000, address, receivers)).admitted).toBe(2_000);
    for (let count = 0; count < 100; count++) await receivers.acknowledge(address, 443);
    expect(writes).toBe(before);
    const other = newReceivers();
    expect(await other.admit([address], 443, false)).toEqual({ addresses: [address] });
    expect(writes).toBe(before + 1);
    expect((await admitMany(500, address, other)).admitted).toBe(500);
    expect(writes).toBe(before + 1);
  });

  it('is renewed at most once a day, and must prove itself again after 30 days without an answer', async () => {
    const address = newAddress();
    const receivers = newReceivers();
    await receivers.acknowledge(address, 443);
    at += DAY + 1;
    const before = writes;
    await receivers.acknowledge(address, 443);
    expect(writes).toBe(before + 1);
    at += 29 * DAY;
    expect((await admitMany(30, address)).admitted).toBe(30);
    at += 2 * DAY;
    expect((await admitMany(30, address)).admitted).toBe(20);
  });

  it('is used alone at first; a retry may also use the other addresses of its host', async () => {
    const [proven, unproven] = [newAddress(), newAddress()];
    const receivers = newReceivers();
    await receivers.acknowledge(proven, 443);
    for (let count = 0; count < 30; count++) {
      expect(await receivers.admit([proven, unproven], 443, false)).toEqual({ addresses: [proven] });
    }
    for (let count = 0; count < 20; count++) {
      expect(await receivers.admit([proven, unproven], 443, true)).toEqual({ addresses: [proven, unproven] });
    }
    expect(await receivers.admit([proven, unproven], 443, true)).toEqual({ addresses: [proven] });
  });
});

describe('the gate of receivers', () => {
  it('counts names by the address that they resolve to, and sends only to that one', async () => {
    const address = '93.184.216.34';
    const gate = createReceiverGate(newReceivers(), 'public', async () => [address]);
    let sent = 0;
    for (let count = 0; count < 40; count++) {
      const room = await gate.admit(`https://h${count}.example.com/hook`, false);
      if ('dueAt' in room) continue;
      sent += 1;
      expect(room.resolved).toEqual({ ok: true, addresses: [address] });
    }
    expect(sent).toBe(20);
    await gate.acknowledge('https://h1.example.com/hook', address);
    expect(await gate.admit('https://h99.example.com/hook', false)).toHaveProperty('resolved');
  });

  it('leaves failures of the DNS and blocked addresses to the attempt', async () => {
    const failing = createReceiverGate(newReceivers(), 'public', () => Promise.reject(new Error('no name')));
    expect(await failing.admit('https://receiver.example/', false)).toEqual({});
    const blocked = createReceiverGate(newReceivers(), 'public', async () => ['10.0.0.1']);
    expect(await blocked.admit('https://receiver.example/', false)).toEqual({});
  });
});
