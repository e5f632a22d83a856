import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startDynamoDbLocal } from '../../lib/local/engines/dynamodb-local.ts';
import type { WholeDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { listDeliveries, readWholeDelivery } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { deliveryViolations } from '../support/delivery-checker.ts';
import { JAVA_DIR } from '../support/dynamodb-local.ts';
import { engineQueues } from '../support/engine-queues.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { startLocalService } from '../support/local-service.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { startTappedWire } from '../support/tapped-wire.ts';
import { type Arrival, type Reply, startWebhookReceiver } from '../support/webhook-receiver.ts';

const READ_AT_ONCE = 10;
/** Against hanging only: a loaded machine may be slow. */
const ENDS_MS = process.env.FULL_LENGTH === 'yes' ? 1_500_000 : 540_000;

const MANY = 1_000_000;
const RAISED_RATES = JSON.stringify({ organization: MANY, unproven: MANY });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An event for the intake queue. */
export const chatEvent = ({ orgId }: TestOrganization, id: string, object: object = {}): string =>
  JSON.stringify({
    ...{ orgId, id, event: 'chat.created', created: new Date().toISOString(), livemode: false },
    object: { chatId: id, ...object },
  });

/**
 * Starts the whole delivery system on this machine: real bundles and engines, and wires that can inject faults. After a
 * failure, stops all parts of it.
 * @param gapSeconds the configured interval between attempts. @param wired false: functions connect to the engines directly.
 */
export async function startDeliverySystem(gapSeconds: number, wired = true) {
  const started: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(gapSeconds, wired, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type DeliverySystem = Awaited<ReturnType<typeof startDeliverySystem>>;
/** An owner with a webhook. */
export type Target = Awaited<ReturnType<DeliverySystem['target']>>;

async function start(gapSeconds: number, wired: boolean, started: (() => Promise<void> | void)[]) {
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
      WEBHOOK_RETRY_SCHEDULE: Array(5).fill(gapSeconds).join(','),
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
  const deliveries = { client, TableName: TableNames.find((name) => name.includes('deliveriestable')) ?? '' };
  const sqs = engineQueues(() => sqsEndpoint);
  started.push(() => sqs.stop());
  const names = await sqs.names();
  const nameOf = (queue: string, kind = 'Queue'): string => {
    const name = names.find((candidate) => candidate.startsWith(`freight-local-workers-${queue}${kind}`));
    if (name === undefined) throw new Error(`no queue ${queue}`);
    return name;
  };
  const sendTo = (queue: string, bodies: readonly string[]) => sqs.sendAll(nameOf(queue), bodies);

  /** All deliveries of a webhook, read a few at a time: the engine is one process. */
  const readAll = async (webhookId: string): Promise<WholeDelivery[]> => {
    const all: WholeDelivery[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listDeliveries(deliveries, webhookId, { limit: READ_AT_ONCE, cursor });
      const read = page.deliveries.map(({ deliveryId }) => readWholeDelivery(deliveries, deliveryId));
      all.push(...(await Promise.all(read)).filter((one) => one !== undefined));
      cursor = page.next;
      if (cursor === undefined) return all;
    }
  };
  const isPending = async (webhookId: string): Promise<boolean> =>
    (await listDeliveries(deliveries, webhookId, { status: 'pending', limit: 1 })).deliveries.length > 0;

  let lastSweep = Date.now();
  /** Waits until a webhook has this many deliveries and none is pending, and runs the sweep regularly. */
  const ended = async (webhookId: string, expected: number): Promise<WholeDelivery[]> => {
    const deadline = Date.now() + ENDS_MS;
    while (Date.now() < deadline) {
      const all = (await isPending(webhookId)) ? [] : await readAll(webhookId);
      // A delivery may have been made since none was pending.
      if (all.length >= expected && all.every(({ delivery }) => delivery.status !== 'pending')) return all;
      if (Date.now() - lastSweep > 5_000) {
        lastSweep = Date.now();
        await service.runSchedule('sweep-due-deliveries');
      }
      await wait(250);
    }
    throw new Error(`${expected} deliveries did not end in ${ENDS_MS} ms`);
  };

  return {
    ...{ service, tables, queues, sendTo },
    /** Messages of a dead-letter queue, without removing them. */
    async deadLetters(queue: string) {
      const messages = await sqs.receive(nameOf(queue, 'DeadLetters'), {
        MaxNumberOfMessages: 10,
        VisibilityTimeout: 0,
        MessageAttributeNames: ['All'],
      });
      return messages.map(({ MessageAttributes }) => MessageAttributes?.reason?.StringValue);
    },
    /** Creates an owner with a webhook at a separate path of the receiver. */
    async target(reply?: (nth: number, arrival: Arrival) => Reply) {
      const owner = await createOrganization(service);
      const path = `/${owner.orgId}`;
      if (reply) receiver.answer(path, reply);
      const call = async (method: string, rest: string, body?: object) => {
        const request = { key: owner.apiKey, ...(body && { body: { orgId: owner.orgId, ...body } }) };
        const { status, json } = await service.call(method, `/v1/webhooks${rest}`, request);
        if (status !== 200) throw new Error(`${method} ${rest} was rejected with ${status}`);
        return Object(json).data;
      };
      const { id } = await call('POST', '', { url: `${receiver.url}${path}`, events: ['chat.created'] });
      const seen = () => receiver.on(path);
      return {
        ...{ owner, id: String(id), seen },
        delete: () => call('DELETE', `/${id}`),
        /** Puts events into the intake queue. */
        publish: (count: number, from = `evt_${owner.orgId}`) =>
          sendTo(
            'events',
            Array.from({ length: count }, (_, index) => chatEvent(owner, `${from}-${index}`)),
          ),
        /** Waits until all of its deliveries have ended, of which there are this many, and checks the guarantees. */
        async ended(expected: number) {
          const records = await ended(id, expected);
          const violations = deliveryViolations({ arrivals: seen(), records, gapSeconds });
          if (violations.length > 0) throw new Error(violations.join('\n'));
          return records;
        },
        /** Its pending deliveries, at most `most`. */
        pending: async (most: number) =>
          (await listDeliveries(deliveries, id, { status: 'pending', limit: most })).deliveries.length,
      };
    },
  };
}
