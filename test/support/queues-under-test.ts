import { randomUUID } from 'node:crypto';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';

export interface TestMessage {
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TestQueue {
  readonly url: string;
  /** The current messages, which stay in the queue: visible, delayed and in flight. */
  messages(): Promise<TestMessage[]>;
}

export interface TestQueues {
  readonly endpoint: string;
  createQueue(): Promise<TestQueue>;
  stop(): Promise<void>;
}

/** Settings of clients of the queues. */
export const QUEUE_REGION = 'us-east-1';
export const QUEUE_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

interface Inspected {
  readonly body: string;
  readonly messageAttributes: Readonly<Record<string, { readonly StringValue: string }>>;
}

/** An in-memory queue engine on a free loopback port. */
export async function startTestQueues(): Promise<TestQueues> {
  const app = buildApp({ logger: false, defaultRegion: QUEUE_REGION });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });

  const client = new SQSClient({ endpoint, region: QUEUE_REGION, credentials: QUEUE_CREDENTIALS });

  const inspect = async (name: string): Promise<Inspected[]> => {
    const { messages } = (await (await fetch(`${endpoint}/_fauxqs/queues/${name}`)).json()) as {
      messages: { ready: Inspected[]; delayed: Inspected[]; inflight: { message: Inspected }[] };
    };
    return [...messages.ready, ...messages.delayed, ...messages.inflight.map(({ message }) => message)];
  };
  return {
    endpoint,
    createQueue: async () => {
      const QueueName = `queue-${randomUUID()}`;
      const { QueueUrl: url = '' } = await client.send(new CreateQueueCommand({ QueueName }));
      return {
        url,
        messages: async () =>
          (await inspect(QueueName)).map(({ body, messageAttributes }) => ({
            body,
            attributes: Object.fromEntries(
              Object.entries(messageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
            ),
          })),
      };
    },
    stop: async () => {
      client.destroy();
      await app.close();
    },
  };
}
