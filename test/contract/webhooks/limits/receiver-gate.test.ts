import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createReceiverGate } from '../../../../shared/webhooks/sending/receiver-gate.ts';
import { type DeliveriesUnderTest, startDeliveries } from '../deliveries/deliveries-under-test.ts';

const START = Date.parse('2026-03-02T10:00:00.000Z');
const DAY = 86_400_000;
const URL = 'https://receiver.example/hook';

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

/** A new gate, as in another process, with its own cache. */
function newGate(resolver?: () => Promise<readonly string[]>) {
  let found: readonly string[] = [];
  const { admit, acknowledge } = createReceiverGate({
    ...{ table, receivers: 'public-and-loopback', perMinute: 20, now: () => new Date(at) },
    resolver: resolver ?? (async () => found),
  });
  return {
    acknowledge,
    /** Asks for requests to a receiver with these addresses. */
    admit: async (url: string, addresses: readonly string[], wanted: number, isRetry = false) => {
      found = addresses;
      const { resolved, count } = await admit(url, wanted, isRetry);
      return resolved.ok ? { addresses: resolved.addresses, count } : { ...resolved.failure, count };
    },
  };
}

let addresses = 0;
const newAddress = () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

/** Asks for requests in batches of some. @returns how many are admitted, of all. */
const admitMany = async (count: number, address: string, gate = newGate()) => {
  const sizes = Array.from({ length: Math.ceil(count / 7) }, (_, index) => Math.min(7, count - index * 7));
  const rooms = await Promise.all(sizes.map((wanted) => gate.admit(URL, [address], wanted)));
  return rooms.reduce((sum, room) => sum + room.count, 0);
};

describe('an address that has not acknowledged an event', () => {
  it('gets 20 requests a minute, of all processes together', async () => {
    const address = newAddress();
    const of = await Promise.all([admitMany(25, address), admitMany(25, address)]);
    expect(of.reduce((sum, admitted) => sum + admitted, 0)).toBe(20);
    at += 60_000;
    expect(await admitMany(25, address)).toBe(20);
  });

  it('is the same one by all its names, ports and forms, except on this machine', async () => {
    const gate = newGate();
    const address = newAddress();
    for (let name = 0; name < 20; name++) await gate.admit(`https://h${name}.example.com/hook`, [address], 1);
    expect(await gate.admit('https://other.example:8443/', [`::ffff:${address}`], 1)).toMatchObject({
      count: 0,
    });
    // A machine can have all addresses of its IPv6 network, and a name any of them.
    for (let host = 0; host < 20; host++) await gate.admit(URL, [`2606:4700:0:9::${host + 1}`], 1);
    expect(await gate.admit(URL, ['2606:4700:0:9:ffff::1'], 1)).toMatchObject({ count: 0 });
    expect(await gate.admit(URL, ['2606:4700:0:a::1'], 1)).toMatchObject({ count: 1 });
    const local = (port: number) => gate.admit(`http://127.0.0.1:${port}/`, ['127.0.0.1'], 1);
    for (let count = 0; count < 20; count++) await local(5001);
    expect(await local(5001)).toMatchObject({ count: 0 });
    expect(await local(5002)).toEqual({ addresses: ['127.0.0.1'], count: 1 });
  });
});

describe('a host with several addresses', () => {
  it('gets no more requests than each of them may get, since any of them can be the only one that accepts', async () => {
    const [proven, dead, busy, full] = [newAddress(), newAddress(), newAddress(), newAddress()];
    const gate = newGate();
    await gate.acknowledge(URL, proven);
    // First attempts use the proven one alone.
    expect(await gate.admit(URL, [proven, dead], 100)).toEqual({ addresses: [proven], count: 100 });
    expect(await gate.admit(URL, [proven, dead], 100, true)).toEqual({
      addresses: [proven, dead],
      count: 20,
    });
    expect(await gate.admit(URL, [proven, dead], 100, true)).toEqual({ addresses: [proven], count: 100 });
    await admitMany(15, busy);
    await admitMany(20, full);
    const addresses = [newAddress(), busy, full];
    expect(await gate.admit(URL, addresses, 100, false)).toEqual({
      addresses: addresses.slice(0, 2),
      count: 5,
    });
  });
});

describe('an address that has acknowledged an event', () => {
  it('has no limit in any process, costs one read in each, and none while it is known', async () => {
    const address = newAddress();
    const gate = newGate();
    await admitMany(40, address, gate);
    await gate.acknowledge(URL, address);
    const before = writes;
    expect(await admitMany(2_000, address, gate)).toBe(2_000);
    for (let count = 0; count < 100; count++) await gate.acknowledge(URL, address);
    expect(writes).toBe(before);
    const other = newGate();
    expect(await other.admit(URL, [address], 3)).toEqual({ addresses: [address], count: 3 });
    expect(writes).toBe(before + 1);
    expect(await admitMany(500, address, other)).toBe(500);
    expect(writes).toBe(before + 1);
  });

  it('is renewed at most once a day, and must prove itself again after 30 days without an answer', async () => {
    const address = newAddress();
    const gate = newGate();
    await gate.acknowledge(URL, address);
    at += DAY + 1;
    const before = writes;
    await gate.acknowledge(URL, address);
    expect(writes).toBe(before + 1);
    at += 29 * DAY;
    expect(await admitMany(30, address)).toBe(30);
    at += 2 * DAY;
    expect(await admitMany(30, address)).toBe(20);
  });
});

it('failures of the DNS and blocked addresses are left to the attempt, which records why', async () => {
  const failing = newGate(() => Promise.reject(new Error('no name')));
  expect(await failing.admit(URL, [], 3)).toMatchObject({ error: 'dns', count: 3 });
  expect(await newGate().admit(URL, ['10.0.0.1'], 3)).toMatchObject({ error: 'rejected-address', count: 3 });
});
