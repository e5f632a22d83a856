import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let service: LocalService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startLocalService({ settings: { WEBHOOK_RETRY_SCHEDULE: '1,1' } });
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('a delivery is retried by the schedule in WEBHOOK_RETRY_SCHEDULE', async () => {
  const { orgId, apiKey: key } = await createOrganization(service);
  receiver.answer('/hook', (nth) => ({ status: [500, 503][nth] ?? 200 }));
  await service.call('POST', '/v1/webhooks', {
    key,
    body: { url: `${receiver.url}/hook`, orgId, events: ['quote.created'] },
  });

  await service.call('POST', '/api/v1/quotes', {
    key,
    body: { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: inTwoDays() },
  });

  const sent = await eventually(
    async () => receiver.arrivals.map(({ body }) => body),
    ({ length }) => length >= 3,
  );
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
});

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
