import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryMessage } from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryMessage } from '../../shared/webhooks/deliveries/delivery-messages.ts';
import { deferredPartitions } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-deferred-deliveries.ts';
import { DEFERRED_INDEX } from '../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-items.ts';
import { engineQueues } from '../support/engine-queues.ts';
import { eventually } from '../support/eventually.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';

import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { type Reply, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** Delay of the first retry, too long for a queue: the sweep enqueues it. */
const HOUR = 3600;

/** A response that is stored separately from its attempt. */
const LONG_ANSWER = Array.from({ length: 3_000 }, () => Math.random().toString(36)).join('');

let service: LocalService;
let receiver: WebhookReceiver;
let client: DynamoDBDocumentClient;
let deliveries: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  // Has its own clock, so that other tests are not affected.
  service = await startLocalService({
    own: true,
    settings: { WEBHOOK_RETRY_SCHEDULE: [HOUR, HOUR].join(',') },
  });
  client = localDocumentClient(service.dynamodbEndpoint);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  deliveries = TableNames.find((name) => name.includes('deliveriestable')) ?? '';
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
  const { json } = await call(organization, 'POST', '/v1/webhooks', {
    url: `${receiver.url}${path}`,
    orgId: organization.orgId,
    events: ['rfp.created'],
  });
  return { ...organization, webhookId: String(Object(json).data.id) };
}

const call = ({ apiKey: key }: TestOrganization, method: string, path: string, body?: unknown) =>
  service.call(method, path, { key, ...(body === undefined ? {} : { body }) });

const sendEvent = ({ orgId }: TestOrganization) =>
  service.freight('trigger', 'rfp.created', '--org', orgId, '--json');

const arrived = (path: string, count: number) =>
  eventually(
    async () => receiver.on(path),
    ({ length }) => length >= count,
  );

/** Takes or releases all leases of an organization. */
async function fillPlaces(orgId: string, taken: boolean): Promise<void> {
  const lease = { count: 25, until: Date.now() + 600_000 };
  const shards = ['0', '1', '2', '3'].map((sk) => ({ pk: `SLOTS#${orgId}`, sk }));
  const requests = shards.map((Key) =>
    taken
      ? { PutRequest: { Item: { ...Key, used: 25, lease_elsewhere: lease } } }
      : { DeleteRequest: { Key } },
  );
  await client.send(new BatchWriteCommand({ RequestItems: { [deliveries]: requests } }));
}

const isMarkedAsDeferred = async (orgId: string): Promise<boolean> => {
  const Key = { pk: 'PARKED', sk: orgId };
  const { Item } = await client.send(new GetCommand({ TableName: deliveries, Key, ConsistentRead: true }));
  return Item !== undefined;
};

/** Deferred deliveries of an organization. */
const deferredOf = async (orgId: string): Promise<readonly DeliveryMessage[]> => {
  const parts = await Promise.all(
    deferredPartitions(orgId).map((partition) =>
      client.send(
        new QueryCommand({
          TableName: deliveries,
          IndexName: DEFERRED_INDEX,
          KeyConditionExpression: 'parkedIn = :partition',
          ExpressionAttributeValues: { ':partition': partition },
        }),
      ),
    ),
  );
  return parts.flatMap(({ Items = [] }) => Items as unknown as DeliveryMessage[]);
};

/** Puts messages for the deferred deliveries of an organization into the queue of first attempts, in one request. */
async function requestAttempts({ orgId }: TestOrganization): Promise<void> {
  const queues = engineQueues(() => service.sqsEndpoint);
  try {
    const name = (await queues.names()).find((one) =>
      one.startsWith('freight-local-webhooks-deliveriesQueue'),
    );
    const bodies = (await deferredOf(orgId)).map((delivery) => deliveryMessage(delivery).body);
    await queues.sendAll(name ?? '', bodies);
  } finally {
    queues.stop();
  }
}

const isTrue = (value: boolean): boolean => value;
const isFalse = (value: boolean): boolean => !value;

