import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { attemptDeliveryUseCase } from '../../../../../shared/webhooks/deliveries/attempts/attempt-delivery.ts';
import { deliverBatchUseCase } from '../../../../../shared/webhooks/deliveries/attempts/deliver-batch.ts';
import { DELIVERY_RATES } from '../../../../../shared/webhooks/limits/delivery-rates.ts';
import { createSendBudget } from '../../../../../shared/webhooks/limits/send-budget.ts';
import { createWebhookSender } from '../../../../../shared/webhooks/sending/send-webhook.ts';
import { fromWebhookItem } from '../../../../../shared/webhooks/store/dynamodb-webhook-items.ts';
import { createInMemoryRateBuckets } from '../../limits/in-memory-rate-buckets.ts';
import {
  aConcurrencyLimit,
  aDelivery,
  aMessage,
  aQueue,
  NOW,
  someAttempts,
  someDeferredDeliveries,
} from './doubles.ts';

let server: Server;
let port: number;
const arrivals: { readonly path: string | undefined; readonly host: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    arrivals.push({ path: request.url, host: request.headers.host });
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  arrivals.length = 0;
  vi.spyOn(logOutput, 'error').mockImplementation(() => undefined);
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

/** Delivers a batch, one delivery to each webhook with these stored URLs. */
async function deliverTo(urls: readonly string[]) {
  const items = new Map(
    urls.map((url, position) => [
      `wh_${position}`,
      {
        sk: `wh_${position}`,
        url,
        events: ['quote.created'],
        enabled: true,
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
        secret: { ciphertext: 'sealed', createdAt: NOW.toISOString() },
      },
    ]),
  );
  const webhooks = {
    get: async (account: { readonly orgId: string; readonly mode: 'live' | 'test' }, id: string) =>
      items.has(id) ? fromWebhookItem(account, items.get(id)) : undefined,
    markSlow: async () => undefined,
    countExhausted: async () => false,
    clearExhausted: async () => undefined,
    disable: async () => false,
  };
  const [attempts, retries, buckets] = [someAttempts(aDelivery()), aQueue(), createInMemoryRateBuckets()];
  const now = () => NOW;
  const attempt = attemptDeliveryUseCase({
    attempts,
    retries,
    webhooks,
    secrets: { open: async () => `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
    sender: createWebhookSender({
      receivers: 'public-and-loopback',
      // Names are compared as text: another spelling of the host is not found.
      resolver: async (host) => (host === 'receiver.example' ? ['127.0.0.1'] : []),
    }),
    budget: createSendBudget({ buckets, rates: DELIVERY_RATES, now, random: () => 0.5 }),
    schedule: [300, 900, 3_600, 14_400, 43_200],
    now,
    random: () => 0,
  });
  const deliver = deliverBatchUseCase({
    queue: 'fast',
    attempt,
    attemptDeferred: attempt,
    webhooks,
    attempts,
    retries,
    concurrencyLimit: aConcurrencyLimit(100),
    deferredDeliveries: someDeferredDeliveries(),
    isStopped: async () => false,
    now,
    countOverdueFailure: () => undefined,
  });
  const messages = urls.map((_, position) => aMessage({ webhookId: `wh_${position}` }));
  const undone = await deliver({ messages, drains: [], remainingMs: () => 30_000 });
  return { undone, attempts, retries, buckets };
}

describe('webhooks that were stored before URLs were normalized', () => {
  const SPELLINGS: readonly [string, (port: number) => string, string][] = [
    ['an upper-case scheme and host', (at) => `HTTP://Receiver.EXAMPLE:${at}/hooks`, '/hooks'],
    ['backslashes', (at) => `http:\\\\receiver.example:${at}\\hooks`, '/hooks'],
    ['the dot of the root', (at) => `http://receiver.example.:${at}/hooks`, '/hooks'],
    ['no slash after the host', (at) => `http://receiver.example:${at}`, '/'],
    ['a slash too few before the host', (at) => `http:/receiver.example:${at}/hooks`, '/hooks'],
    ['blanks around it, and a fragment', (at) => ` http://receiver.example:${at}/hooks#top\n`, '/hooks'],
  ];

  it.each(SPELLINGS)('with %s are delivered to', async (_, spelled, path) => {
    const { undone, attempts, buckets } = await deliverTo([spelled(port)]);

    expect(undone).toEqual([]);
    expect(attempts.recorded).toEqual([{ status: 'delivered' }]);
    expect(arrivals).toEqual([{ path, host: `receiver.example:${port}` }]);
    expect(buckets.asked[0]?.bucket).toBe('org_1 host#receiver.example');
  });

  it.each(['not a url', 'http://', 'https://[::1', 'http://receiver.example:99999/', ''])(
    'fail if the URL is not valid, without an effect on others: %j',
    async (broken) => {
      const good = `http://receiver.example:${port}/hooks`;
      const { undone, attempts, retries } = await deliverTo([good, broken, good]);

      expect(undone).toEqual([]);
      expect(attempts.recorded.map(({ status }) => status).sort()).toEqual([
        'delivered',
        'delivered',
        'failed',
      ]);
      expect(attempts.recorded.find(({ status }) => status === 'failed')).toMatchObject({
        reason: expect.stringMatching(/^The url of the webhook is not valid.* PUT /),
      });
      expect(arrivals).toHaveLength(2);
      // No further attempt of it is planned.
      expect(retries.sent).toEqual([]);
    },
  );
});
