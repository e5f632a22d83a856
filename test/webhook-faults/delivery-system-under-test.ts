import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startDynamoDbLocal } from '../../lib/local/engines/dynamodb-local.ts';
import type { DeliveryStatus } from '../../shared/webhooks/deliveries/delivery.ts';
import { listDeliveries, readWholeDelivery } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import type { EventName } from '../../shared/webhooks/events/event-names.ts';
import { writeDeliveryRates } from '../../shared/webhooks/limits/webhook-limits.ts';
import type { DeliveryLog } from '../support/delivery-checker.ts';
import { JAVA_DIR } from '../support/dynamodb-local.ts';
import { engineQueues } from '../support/engine-queues.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { startTappedWire, type TappedWire } from '../support/tapped-wire.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

export interface WebhookOwner extends TestOrganization {
  /** Registers a webhook at a path of the receiver; returns its id. */
  webhook(path: string, events?: readonly EventName[]): Promise<string>;
}

/** The whole delivery system on this machine: real bundles and engines, with wires that can inject faults. */
export interface DeliverySystem {
  readonly service: LocalService;
  readonly receiver: WebhookReceiver;
  /** Between functions and tables. */
  readonly tables: TappedWire;
  /** Between functions and queues. */
  readonly queues: TappedWire;
  owner(): Promise<WebhookOwner>;
  /** Puts events into the intake queue; ids from `from` on. */
  publish(owner: TestOrganization, count: number, from?: string): Promise<void>;
  /** Messages of a dead-letter queue, without removing them. */
  deadLetters(queue: string): Promise<readonly { readonly body: string; readonly reason?: string }[]>;
  sendTo(queue: string, bodies: readonly string[]): Promise<void>;
  /** Deliveries of a webhook in a status, at most `most`. */
  count(webhookId: string, status: DeliveryStatus, most?: number): Promise<number>;
  /** Waits until no delivery of these webhooks is pending, and runs the sweep regularly; returns all deliveries. */
  ended(webhookIds: readonly string[], expected: number): Promise<DeliveryLog['records']>;
  stop(): Promise<void>;
}

const READ_AT_ONCE = 10;
/** Against hanging only: a loaded machine may be slow. */
const ENDS_MS = process.env.FULL_LENGTH === 'yes' ? 1_500_000 : 540_000;

const MANY = 1_000_000;
const RAISED_RATES = writeDeliveryRates({ organization: MANY, unproven: MANY });

/**
 * Starts the system; after a failure, stops all parts of it.
 * @param retrySeconds the configured intervals. @param wired false: functions connect to the engines without wires.
 */
export async function startDeliverySystem(
  retrySeconds: readonly number[],
  wired = true,
): Promise<DeliverySystem> {
  const started: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    return await start(retrySeconds, wired, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  retrySeconds: readonly number[],
  wired: boolean,
  started: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<DeliverySystem> {
  const engine = await startDynamoDbLocal(JAVA_DIR);
  started.push(engine.stop);
  const tables = await startTappedWire(() => engine.endpoint);
  started.push(tables.stop);
  let sqsEndpoint = '';
  const queues = await startTappedWire(() => sqsEndpoint);
  started.push(queues.stop);
  const service = await startLocalService({
    dynamodbEndpoint: wired ? tables.endpoint : engine.endpoint,
    variables: {
      ...(wired ? { AWS_ENDPOINT_URL_SQS: queues.endpoint } : {}),
      WEBHOOK_RETRY_SCHEDULE: retrySeconds.join(','),
      // These tests send many test events, and do not test rate limits.
      WEBHOOK_RATES: RAISED_RATES,
    },
  });
  sqsEndpoint = service.sqsEndpoint;
  started.push(service.stop);
  const receiver = await startWebhookReceiver();
  started.push(receiver.stop);
  const client = localDocumentClient(engine.endpoint);
  started.push(() => client.destroy());
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames.find((name) => name.includes('deliveriestable')) ?? '';
  const deliveries = { client, TableName };
  const sqs = engineQueues(() => sqsEndpoint);
  started.push(() => sqs.stop());
  const names = await sqs.names();

  const nameOf = (queue: string, kind = 'Queue'): string => {
    const name = names.find((candidate) => candidate.startsWith(`freight-local-workers-${queue}${kind}`));
    if (name === undefined) throw new Error(`no queue ${queue}`);
    return name;
  };
  const deadLetters = async (queue: string) => {
    const messages = await sqs.receive(nameOf(queue, 'DeadLetters'), {
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
      MessageAttributeNames: ['All'],
    });
    return messages.map(({ Body: body = '', MessageAttributes }) => {
      const reason = MessageAttributes?.reason?.StringValue;
      return { body, ...(reason === undefined ? {} : { reason }) };
    });
  };
  const sendTo = (queue: string, bodies: readonly string[]) => sqs.sendAll(nameOf(queue), bodies);
  const count = async (webhookId: string, status: DeliveryStatus, most = 1): Promise<number> =>
    (await listDeliveries(deliveries, webhookId, { status, limit: most })).deliveries.length;

  const everyDelivery = async (webhookId: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await listDeliveries(deliveries, webhookId, { limit: 100, cursor: after });
      ids.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
      if (page.next === undefined) return ids;
      after = page.next;
    }
  };

  /** Reads a few concurrently: the engine is one process. */
  const readAll = async (ids: readonly string[]) => {
    const read: DeliveryLog['records'][number][] = [];
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      const group = await Promise.all(
        ids.slice(start, start + READ_AT_ONCE).map((id) => readWholeDelivery(deliveries, id)),
      );
      read.push(...group.filter((record) => record !== undefined));
    }
    return read;
  };

  return {
    service,
    receiver,
    tables,
    queues,
    deadLetters,
    sendTo,
    count,
    async owner() {
      const organization = await createOrganization(service);
      const { orgId, apiKey: key } = organization;
      return {
        ...organization,
        async webhook(path, events = ['chat.created']) {
          const body = { url: `${receiver.url}${path}`, events, orgId };
          const { status, json } = await service.call('POST', '/v1/webhooks', { key, body });
          if (status !== 200) throw new Error(`the webhook was rejected with ${status}`);
          return (json as { data: { id: string } }).data.id;
        },
      };
    },
    publish: ({ orgId }, wanted, from = `evt_${orgId}`) =>
      sendTo(
        'events',
        Array.from({ length: wanted }, (_, index) =>
          JSON.stringify({
            orgId,
            id: `${from}-${index}`,
            event: 'chat.created',
            created: new Date().toISOString(),
            livemode: false,
            object: { chatId: `session ${index}` },
          }),
        ),
      ),
    async ended(webhookIds, expected) {
      const deadline = Date.now() + ENDS_MS;
      let lastSweep = Date.now();
      for (;;) {
        const counts = await Promise.all(webhookIds.map((id) => count(id, 'pending')));
        if (counts.every((pending) => pending === 0)) {
          const made: string[] = [];
          for (const id of webhookIds) made.push(...(await everyDelivery(id)));
          const records = made.length < expected ? [] : await readAll(made);
          // A delivery may have been made after the count.
          if (made.length >= expected && records.every(({ delivery }) => delivery.status !== 'pending'))
            return records;
        }
        if (Date.now() > deadline) throw new Error(`${expected} deliveries did not end in ${ENDS_MS} ms`);
        if (Date.now() - lastSweep > 5_000) {
          lastSweep = Date.now();
          await service.runSchedule('sweep-due-deliveries');
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
    stop,
  };
}
