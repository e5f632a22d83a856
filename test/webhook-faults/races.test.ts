import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

const GAP = 3;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(GAP);
});

afterAll(() => system.stop());

async function targetWithFailedDeliveries(count: number) {
  const target = await system.target(() => ({ status: 500 }));
  await target.publish(count);
  await eventually(
    async () => target.seen(),
    ({ length }) => length >= count,
  );
  return target;
}

describe('a webhook that changes while its deliveries are retried', () => {
  it('deleted: its deliveries fail with the reason, and nothing more is sent', async () => {
    const { call, ended, seen } = await targetWithFailedDeliveries(10);
    await call('DELETE');
    const records = await ended(10);
    const arrived = seen().length;
    await new Promise((resolve) => setTimeout(resolve, (GAP + 2) * 1000));
    expect(seen()).toHaveLength(arrived);
    for (const { delivery } of records) {
      expect(delivery).toMatchObject({ status: 'failed', reason: 'The webhook was deleted.' });
    }
  });

  it('disabled: the same', async () => {
    const { update, ended } = await targetWithFailedDeliveries(10);
    await update({ enabled: false });
    for (const { delivery } of await ended(10)) expect(delivery.reason).toMatch(/disabled/);
  });

  it('with a new URL: the next attempt goes there, with the same id and body', async () => {
    const { update, ended, seen, path } = await targetWithFailedDeliveries(5);
    const elsewhere = `${path}-elsewhere`;
    await update({ url: `${system.receiver.url}${elsewhere}` });
    const records = await ended(5, elsewhere);
    expect(seen(elsewhere)).toHaveLength(5);
    for (const { delivery } of records) expect(delivery.status).toBe('delivered');
  });

  it('with a rotated secret: attempts have both signatures, and each is valid', async () => {
    const { call, ended, seen, path, secret } = await targetWithFailedDeliveries(1);
    const { secret: newer } = await call('POST', '/rotate-secret');
    system.receiver.answer(path, () => ({ status: 200 }));
    await ended(1);
    const verify = (by: string, arrival = seen().at(-1)) =>
      new Verifier(by).verify(arrival?.body ?? '', arrival?.headers as Record<string, string>);
    expect(() => verify(secret, seen()[0])).not.toThrow();
    expect(() => verify(newer, seen()[0])).toThrow();
    for (const valid of [secret, newer]) expect(() => verify(valid)).not.toThrow();
  });

  it('with a manual redelivery during retries: two records, each with its own attempts and intervals', async () => {
    const { call, ended, seen } = await targetWithFailedDeliveries(1);
    await call('POST', `/deliveries/${seen()[0]?.headers['x-delivery-id']}/redeliver`);
    expect(await ended(2)).toHaveLength(2);
    expect(new Set(seen().map(({ headers }) => headers['x-event-id'])).size).toBe(1);
    expect(seen()).toHaveLength(12);
  });
});
