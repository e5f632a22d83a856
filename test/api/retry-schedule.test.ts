import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { type PlainReceiver, startPlainReceiver } from '../support/plain-receiver.ts';
import { createOrganization } from '../support/service-under-test.ts';

let service: LocalService;
let receiver: PlainReceiver;

beforeAll(async () => {
  receiver = await startPlainReceiver();
  service = await startLocalService({ settings: { WEBHOOK_RETRY_SCHEDULE: '1,1' } });
}, 180_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('tries a webhook again by the schedule that the operator of this machine chose', async () => {
  const { orgId, apiKey: key } = await createOrganization(service);
  receiver.answerNext(500, 503);
  await service.call('POST', '/v1/webhooks', {
    key,
    body: { url: receiver.url, orgId, events: ['quote.created'] },
  });

  await service.call('POST', '/api/v1/quotes', {
    key,
    body: { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan', pickup_date: tomorrow() },
  });

  const sent = await eventually(
    async () => receiver.received,
    ({ length }) => length >= 3,
    45_000,
  );
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
}, 60_000);

const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
