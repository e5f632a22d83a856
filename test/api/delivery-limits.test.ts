import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const WEBHOOKS = 20;
const QUOTES = 2;
/** Requests of an organization in a minute. */
const PER_MINUTE = 25;

let service: LocalService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startLocalService({
    // Has its own clock, so that other tests are not affected.
    own: true,
    settings: { WEBHOOK_RATES: `organization=${PER_MINUTE}` },
  });
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

it('deliveries of an organization stay within its requests of a minute, and all arrive', async () => {
  const { orgId, apiKey: key } = await createOrganization(service);
  receiver.answer('/hook', () => ({ status: 200 }));
  for (let webhook = 0; webhook < WEBHOOKS; webhook++) {
    const body = { url: `${receiver.url}/hook`, orgId, events: ['quote.created'] };
    expect((await service.call('POST', '/v1/webhooks', { key, body })).status).toBe(200);
  }
  const began = Date.now();
  for (let quote = 0; quote < QUOTES; quote++) {
    const body = { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: tomorrow() };
    expect((await service.call('POST', '/api/v1/quotes', { key, body })).status).toBe(200);
  }

  const first = await eventually(
    async () => receiver.on('/hook'),
    ({ length }) => length >= PER_MINUTE,
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const minutes = Math.floor(Date.now() / 60_000) - Math.floor(began / 60_000) + 1;
  expect(first.length).toBeLessThanOrEqual(PER_MINUTE * minutes);

  const all = WEBHOOKS * QUOTES;
  await service.freight('clock', 'advance', '60s', '--json');
  await service.runSchedule('sweep-due-deliveries');
  const arrivals = await eventually(
    async () => receiver.on('/hook'),
    ({ length }) => length >= all,
  );
  expect(new Set(arrivals.map(({ headers }) => headers['x-delivery-id'])).size).toBe(all);
  // A wait for a limit does not count as a failed attempt.
  expect(new Set(arrivals.map(({ headers }) => headers['x-delivery-attempt']))).toEqual(new Set(['1']));
});
