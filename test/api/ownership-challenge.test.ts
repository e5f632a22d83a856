import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newWebhookId } from '../../shared/webhooks/store/webhook.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { type Reply, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const PER_MINUTE = 22;
const PATH = '/hook';

let service: LocalService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  receiver.answer(PATH, (_nth, { body }): Reply => ({ status: 200, body: JSON.parse(body).challenge }));
  service = await startLocalService({
    variables: {
      WEBHOOK_OWNERSHIP: 'challenge',
      WEBHOOK_RATES: JSON.stringify({ organization: PER_MINUTE, unproven: 1000 }),
    },
  });
});

afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

it('a challenge is sent only for a webhook that can be registered, and only within the requests of a minute', async () => {
  const { orgId, apiKey: key } = await createOrganization(service);
  const body = { url: `${receiver.url}${PATH}`, orgId, events: ['quote.created'] };
  const create = () => service.call('POST', '/v1/webhooks', { key, body });
  const update = (id: string) => service.call('PUT', `/v1/webhooks/${id}`, { key, body });
  const asked = () => receiver.on(PATH).length;

  expect((await update(newWebhookId())).status).toBe(404);
  expect(asked()).toBe(0);

  const ids: string[] = [];
  for (let made = 0; made < 20; made++) {
    const { status, json } = await create();
    expect(status).toBe(200);
    ids.push((json as { data: { id: string } }).data.id);
  }
  expect(asked()).toBe(20);
  expect((await create()).status).toBe(400);
  expect(asked()).toBe(20);

  // Two are left, or more if a minute has passed meanwhile.
  let answer = await update(ids[0] ?? '');
  for (let calls = 1; answer.status === 200 && calls < 50; calls++) answer = await update(ids[0] ?? '');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(answer.json).toMatchObject({ success: false, error: { code: 'rate_limit_exceeded' } });
  const sent = asked();
  expect(sent).toBeGreaterThanOrEqual(PER_MINUTE);
  expect((await update(ids[1] ?? '')).status).toBe(429);
  expect(asked()).toBe(sent);
});
