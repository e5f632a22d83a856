import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { deliveryViolations } from '../support/delivery-checker.ts';
import { eventually } from '../support/eventually.ts';
import { type DeliverySystem, startDeliverySystem } from './delivery-system-under-test.ts';

const GAP = 3;
let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP]);
});

afterAll(() => system.stop());

async function ownerWithFailedDeliveries(count: number) {
  const owner = await system.owner();
  const path = `/${owner.orgId}`;
  const webhook = await owner.webhook(path);
  system.receiver.answer(path, () => ({ status: 500 }));
  const seen = (at = path) => system.receiver.arrivals.filter((arrival) => arrival.path === at);
  await system.publish(owner, count);
  await eventually(
    async () => seen(),
    ({ length }) => length >= count,
  );
  const call = (method: string, rest = '', body?: object) =>
    system.service.call(method, `/v1/webhooks/${webhook}${rest}`, {
      key: owner.apiKey,
      ...(body && { body }),
    });
  return { owner, path, webhook, seen, call };
}

describe('a webhook that changes while its deliveries are retried', () => {
  it('deleted: its deliveries fail with the reason, and nothing more is sent', async () => {
    const { webhook, seen, call } = await ownerWithFailedDeliveries(10);
    expect((await call('DELETE')).status).toBe(200);
    const records = await system.ended([webhook], 10);
    const arrived = seen().length;
    await new Promise((resolve) => setTimeout(resolve, (GAP + 2) * 1000));
    expect(seen()).toHaveLength(arrived);
    for (const { delivery } of records) {
      expect(delivery).toMatchObject({ status: 'failed', reason: 'The webhook was deleted.' });
    }
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });

  it('disabled: the same', async () => {
    const { owner, webhook, seen, call } = await ownerWithFailedDeliveries(10);
    const body = { events: ['chat.created'], orgId: owner.orgId, enabled: false };
    expect((await call('PUT', '', body)).status).toBe(200);
    const records = await system.ended([webhook], 10);
    for (const { delivery } of records) expect(delivery.reason).toMatch(/disabled/);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });

  it('with a new URL: the next attempt goes there, with the same id and body', async () => {
    const { owner, webhook, path, seen, call } = await ownerWithFailedDeliveries(5);
    const elsewhere = `${path}-elsewhere`;
    const body = { events: ['chat.created'], orgId: owner.orgId, url: `${system.receiver.url}${elsewhere}` };
    expect((await call('PUT', '', body)).status).toBe(200);
    const records = await system.ended([webhook], 5);
    expect(seen(elsewhere)).toHaveLength(5);
    const arrivals = [...seen(), ...seen(elsewhere)];
    expect(deliveryViolations({ arrivals, records, gapSeconds: GAP })).toEqual([]);
    for (const { delivery } of records) expect(delivery.status).toBe('delivered');
  });

  it('with a rotated secret: attempts have both signatures, and each is valid', async () => {
    const owner = await system.owner();
    const path = `/${owner.orgId}`;
    const { json } = await system.service.call('POST', '/v1/webhooks', {
      key: owner.apiKey,
      body: { url: `${system.receiver.url}${path}`, events: ['chat.created'], orgId: owner.orgId },
    });
    const { id, secret } = (json as { data: { id: string; secret: string } }).data;
    let isRotated = false;
    system.receiver.answer(path, () => ({ status: isRotated ? 200 : 500 }));
    await system.publish(owner, 1);
    const seen = () => system.receiver.arrivals.filter((arrival) => arrival.path === path);
    await eventually(
      async () => seen(),
      ({ length }) => length > 0,
    );
    const rotated = await system.service.call('POST', `/v1/webhooks/${id}/rotate-secret`, {
      key: owner.apiKey,
    });
    const newer = (rotated.json as { data: { secret: string } }).data.secret;
    isRotated = true;
    await system.ended([id], 1);
    const [first, second] = [seen().at(0), seen().at(-1)];
    const headersOf = (arrival: typeof first) => arrival?.headers as Record<string, string>;
    expect(() => new Verifier(secret).verify(first?.body ?? '', headersOf(first))).not.toThrow();
    expect(() => new Verifier(newer).verify(first?.body ?? '', headersOf(first))).toThrow();
    for (const valid of [secret, newer]) {
      expect(() => new Verifier(valid).verify(second?.body ?? '', headersOf(second))).not.toThrow();
    }
  });

  it('with a manual redelivery during retries: two records, each with its own attempts and intervals', async () => {
    const { webhook, seen, call } = await ownerWithFailedDeliveries(1);
    const [first] = seen();
    const redelivered = await call('POST', `/deliveries/${first?.headers['x-delivery-id']}/redeliver`);
    expect(redelivered.status).toBe(200);
    const records = await system.ended([webhook], 2);
    expect(records).toHaveLength(2);
    expect(new Set(seen().map(({ headers }) => headers['x-event-id'])).size).toBe(1);
    expect(seen()).toHaveLength(12);
    expect(deliveryViolations({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });
});
