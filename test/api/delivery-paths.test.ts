import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findDue } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { createDynamoDbWebhookHealth } from '../../shared/webhooks/store/dynamodb-webhook-health.ts';
import type { Webhook } from '../../shared/webhooks/store/webhook.ts';
import { eventually } from '../support/eventually.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { type Reply, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** Delay of the first retry, too long for a queue: the sweep enqueues it. */
const HOUR = 3600;

let service: LocalService;
let receiver: WebhookReceiver;
let client: DynamoDBDocumentClient;
let names: readonly string[];
const tableNamed = (part: string) => names.find((name) => name.includes(part)) ?? '';

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  // Has its own clock, so that other tests are not affected.
  service = await startLocalService({
    own: true,
    variables: { WEBHOOK_RETRY_SCHEDULE: [HOUR, HOUR].join(',') },
  });
  client = localDocumentClient(service.dynamodbEndpoint);
  names = (await client.send(new ListTablesCommand({}))).TableNames ?? [];
});

afterAll(async () => {
  client?.destroy();
  await service.stop();
  await receiver.stop();
});

/** Creates an organization with a webhook on this path. */
async function webhookOwner(path: string, reply: (nth: number) => Reply) {
  const organization = await createOrganization(service);
  receiver.answer(path, reply);
  const { apiKey: key, orgId } = organization;
  const body = { url: `${receiver.url}${path}`, orgId, events: ['rfp.created'] };
  const { json } = await service.call('POST', '/v1/webhooks', { key, body });
  return { ...organization, webhookId: String(Object(json).data.id) };
}

const sendEvent = ({ orgId }: TestOrganization) =>
  service.freight('trigger', 'rfp.created', '--org', orgId, '--json');

const arrived = (path: string, count: number) =>
  eventually(
    async () => receiver.on(path),
    ({ length }) => length >= count,
  );

/** How many deliveries of a webhook are due. */
const due =
  ({ webhookId }: { readonly webhookId: string }) =>
  async () =>
    (
      await findDue(
        { client, TableName: tableNamed('deliveriestable') },
        webhookId,
        new Date(Date.now() + 86_400_000),
        100,
      )
    ).length;

describe('a delivery', () => {
  // Before the others, which leave deliveries that are due later.
  it('that waits for a limit of its organization is not late because of the service', async () => {
    const owner = await webhookOwner('/limited', () => ({ status: 500 }));
    await sendEvent(owner);
    await arrived('/limited', 1);
    await service.freight('clock', 'advance', '2h', '--json');
    const limitedUntil = new Date(Date.now() + 30 * 86_400_000);
    const { mark } = createDynamoDbWebhookHealth({ client, TableName: tableNamed('webhookstable') });
    await mark(
      { orgId: owner.orgId, mode: 'test', id: owner.webhookId } as Webhook,
      'limitedUntil',
      limitedUntil,
    );
    await service.runSchedule('sweep-due-deliveries');
    const measured = service.logs.findLast((line) => line.includes('OldestWaiting')) ?? '{}';
    expect(JSON.parse(measured)).toMatchObject({ OldestDue: 0 });
    expect(JSON.parse(measured).OldestWaiting).toBeGreaterThan(HOUR / 2);
  });

  it.each([
    ['suspended', ['suspend'], ['resume']],
    ['stopped by an operator', ['deliveries', 'stop'], ['deliveries', 'start']],
  ])(
    'is kept while its organization is %s, and continues afterwards',
    async (_, [stop = '', ...stopWith], [start = '', ...startWith]) => {
      const path = `/kept-${stop}`;
      const owner = await webhookOwner(path, (nth) => ({ status: nth === 0 ? 500 : 200 }));
      const { orgId } = owner;
      await sendEvent(owner);
      await arrived(path, 1);

      await service.freight('org', stop, orgId, ...stopWith, '--json');
      // Senders read the change within 60 seconds; the retry is also due.
      await service.freight('clock', 'advance', '2h', '--json');
      await sendEvent(owner);
      await eventually(due(owner), (found) => found === 2);
      await service.runSchedule('sweep-due-deliveries');
      expect(receiver.on(path)).toHaveLength(1);

      await service.freight('org', start, orgId, ...startWith, '--json');
      await service.freight('clock', 'advance', '60s', '--json');
      await service.runSchedule('sweep-due-deliveries');

      await arrived(path, 3);
      expect(new Set(receiver.on(path).map(({ headers }) => headers['x-delivery-id'])).size).toBe(2);
    },
  );

  it('of an unreadable webhook is late, and does not stop the sweep', async () => {
    const [broken, whole] = await Promise.all(
      ['/broken', '/whole'].map((path) => webhookOwner(path, (nth) => ({ status: nth === 0 ? 500 : 200 }))),
    );
    await Promise.all([broken, whole].map((owner) => owner && sendEvent(owner)));
    await Promise.all(['/broken', '/whole'].map((path) => arrived(path, 1)));
    await client.send(
      new UpdateCommand({
        TableName: tableNamed('webhookstable'),
        Key: { pk: `${broken?.orgId}#test`, sk: broken?.webhookId },
        UpdateExpression: 'SET enabled = :no',
        ExpressionAttributeValues: { ':no': 'no' },
      }),
    );
    await service.freight('clock', 'advance', '2h', '--json');
    const measured = service.logs.filter((line) => line.includes('OldestDue')).length;
    await service.runSchedule('sweep-due-deliveries');
    await arrived('/whole', 2);
    const after = service.logs.filter((line) => line.includes('OldestDue'))[measured] ?? '{}';
    expect(JSON.parse(after).OldestDue).toBeGreaterThan(HOUR / 2);
    expect(receiver.on('/broken')).toHaveLength(1);
  });
});
