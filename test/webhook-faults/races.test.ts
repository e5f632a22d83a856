import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { brokenPromises } from '../support/delivery-checker.ts';
import { eventually } from '../support/eventually.ts';
import { type RoadUnderTest, startRoad } from './delivery-path-under-test.ts';

const GAP = 3;
let road: RoadUnderTest;

beforeAll(async () => {
  road = await startRoad([GAP, GAP, GAP, GAP, GAP]);
}, 180_000);

afterAll(() => road.stop());

async function failing(count: number) {
  const owner = await road.owner();
  const path = `/${owner.orgId}`;
  const webhook = await owner.webhook(path);
  road.receiver.answer(path, () => ({ status: 500 }));
  const seen = (at = path) => road.receiver.arrivals.filter((arrival) => arrival.path === at);
  await road.publish(owner, count);
  await eventually(
    async () => seen(),
    ({ length }) => length >= count,
    20_000,
  );
  const call = (method: string, rest = '', body?: object) =>
    road.service.call(method, `/v1/webhooks/${webhook}${rest}`, { key: owner.apiKey, ...(body && { body }) });
  return { owner, path, webhook, seen, call };
}

describe('a webhook that changes while its deliveries are tried again', () => {
  it('deleted: they end as failed and say why, and nothing more is sent', async () => {
    const { webhook, seen, call } = await failing(10);
    expect((await call('DELETE')).status).toBe(200);
    const records = await road.ended([webhook], 10, 60_000);
    const arrived = seen().length;
    await new Promise((resolve) => setTimeout(resolve, (GAP + 2) * 1000));
    expect(seen()).toHaveLength(arrived);
    for (const { delivery } of records) {
      expect(delivery).toMatchObject({ status: 'failed', reason: 'The webhook was deleted.' });
    }
    expect(brokenPromises({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });

  it('disabled: the same', async () => {
    const { owner, webhook, seen, call } = await failing(10);
    const body = { events: ['chat.created'], orgId: owner.orgId, enabled: false };
    expect((await call('PUT', '', body)).status).toBe(200);
    const records = await road.ended([webhook], 10, 60_000);
    for (const { delivery } of records) expect(delivery.reason).toMatch(/disabled/);
    expect(brokenPromises({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });

  it('pointed elsewhere: the next attempt goes there, with the same id and body', async () => {
    const { owner, webhook, path, seen, call } = await failing(5);
    const elsewhere = `${path}-elsewhere`;
    const body = { events: ['chat.created'], orgId: owner.orgId, url: `${road.receiver.url}${elsewhere}` };
    expect((await call('PUT', '', body)).status).toBe(200);
    const records = await road.ended([webhook], 5, 60_000);
    expect(seen(elsewhere)).toHaveLength(5);
    const arrivals = [...seen(), ...seen(elsewhere)];
    expect(brokenPromises({ arrivals, records, gapSeconds: GAP })).toEqual([]);
    for (const { delivery } of records) expect(delivery.status).toBe('delivered');
  });

  it('its secret rotated: attempts carry both signatures, and each verifies', async () => {
    const owner = await road.owner();
    const path = `/${owner.orgId}`;
    const { json } = await road.service.call('POST', '/v1/webhooks', {
      key: owner.apiKey,
      body: { url: `${road.receiver.url}${path}`, events: ['chat.created'], orgId: owner.orgId },
    });
    const { id, secret } = (json as { data: { id: string; secret: string } }).data;
    road.receiver.answer(path, (nth) => ({ status: nth === 0 ? 500 : 200 }));
    await road.publish(owner, 1);
    const seen = () => road.receiver.arrivals.filter((arrival) => arrival.path === path);
    await eventually(
      async () => seen(),
      ({ length }) => length === 1,
      20_000,
    );
    const rotated = await road.service.call('POST', `/v1/webhooks/${id}/rotate-secret`, {
      key: owner.apiKey,
    });
    const newer = (rotated.json as { data: { secret: string } }).data.secret;
    await road.ended([id], 1, 60_000);
    const [first, second] = seen();
    const headersOf = (arrival: typeof first) => arrival?.headers as Record<string, string>;
    expect(() => new Verifier(secret).verify(first?.body ?? '', headersOf(first))).not.toThrow();
    expect(() => new Verifier(newer).verify(first?.body ?? '', headersOf(first))).toThrow();
    for (const valid of [secret, newer]) {
      expect(() => new Verifier(valid).verify(second?.body ?? '', headersOf(second))).not.toThrow();
    }
  });

  it('redelivered by hand beside its own retries: two records, each with its own attempts and gaps', async () => {
    const { webhook, seen, call } = await failing(1);
    const [first] = seen();
    const redelivered = await call('POST', `/deliveries/${first?.headers['x-delivery-id']}/redeliver`);
    expect(redelivered.status).toBe(200);
    const records = await road.ended([webhook], 2, 120_000);
    expect(records).toHaveLength(2);
    expect(new Set(seen().map(({ headers }) => headers['x-event-id'])).size).toBe(1);
    expect(seen()).toHaveLength(12);
    expect(brokenPromises({ arrivals: seen(), records, gapSeconds: GAP })).toEqual([]);
  });
});
