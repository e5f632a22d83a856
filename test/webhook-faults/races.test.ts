import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  it('with a new URL: the next attempt goes there, with the same id and body', async () => {
    const { update, ended, seen, path } = await targetWithFailedDeliveries(5);
    const elsewhere = `${path}-elsewhere`;
    await update({ url: `${system.receiver.url}${elsewhere}` });
    const records = await ended(5, elsewhere);
    expect(seen(elsewhere)).toHaveLength(5);
    for (const { delivery } of records) expect(delivery.status).toBe('delivered');
  });

  it('with a manual redelivery during retries: two records, each with its own attempts and intervals', async () => {
    const { call, ended, seen } = await targetWithFailedDeliveries(1);
    await call('POST', `/deliveries/${seen()[0]?.headers['x-delivery-id']}/redeliver`);
    expect(await ended(2)).toHaveLength(2);
    expect(new Set(seen().map(({ headers }) => headers['x-event-id'])).size).toBe(1);
    expect(seen()).toHaveLength(12);
  });
});
