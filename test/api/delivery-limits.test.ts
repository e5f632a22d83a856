import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const WEBHOOKS = 20;
const QUOTES = 3;
const BURST = 15;
/** Requests per second to one host. */
const HOST_RATE = 5;

let service: LocalService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startLocalService({
    settings: { WEBHOOK_RATES: `burst=${BURST},live=60,test=6000,host=${HOST_RATE * 60}` },
  });
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

it('deliveries of an organization with one receiver host stay within the limit of the host, and all arrive', async () => {
  const { orgId, apiKey: key } = await createOrganization(service);
  receiver.answer('/hook', () => ({ status: 200 }));
  for (let webhook = 0; webhook < WEBHOOKS; webhook++) {
    const body = { url: `${receiver.url}/hook`, orgId, events: ['quote.created'] };
    expect((await service.call('POST', '/v1/webhooks', { key, body })).status).toBe(200);
  }

  const started = Date.now();
  for (let quote = 0; quote < QUOTES; quote++) {
    const body = { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: tomorrow() };
    expect((await service.call('POST', '/api/v1/quotes', { key, body })).status).toBe(200);
  }

  const arrivals = await eventually(
    async () => receiver.on('/hook'),
    ({ length }) => length >= WEBHOOKS * QUOTES,
  );
  expect(arrivals).toHaveLength(WEBHOOKS * QUOTES);
  const deliveries = arrivals.map(({ headers }) => headers['x-delivery-id']);
  expect(new Set(deliveries).size).toBe(WEBHOOKS * QUOTES);
  const moments = arrivals.map(({ at }) => at).toSorted((one, other) => one - other);
  const [first = 0] = moments;
  console.log(
    `${moments.length} deliveries to one host in ${(moments.at(-1) ?? 0) - first} ms; ${moments.filter((at) => at - first < 1_000).length} in the first second`,
  );
  for (const [position, at] of moments.entries()) {
    // From the first event on: a loaded machine can delay the first arrival more than later ones.
    const allowed = BURST + HOST_RATE * ((at - started) / 1000 + 1);
    expect([position, position < allowed]).toEqual([position, true]);
  }
  // A wait for a limit does not count as a failed attempt.
  expect(new Set(arrivals.map(({ headers }) => headers['x-delivery-attempt']))).toEqual(new Set(['1']));
});
