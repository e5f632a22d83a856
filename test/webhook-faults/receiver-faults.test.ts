import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Attempt, Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryViolations } from '../support/delivery-checker.ts';
import type { Reply } from '../support/webhook-receiver.ts';
import { type DeliverySystem, startDeliverySystem, type WebhookOwner } from './delivery-system-under-test.ts';

const GAP = 2;
let system: DeliverySystem;
let owner: WebhookOwner;

beforeAll(async () => {
  system = await startDeliverySystem([GAP, GAP, GAP, GAP, GAP]);
  owner = await system.owner();
});

afterAll(() => system.stop());

const drip: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 200);
  response.on('close', () => clearInterval(timer));
};
const endless: Reply = (response) => {
  response.writeHead(200);
  const more = () => {
    while (response.writable && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};

/** Behaviors of receivers, with the final status and attempts of their delivery. */
const BEHAVIOURS: Readonly<
  Record<string, { readonly reply: (nth: number) => Reply; readonly ends: readonly [string, number] }>
> = {
  ok: { reply: () => ({ status: 200, body: 'ok' }), ends: ['delivered', 1] },
  'no-content': { reply: () => ({ status: 204 }), ends: ['delivered', 1] },
  'not-utf-8': {
    reply: () => ({ status: 200, body: Buffer.from([0xff, 0xfe, 0x80]) }),
    ends: ['delivered', 1],
  },
  endless: { reply: () => endless, ends: ['delivered', 1] },
  bomb: {
    reply: () => ({
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000)),
    }),
    ends: ['delivered', 1],
  },
  'recovers-at-the-4th': {
    reply: (nth) => ({ status: nth < 3 ? 500 : 200 }),
    ends: ['delivered', 4],
  },
  redirect: {
    reply: () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }),
    ends: ['failed', 6],
  },
  'not-found': { reply: () => ({ status: 404, body: 'who?' }), ends: ['failed', 6] },
  'request-timeout': { reply: () => ({ status: 408 }), ends: ['failed', 6] },
  gone: { reply: () => ({ status: 410 }), ends: ['failed', 1] },
  'asks-for-rubbish': {
    reply: () => ({ status: 429, headers: { 'retry-after': 'soon, please' } }),
    ends: ['failed', 6],
  },
  error: { reply: () => ({ status: 500, body: 'x'.repeat(40_000) }), ends: ['failed', 6] },
  unavailable: { reply: () => ({ status: 503 }), ends: ['failed', 6] },
  silent: { reply: () => () => {}, ends: ['failed', 6] },
  // A 2xx status in time is an acknowledgment, also without a complete body.
  drips: { reply: () => drip, ends: ['delivered', 1] },
  resets: { reply: () => (response) => void response.socket?.resetAndDestroy(), ends: ['failed', 6] },
  'asks-for-4-seconds': {
    reply: (nth) => (nth === 0 ? { status: 429, headers: { 'retry-after': '4' } } : { status: 200 }),
    ends: ['delivered', 2],
  },
};

describe('receivers that fail in every way', () => {
  let records: { delivery: Delivery; log: readonly Attempt[] }[];
  const webhooks = new Map<string, string>();

  beforeAll(async () => {
    for (const [name, { reply }] of Object.entries(BEHAVIOURS)) {
      system.receiver.answer(`/${name}`, reply);
      webhooks.set(name, await owner.webhook(`/${name}`));
    }
    await system.publish(owner, 1);
    records = [...(await system.ended([...webhooks.values()], webhooks.size))];
  });

  it.each(Object.entries(BEHAVIOURS))('%s', (name, { ends: [status, attempts] }) => {
    const record = records.find(({ delivery }) => delivery.webhookId === webhooks.get(name));
    expect({ status: record?.delivery.status, attempts: record?.delivery.attempts }).toEqual({
      status,
      attempts,
    });
    expect(record?.log).toHaveLength(attempts);
    expect(system.receiver.arrivals.filter(({ path }) => path === `/${name}`)).toHaveLength(attempts);
  });

  it('violates no delivery guarantee', () => {
    expect(deliveryViolations({ arrivals: system.receiver.arrivals, records, gapSeconds: GAP })).toEqual([]);
  });

  it('waits as long as a receiver requests', () => {
    const [first, second] = system.receiver.arrivals.filter(({ path }) => path === '/asks-for-4-seconds');
    expect((second?.at ?? 0) - (first?.over ?? 0)).toBeGreaterThanOrEqual(3_500);
  });

  it('disables a webhook whose receiver is gone, with the reason', async () => {
    const { json } = await system.service.call('GET', `/v1/webhooks/${webhooks.get('gone')}`, {
      key: owner.apiKey,
    });
    expect(json).toMatchObject({ data: { enabled: false, disabledReason: expect.stringContaining('410') } });
  });

  it('stores the response body, up to 16 KB', () => {
    const record = records.find(({ delivery }) => delivery.webhookId === webhooks.get('error'));
    expect(record?.log[0]?.responseBody?.length).toBe(16 * 1024);
    expect(record?.log[0]?.responseTruncated).toBe(true);
  });
});