describe('a delivery', () => {
  it('is deferred at the concurrency limit of its organization, and sent when a lease is released', async () => {
    const owner = await webhookOwner('/crowded', () => ({ status: 200 }));
    await fillPlaces(owner.orgId, true);
    await sendEvent(owner);
    await eventually(() => isMarkedAsDeferred(owner.orgId), isTrue);
    expect(receiver.on('/crowded')).toEqual([]);

    await fillPlaces(owner.orgId, false);
    await service.runSchedule('sweep-due-deliveries');

    await arrived('/crowded', 1);
    // The mark is removed after some minutes without deferred deliveries.
    await service.freight('clock', 'advance', '3m', '--json');
    await eventually(async () => {
      await service.runSchedule('sweep-due-deliveries');
      return isMarkedAsDeferred(owner.orgId);
    }, isFalse);
  });

  it.each([
    ['the queue of first attempts', 'deliver-webhook'],
    ['the sweep', 'retry-webhook'],
  ])('that waits for a lease is sent in a batch with others, requested by %s', async (_, sender) => {
    const path = `/batch-${sender}`;
    const owner = await webhookOwner(path, () => ({ status: 200 }));
    await fillPlaces(owner.orgId, true);
    await Promise.all(Array.from({ length: 4 }, () => sendEvent(owner)));
    await eventually(
      () => deferredOf(owner.orgId),
      ({ length }) => length === 4,
    );
    await fillPlaces(owner.orgId, false);

    if (sender === 'retry-webhook') await service.runSchedule('sweep-due-deliveries');
    else await requestAttempts(owner);

    await arrived(path, 4);
    const delivered = () => call(owner, 'GET', `/v1/webhooks/${owner.webhookId}/deliveries?status=delivered`);
    await eventually(
      async () => Object((await delivered()).json).data,
      ({ length }) => length === 4,
    );
    expect(receiver.on(path)).toHaveLength(4);
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
      await service.runSchedule('sweep-due-deliveries');
      await eventually(() => isMarkedAsDeferred(orgId), isTrue);
      const deferred = async () => (await deferredOf(orgId)).length;
      expect(await eventually(deferred, (count) => count === 2)).toBe(2);
      await service.runSchedule('sweep-due-deliveries');
      expect(receiver.on(path)).toHaveLength(1);

      await service.freight('org', start, orgId, ...startWith, '--json');
      await service.freight('clock', 'advance', '60s', '--json');
      await service.runSchedule('sweep-due-deliveries');

      await arrived(path, 3);
      expect(new Set(receiver.on(path).map(({ headers }) => headers['x-delivery-id'])).size).toBe(2);
    },
  );

  it('is retried when it is due, and its webhook is disabled if the receiver then answers 410', async () => {
    const owner = await webhookOwner('/gone', (nth) => ({
      status: nth === 0 ? 500 : 410,
      body: LONG_ANSWER,
    }));
    await sendEvent(owner);
    await arrived('/gone', 1);
    const list = `/v1/webhooks/${owner.webhookId}/deliveries`;
    await eventually(
      async () => Object((await call(owner, 'GET', list)).json).data,
      ([delivery]) => delivery?.attempts === 1,
    );

    await service.freight('clock', 'advance', '2h', '--json');
    await service.runSchedule('sweep-due-deliveries');

    await arrived('/gone', 2);
    const webhook = await eventually(
      async () => Object((await call(owner, 'GET', `/v1/webhooks/${owner.webhookId}`)).json).data,
      ({ enabled }) => enabled === false,
    );
    expect(webhook).toMatchObject({ enabled: false });
  });

  it('arrives after an earlier slow response of its receiver', async () => {
    const owner = await webhookOwner('/slow', (nth) => ({ status: 200, afterMs: nth === 0 ? 1_500 : 0 }));
    await sendEvent(owner);
    await arrived('/slow', 1);
    const isMarked = async () => {
      const { json } = await call(
        owner,
        'GET',
        `/v1/webhooks/${owner.webhookId}/deliveries?status=delivered`,
      );
      return Object(json).data.length === 1;
    };
    await eventually(isMarked, isTrue);

    await sendEvent(owner);

    await arrived('/slow', 2);
  });
});
